import { setTimeout as pause } from 'node:timers/promises'
import type { Handler } from '#commands/handle.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import type { Checkpoints } from '#commands/processes/checkpoints.ts'
import { finishMove, MONEY_PROCESS_EVENTS, noteMove, type OpenMove } from './money-processes.ts'

const NAME = 'money-recovery'

export type MoneyRecovery = {
  readonly log: DomainLog
  readonly handler: Handler
  readonly checkpoints: Checkpoints
  /** How long a command handler has to finish its own move before it is taken over, in milliseconds. */
  readonly graceMs: number
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/**
 * Guarantees that every recorded intention to move money comes to its end, whatever crashed on the way: follows the
 * log, remembers the intentions that have no outcome yet, and after a grace runs the same idempotent steps as the
 * command handler would have. Its checkpoint never passes an open intention. Ends when the signal aborts; throws what the log throws, and may be run again.
 */
export async function runMoneyRecovery(recovery: MoneyRecovery, stop: AbortSignal): Promise<void> {
  const { log, handler, checkpoints, graceMs, now, onError } = recovery
  const open = new Map<string, OpenMove>()
  let seen = await checkpoints.get(NAME)
  let saved = seen
  const failed = new AbortController()
  const signal = AbortSignal.any([stop, failed.signal])
  // What is open at the start was left by a crash: nobody else is at work on it.
  const leftBehind = await log.head()

  async function finishOverdue(): Promise<void> {
    while (!signal.aborted) {
      for (const move of [...open.values()]) {
        if (move.recorded.position > seen || now() - move.since < graceMs) continue
        try {
          await finishMove(handler, move)
        } catch (error) {
          onError(error)
        }
        move.since = now() // seen again only if its outcome does not come by
      }
      const safe = Math.min(seen, ...[...open.values()].map(({ before }) => before))
      if (safe !== saved) {
        await checkpoints.set(NAME, safe).then(() => (saved = safe), onError)
      }
      await pause(Math.max(10, graceMs / 4), undefined, { signal }).catch(() => undefined)
    }
  }

  const finishing = finishOverdue()
  try {
    for await (const { events, position } of log.follow(seen, signal, MONEY_PROCESS_EVENTS)) {
      let before = seen
      for (const recorded of events) {
        noteMove(open, recorded, before, recorded.position <= leftBehind ? now() - graceMs : now())
        before = recorded.position
      }
      seen = position
    }
  } finally {
    failed.abort()
    await finishing
  }
}

/** Finishes at once every move that is open now: what an administrator or a test asks for, without waiting. */
export async function recoverMoney({ log, handler }: Pick<MoneyRecovery, 'log' | 'handler'>): Promise<void> {
  const head = await log.head()
  const open = new Map<string, OpenMove>()
  if (head === 0) return
  for await (const { events, position } of log.follow(0, new AbortController().signal, MONEY_PROCESS_EVENTS)) {
    for (const recorded of events) noteMove(open, recorded, 0, 0)
    if (position >= head) break
  }
  for (const move of open.values()) await finishMove(handler, move)
}
