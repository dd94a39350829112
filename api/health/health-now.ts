import { z } from 'zod'
import type { LastCheck } from '#commands/integrity/last-check.ts'
import { placeOfFinding, placeText } from '#commands/integrity/places.ts'
import type { OutboxHealth } from '#commands/processes/process-health.ts'
import type { AppContext } from '#api/context.ts'
import { hangingProcesses, stateOfParts } from '#api/running/state-of-parts.ts'
import { version } from '#api/version.ts'
import { callsOf, lanesOf } from './crowding.ts'
import type { Sight } from './sight.ts'
import { MEGABYTE, statusOf } from './status.ts'

const ReadModel = z.object({
  name: z.string(),
  revision: z.int(),
  position: z.int(),
  lag: z.int(),
  state: z.enum(['live', 'building', 'stopped']),
  percent: z.number().optional(),
  skipped: z.array(z.int()).describe("Positions that it skips, by an operator's decision"),
})

const Part = z.object({
  name: z.string(),
  state: z.enum(['running', 'waiting to start again', 'ended', 'not heard of', 'runs nowhere']),
  here: z.boolean().describe('Whether the process that answers runs it'),
  since: z.iso.datetime().optional(),
  failures: z.int().describe('How often it has failed since its process began'),
  last_failed_at: z.iso.datetime().optional(),
  remark: z.string().optional().describe('Its own remark while it runs'),
})

const Lane = z.object({
  name: z.string(),
  at_work: z.int(),
  waiting: z.int(),
  is_full: z.boolean(),
  turned_away: z.int().describe('How many callers within the last minute'),
})

const Process = z.object({
  name: z.string(),
  position: z.int(),
  state: z.enum(['live', 'stopped']),
  open: z.int().describe('Open items, including those that wait as expected'),
  failing: z.int().describe('Items that failed and will be retried'),
  dead: z.int().describe('Items that cannot finish or be undone, and need an operator'),
})

const Integrity = z.object({
  open: z
    .int()
    .describe('Log positions that failed a check and are not decided on. Nothing is written until they are.'),
  decided: z
    .array(z.object({ positions: z.array(z.string()), at: z.iso.datetime() }))
    .describe(
      'Log positions that failed a check, where an operator decided to continue. npm run verify says who and why.',
    ),
  checked: z
    .object({ at: z.iso.datetime(), events: z.int(), different: z.int() })
    .optional()
    .describe('When the whole log was last checked, and how many failed positions were not decided on'),
})

const Outbox = z.object({
  waiting: z.int(),
  failing: z.int(),
  dead: z.int(),
  oldest: z.iso.datetime().optional().describe('How long the oldest has waited, without dead letters'),
})

/** What anybody is told of the system. */
export const Health = z.object({
  data: z.object({
    status: z.enum(['green', 'amber', 'red']).describe('amber: running with a problem; red: something has stopped'),
    says: z.array(z.string()).describe('The problems, in words'),
    version: z.string(),
    head: z.int().describe('Position of the last event'),
    free_megabytes: z
      .int()
      .optional()
      .describe('Room on the disk of documents and seals; should they have two, on the fuller one'),
    calls: z
      .object({ under_way: z.int(), turned_away: z.int().describe('How many within the last minute') })
      .describe('Of the process that answers'),
    lanes: z.array(Lane).describe('Where heavy work waits for its turn, in the process that answers'),
    parts: z.array(Part).describe('What runs for long, over all processes'),
    integrity: Integrity.describe('Whether the log holds'),
    read_models: z.array(ReadModel),
    processes: z.array(Process).describe('What follows from events'),
    outbox: Outbox.optional().describe('Mail that was not sent yet'),
    held_up_since: z.iso
      .datetime()
      .optional()
      .describe('Only on the port of its own: since when the process has not got round to telling how it is'),
  }),
})

/** The answer of /api/health as it is sent, and whether it is red. */
type HealthText = { readonly text: string; readonly isRed: boolean }

