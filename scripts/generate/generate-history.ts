import type pg from 'pg'
import type { System } from '#api/system.ts'
import type { Secrets } from '#api/secrets.ts'
import { bulkLoad, type BulkEvent, type BulkLoaded } from '#commands/log/postgres/bulk-load.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { DEMO_PEOPLE } from '#scripts/demo/people/demo-people.ts'
import { loadDemoUsers } from '#scripts/demo/people/demo-users.ts'
import { pilotCoeId } from '#scripts/demo/catalogue/reference.ts'
import { loadReferenceData } from '#scripts/demo/reference.ts'
import { dayAfter } from '#scripts/demo/story/calendar.ts'
import { demoCast, registerStaff } from '#scripts/demo/people/cast.ts'
import { fundingIdOf } from '#scripts/demo/money/funds.ts'
import { tellStory, type StoryDay } from '#scripts/demo/story/story.ts'
import type { StoryWorld } from '#scripts/demo/story/world.ts'
import { createCodeBlocks } from './code-blocks.ts'
import { createStoryLog } from './story-log.ts'

export type Generation = {
  readonly patients: number
  readonly days: number
  /** Names the history: each of a log's generated histories needs one of its own. */
  readonly seed: string
  /** Told of every day, with how many events there are so far. */
  readonly progress?: (day: StoryDay & { readonly events: number }) => void
}

/** Streams that only this history makes: nobody can have them in the log before. */
const OWN = /^(transaction-|funding-|wallet-patient:|patient-)/
const AT_ONCE = 16

/**
 * Writes a history of two years straight into the log: the demo's story at any size, decided by the real commands and
 * encoded by the real codec, loaded by COPY in one transaction. Into an empty log it brings the reference data and the
 * demo people, and every event is recorded on its business date; behind other events everything is recorded now.
 * Memory holds what is open on a day, never the history. Nobody else may write meanwhile: then nothing is loaded.
 */
export async function generateHistory(
  system: Pick<System, 'context'>,
  secrets: Pick<Secrets, 'wrappingKey' | 'commandSecret' | 'eventKeys'>,
  owner: pg.Pool,
  { patients, days, seed, progress }: Generation,
): Promise<BulkLoaded> {
  const { context } = system
  const { eventLog, pool, credentials, emailSecret } = context
  const isEmpty = (await eventLog.head()) === 0
  const story = { seed: `generated ${seed}` }
  if ((await eventLog.read(`funding-${fundingIdOf(story, '1')}`)).length > 0)
    throw new Error(`The log has the history ${seed} already: give another seed`)
  const mayExist = (stream: string) => !isEmpty && !OWN.test(stream)
  const { handler, take, letGo } = createStoryLog(system, secrets, { mayExist, isBackdated: isEmpty })
  const codes = createCodeBlocks(pool)
  const lastDay = dayAfter(lagosDay(new Date(context.now()).toISOString()), -1)
  const opened = `${dayAfter(lastDay, -days)}T07:00:00.000Z`
  const world: StoryWorld = {
    ...{ handler, codes, emailSecret, atOnce: AT_ONCE },
    // The orders of a generated history stay with whoever took them: the portal's own product service did not.
    placeOrder: async () => undefined,
    forget(stream) {
      handler.states.forget(stream)
      if (stream.startsWith(WALLET)) letGo(stream.slice(WALLET.length))
    },
  }
  const known = isEmpty ? DEMO_PEOPLE.filter(({ role }) => role === 'PATIENT') : []
  const plan = {
    ...{ ...story, patients, days, lastDay, cast: demoCast(), mailTag: `.${seed}.` },
    known: known.map(({ userId: patientId, gender, coeCode }) => ({
      ...{ patientId, gender, coeId: pilotCoeId(coeCode ?? '') },
    })),
  }

  let events = 0
  function* taken(): Generator<BulkEvent> {
    for (const event of take()) {
      events += 1
      yield event
    }
  }
  async function* history(): AsyncGenerator<BulkEvent> {
    if (isEmpty) {
      await loadReferenceData({ handler, at: opened })
      await loadDemoUsers({ handler, credentials, codes, emailSecret, at: opened })
    }
    await registerStaff({ handler, emailSecret, at: opened })
    yield* taken()
    for await (const day of tellStory(world, plan)) {
      yield* taken()
      progress?.({ ...day, events })
    }
  }
  return bulkLoad(owner, history())
}

const WALLET = 'wallet-patient:'
