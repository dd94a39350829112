import { isOfUnread } from '#commands/log/unread-event.ts'
import { type Orphans, sayOrphans } from '#commands/processes/orphans.ts'
import { type Finding, placeOf } from '#commands/integrity/finding.ts'
import type { OutboxHealth, ProcessHealth } from '#commands/processes/process-health.ts'
import type { ReadModelHealth } from '#projections/health.ts'
import type { Crowded, callsOf } from './crowding.ts'
import type { LostTable } from './own-tables.ts'
import type { HangingProcess, PartHealth } from '#api/running/state-of-parts.ts'

type Status = { readonly status: 'green' | 'amber' | 'red'; readonly says: string[] }
type Remark = { readonly status: 'amber' | 'red'; readonly says: string }

/** Whether what is shown was read just now; whether the database answers its watch, and since when it does not. */
type Reached = { readonly isFresh: boolean; readonly isHeard: boolean; readonly awaySince: string | undefined }

export const MEGABYTE = 1024 * 1024
const LITTLE = 1024 * MEGABYTE
const NOTHING_LEFT = 32 * MEGABYTE

/** The table that the errors of a lost key name (commands/log/keys.ts). */
const LOST_KEY = 'person_key'

/** An append takes milliseconds, in a busy moment a second. */
const TOO_LONG_MS = 4_000

type Facts = {
  readonly reached: Reached
  /** What does not hold of the log, and nobody has decided about. */
  readonly findings: readonly Finding[]
  readonly freeBytes: number | undefined
  readonly lostTables: readonly LostTable[]
  readonly calls: ReturnType<typeof callsOf>
  readonly lanes: readonly Crowded[]
  readonly parts: readonly PartHealth[]
  readonly hanging: readonly HangingProcess[]
  readonly models: readonly ReadModelHealth[]
  /** The names of the models that show less than the log has, for longer than a busy moment takes. */
  readonly behind: ReadonlySet<string>
  /** The names of the models that a newer version of the portal has built. */
  readonly newer: ReadonlySet<string>
  /** For how long (ms) the log has not taken what was to be written; 0 while it does. */
  readonly appendsWaitMs: number
  readonly processes: readonly ProcessHealth[]
  readonly orphans: readonly Orphans[]
  readonly outbox: OutboxHealth | undefined
  /** How many people nothing can be recorded about. */
  readonly lostKeys: number
}

/** One colour for the whole, and a sentence for each thing that is not as it should be. */
export function statusOf(facts: Facts): Status {
  const { reached, findings, freeBytes, lostTables, appendsWaitMs, calls, lanes, parts, hanging } = facts
  const { models, behind, newer, processes, orphans, outbox, lostKeys } = facts
  const remarks = [
    ...remarkOnFindings(findings),
    ...remarkOnDatabase(reached),
    ...remarkOnDisk(freeBytes),
    ...lostTables.flatMap((table) => remarkOnTable(table, models)),
    ...(reached.awaySince === undefined ? remarkOnAppends(appendsWaitMs) : []),
    ...remarkOnCalls(calls),
    ...lanes.flatMap(remarkOnLane),
    ...parts.flatMap(remarkOnPart),
    ...hanging.flatMap(remarkOnHanging),
    ...models.flatMap((model) => remarkOnModel(model, behind.has(model.name))),
    ...models.filter(({ name }) => newer.has(name)).map(remarkOnNewer),
    ...processes.flatMap(remarkOnProcess),
    ...orphans.map((one) => ({ status: 'amber' as const, says: sayOrphans(one) })),
    ...remarkOnOutbox(outbox),
    ...remarkOnKeys(lostKeys),
  ]
  const status = remarks.some(({ status }) => status === 'red') ? 'red' : remarks.length > 0 ? 'amber' : 'green'
  return { status, says: remarks.map(({ says }) => says) }
}

/** Places and checks are nobody's data; what stands there, those are told who may read the ledger. */
function remarkOnFindings(findings: readonly Finding[]): Remark[] {
  const [first] = findings
  if (first === undefined) return []
  const more = findings.length === 1 ? '' : `, and ${findings.length - 1} more`
  const says = `the log does not hold at ${placeOf(first)} (${first.check})${more}: nothing is written, money on its way waits, until an operator has decided (docs/mismatch.md)`
  return [{ status: 'red', says }]
}

function remarkOnDatabase({ isFresh, isHeard, awaySince }: Reached): Remark[] {
  if (awaySince !== undefined)
    return [{ status: 'red', says: `the database has not answered since ${awaySince}: calls are turned away` }]
  if (isFresh) return []
  if (isHeard)
    return [{ status: 'amber', says: 'this process has more to do than it can: what is shown here is of before' }]
  return [{ status: 'red', says: 'the records do not answer in time: what is shown here is of before' }]
}

function remarkOnDisk(freeBytes = Number.POSITIVE_INFINITY): Remark[] {
  const left = `${Math.floor(freeBytes / MEGABYTE)} MB`
  if (freeBytes < NOTHING_LEFT) return [{ status: 'red', says: `the disk is full (${left} left): nothing new is kept` }]
  return freeBytes < LITTLE ? [{ status: 'amber', says: `the disk is nearly full (${left} left)` }] : []
}

/** The right to a read model's table is only told of until the model stands still for want of it, which its own part says. */
function remarkOnTable({ says, model }: LostTable, models: Facts['models']): Remark[] {
  const isTold = model !== undefined && models.some(({ name, state }) => name === model && state !== 'live')
  if (isTold) return []
  const status = model === undefined ? 'red' : 'amber'
  return [{ status, says: `in the database ${says}: whoever runs the portal has to put it right` }]
}