/** Made from what is known already; once a turn of the loop, however many ask. */
export function createHealthText(context: AppContext): () => HealthText {
  let made: HealthText | undefined
  return () => {
    if (made === undefined) {
      const health = healthNow(context)
      made = { text: JSON.stringify(health), isRed: health.data.status === 'red' }
      setImmediate(() => (made = undefined))
    }
    return made
  }
}

function healthNow(context: AppContext): z.output<typeof Health> {
  const { seen, isFresh } = context.glance.last()
  const lostTables = context.lostTables.last().seen ?? []
  const models = seen?.models ?? []
  const others = seen?.others ?? []
  const running = stateOfParts(context.parts(), others)
  const hanging = hangingProcesses(others)
  const processes = seen?.processes ?? []
  const { behind = new Set<string>(), newer = new Set<string>() } = seen ?? {}
  const { database } = context
  const reached = { isFresh, isHeard: database.isHeard(), awaySince: database.awaySince(), isShut: database.isShut() }
  const [calls, lanes] = [callsOf(context), lanesOf(context)]
  return {
    data: {
      ...statusOf({
        ...{
          reached,
          findings: context.integrity.open(),
          foreignFindings: context.integrity.foreign(),
          findingsUnseenMs: context.integrity.unseenMs(),
          uncheckedMs: seen === undefined ? 0 : context.now() - seen.uncheckedSince,
          lastChecked: seen?.checked?.endedAt,
          freeBytes: seen?.freeBytes,
          documents: seen?.documents,
          lostTables,
          appendsWaitMs: context.appendsWaitMs(),
          clocks: { machineAheadMs: context.clock.machineAheadMs(), recordedAheadMs: seen?.recordedAheadMs },
        },
        ...{ calls, lanes, parts: running, hanging, models, behind, newer, processes },
        ...{
          orphans: seen?.orphans ?? [],
          outbox: seen?.outbox,
          mailLateMs: lateness(context.now(), seen?.outbox),
          lostKeys: seen?.lostKeys ?? 0,
        },
        unreadStreams: seen?.unreadStreams ?? [],
      }),
      version,
      head: models[0]?.head ?? 0,
      ...(seen === undefined ? {} : { free_megabytes: freeMegabytes(seen) }),
      calls: { under_way: calls.under_way, turned_away: calls.turned_away },
      lanes: lanes.map(({ isCrowded: _, ...lane }) => lane),
      parts: running.map(({ lastFailedAt, ...part }) => ({
        ...part,
        ...(lastFailedAt === undefined ? {} : { last_failed_at: lastFailedAt }),
      })),
      integrity: {
        open: context.integrity.open().length,
        decided: context.integrity
          .decisions()
          .all.map(({ findings, at }) => ({ positions: findings.map((one) => placeText(placeOfFinding(one))), at })),
        ...(seen?.checked === undefined ? {} : { checked: checkedOf(seen.checked) }),
      },
      // Errors are for operators' logs; this page is public.
      read_models: models.map(({ name, revision, position, lag, state, percent, skipped }) => ({
        ...{ name, revision, position, lag, state, skipped: [...skipped] },
        ...(percent === undefined ? {} : { percent }),
      })),
      processes: processes.map(({ isStopped, head, ...process }) => ({
        ...process,
        state: isStopped || process.position > head ? ('stopped' as const) : ('live' as const),
      })),
      ...(seen === undefined ? {} : { outbox: outboxOf(seen.outbox) }),
    },
  }
}

const freeMegabytes = ({ freeBytes, documents }: Pick<Sight, 'freeBytes' | 'documents'>): number =>
  Math.floor(Math.min(freeBytes, documents?.freeBytes ?? freeBytes) / MEGABYTE)

const lateness = (now: number, outbox: OutboxHealth | undefined): number =>
  outbox?.oldest === undefined ? 0 : Math.max(0, now - outbox.oldest)

const outboxOf = ({ oldest, ...counts }: OutboxHealth) => ({
  ...counts,
  ...(oldest === undefined ? {} : { oldest: new Date(oldest).toISOString() }),
})

const checkedOf = ({ endedAt, events, different }: LastCheck) => ({ at: endedAt, events, different })
