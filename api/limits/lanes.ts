import { availableParallelism } from 'node:os'
import { createTurns, type Turns } from './turns.ts'

/** What takes much memory or many cores, each with its own few turns; exports have connections too (export-lane.ts). */
export type Lanes = {
  /**
   * All calls but those of the other lanes: of each caller a few are at work, as many as a browser has connections, and
   * what else they ask waits behind those, holding up nobody else. How many may wait are places (load.ts).
   */
  readonly calls: Turns
  /**
   * Uploads of one account, from the first byte to the answer. Whoever sends slowly holds up nobody: there is no bound
   * over all accounts but that of connections, as what has come of a file is on the disk and not in memory.
   */
  readonly receipts: Turns
  /** Files that are there whole and are looked at: each is in memory, and waits for nobody's line. */
  readonly uploads: Turns
  /** Pictures that are being read: the largest takes some 250 MB. */
  readonly pictures: Turns
  /** Passwords that are compared: 46 MiB and 28 ms of a core each. Known browsers do not wait for strangers. */
  readonly knownPasswords: Turns
  readonly strangersPasswords: Turns
  /** What many records allow, and why not: each is decided as if it were done, a page of them within a second of a core. */
  readonly explanations: Turns
}

const LONGEST_WAIT_MS = 20_000
/** Its body may stand before the door meanwhile, and has twenty seconds to come (half-sent.ts). */
const LONGEST_WAIT_OF_A_CALL_MS = 15_000
/** Of the fifteen that a call may take in all (plugins/waiting.ts): it is still to be answered. */
const LONGEST_WAIT_TO_EXPLAIN_MS = 10_000

/** A core is left to those who answer, or health and all others stand behind a storm of passwords. */
export const STRANGERS_AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

const behindTooMany = {
  status: 503,
  message: 'This could not be answered in time, behind other calls that came before it. Please try again in a moment.',
  retryAfterSeconds: 2,
} as const

const busyUploading = {
  status: 429,
  message: 'Many documents are being uploaded just now. Please try again in a moment.',
  retryAfterSeconds: 10,
} as const

const sendingTooMany = {
  status: 429,
  message: 'You are uploading 20 documents already. Please try again when one of them is there.',
  retryAfterSeconds: 10,
} as const

const busyExplaining = {
  status: 503,
  message: 'What may be done with these records could not be told in time. Please try again in a moment.',
  retryAfterSeconds: 2,
} as const

const busySigningIn = {
  status: 503,
  message: 'Many people are signing in just now. Please try again in a moment.',
  retryAfterSeconds: 2,
} as const

// Together with the pictures' one no more than Node has threads for it: four.
export function createLanes(): Lanes {
  return {
    calls: createTurns({
      atOnce: Number.POSITIVE_INFINITY,
      waiting: Number.POSITIVE_INFINITY,
      atOncePerCaller: 6,
      waitingPerCaller: Number.POSITIVE_INFINITY,
      longestWaitMs: LONGEST_WAIT_OF_A_CALL_MS,
      refusal: behindTooMany,
    }),
    receipts: createTurns({
      atOnce: Number.POSITIVE_INFINITY,
      waiting: 0,
      atOncePerCaller: 20,
      waitingPerCaller: 0,
      longestWaitMs: LONGEST_WAIT_MS,
      refusal: sendingTooMany,
    }),
    uploads: createTurns({
      atOnce: 8,
      waiting: 32,
      atOncePerCaller: 4,
      waitingPerCaller: 16,
      longestWaitMs: LONGEST_WAIT_MS,
      refusal: busyUploading,
    }),
    // Only who has an upload's turn comes here.
    pictures: createTurns({
      atOnce: 1,
      waiting: 8,
      atOncePerCaller: 1,
      waitingPerCaller: 8,
      longestWaitMs: LONGEST_WAIT_MS,
      refusal: busyUploading,
    }),
    knownPasswords: createTurns({
      atOnce: 1,
      waiting: 64,
      atOncePerCaller: 1,
      waitingPerCaller: 4,
      longestWaitMs: LONGEST_WAIT_MS,
      refusal: busySigningIn,
    }),
    strangersPasswords: createTurns({
      atOnce: STRANGERS_AT_ONCE,
      waiting: 64,
      atOncePerCaller: 1,
      waitingPerCaller: 10,
      longestWaitMs: LONGEST_WAIT_MS,
      refusal: busySigningIn,
    }),
    explanations: createTurns({
      atOnce: 1,
      waiting: 64,
      atOncePerCaller: 1,
      waitingPerCaller: 6,
      longestWaitMs: LONGEST_WAIT_TO_EXPLAIN_MS,
      refusal: busyExplaining,
    }),
  }
}