/** While the database answers: somebody has locked what the log is kept in, or it is kept elsewhere. */
function remarkOnAppends(waitMs: number): Remark[] {
  if (waitMs < TOO_LONG_MS) return []
  const since = `for ${Math.floor(waitMs / 1_000)} s`
  return [{ status: 'red', says: `the log has taken nothing ${since}: calls that write wait and fail` }]
}

function remarkOnCalls({ isCrowded, turned_away: times }: Facts['calls']): Remark[] {
  if (!isCrowded) return []
  return [{ status: 'amber', says: `too many calls at once: ${times} were turned away within the last minute` }]
}

function remarkOnLane({ name, isCrowded, turned_away: times }: Crowded): Remark[] {
  return isCrowded ? [{ status: 'amber', says: `${name}: full, ${times} turned away within the last minute` }] : []
}

function remarkOnPart({ name, state, since = '', remark }: PartHealth): Remark[] {
  switch (state) {
    case 'running':
      return remark === undefined ? [] : [{ status: 'amber', says: `${name}: ${remark}` }]
    case 'waiting to start again':
      return [{ status: 'amber', says: `${name} has failed and starts again` }]
    case 'ended':
      return [{ status: 'red', says: `${name} has ended since ${since} and needs somebody: see the operator's log` }]
    case 'not heard of':
      return [{ status: 'red', says: `${name} was last heard of at ${since}: the process that ran it is gone` }]
    case 'runs nowhere':
      return [{ status: 'red', says: `${name} runs in no process` }]
  }
}

function remarkOnHanging({ since, does }: HangingProcess): Remark[] {
  const what = does.length === 0 ? 'an API process' : `the process of ${does.join(', ')}`
  return [{ status: 'amber', says: `${what} hangs: not heard of since ${since}, and it has not ended` }]
}

/** Its tables are as that version reads them; what this one makes of them, nobody has tried. */
const remarkOnNewer = ({ name, revision }: ReadModelHealth): Remark => ({
  status: 'amber',
  says: `${name} is of revision ${revision}, which a newer version of the portal has made: this one is to be updated`,
})

function remarkOnModel(model: ReadModelHealth, isBehind: boolean): Remark[] {
  const { name, state, position, head, lag, percent = 0 } = model
  switch (state) {
    case 'live':
      if (!isBehind || lag === 0) return []
      return [{ status: 'amber', says: `${name} is behind: it shows no more than up to position ${position}` }]
    case 'building':
      return [{ status: 'amber', says: `${name} is being built (${percent} %) and shows what it had` }]
    case 'stopped':
      if (position > head) {
        const says = `${name} stands at position ${position}, and the log ends at ${head}: it is of another log, or of more than this one has. Build it again: npm run rebuild -- ${name}`
        return [{ status: 'red', says }]
      }
      return [
        {
          status: isOfUnread(model.error ?? '') ? 'red' : 'amber',
          says: `${name} stands still at position ${position} and shows no more than up to there${reasonOf(model)}`,
        },
      ]
  }
}

/** What an operator has to bring back, or to look at; whose it is and what it says, their own log has. */
function reasonOf({ name, error = '', stoppedAt = 0 }: ReadModelHealth): string {
  if (isOfUnread(error))
    return `: the event at position ${stoppedAt} does not hold. The operator's log says why; npm run verify names every such place`
  if (error.includes(LOST_KEY))
    return `: the key of a person is missing or wrong. Restore their row of the table ${LOST_KEY} from a backup (the operator's log says whose), then: npm run rebuild -- ${name}`
  return ''
}

function remarkOnKeys(lost: number): Remark[] {
  if (lost === 0) return []
  const whose = lost === 1 ? 'the key of a person' : `the keys of ${lost} people`
  const rows = lost === 1 ? 'their row' : 'their rows'
  const says = `${whose} ${lost === 1 ? 'is' : 'are'} missing or wrong, and nothing is recorded about them: restore ${rows} of the table ${LOST_KEY} from a backup (the operator's log says whose)`
  return [{ status: 'amber', says }]
}

function remarkOnProcess(process: ProcessHealth): Remark[] {
  const { name, position, head } = process
  const says = `${name} stands at position ${position}, and the log ends at ${head}: it follows nothing up until it begins again, with the next event or start`
  return [...(position > head ? [{ status: 'red' as const, says }] : []), ...remarkOnItems(process)]
}

function remarkOnItems({ name, position, isStopped, failing, dead }: ProcessHealth): Remark[] {
  const stands = `${name} stands still at position ${position}: what is recorded since then is not followed up`
  return [
    ...(isStopped ? [stands] : []),
    ...(failing > 0 ? [`${name}: ${failing} cannot be finished for now, and will be tried again`] : []),
    ...(dead > 0 ? [`${name}: ${dead} can go neither way and need somebody: see the operator's log`] : []),
  ].map((says) => ({ status: 'amber', says }))
}

function remarkOnOutbox({ failing, dead }: OutboxHealth = { waiting: 0, failing: 0, dead: 0 }): Remark[] {
  return [
    ...(failing > 0 ? [`mail: ${failing} could not be sent yet`] : []),
    ...(dead > 0 ? [`mail: ${dead} could not be sent at all and need somebody: see the operator's log`] : []),
  ].map((says) => ({ status: 'amber', says }))
}
