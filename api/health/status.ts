import { spanOf } from '#commands/clock.ts'
import { isOfUnread } from '#commands/log/unread-event.ts'
import { type Orphans, sayOrphans } from '#commands/processes/orphans.ts'
import { type Finding, placeOf } from '#commands/integrity/finding.ts'
import type { OutboxHealth, ProcessHealth } from '#commands/processes/process-health.ts'
import type { ReadModelHealth } from '#projections/health.ts'
import type { Crowded, callsOf } from './crowding.ts'
import type { DocumentDisk } from './document-disk.ts'
import type { UnreadStream } from './unread-streams.ts'
import { allStreams } from '#domain/streams.ts'
import { remarkOnOutbox } from './outbox-remarks.ts'
import type { LostTable } from './own-tables.ts'
import type { HangingProcess, PartHealth } from '#api/running/state-of-parts.ts'

type Status = { readonly status: 'green' | 'amber' | 'red'; readonly says: string[] }
type Remark = { readonly status: 'amber' | 'red'; readonly says: string }

/** Whether what is shown was read just now; whether the database answers its watch, since when it does not, and whether it shuts the portal out. */
type Reached = {
  readonly isFresh: boolean
  readonly isHeard: boolean
  readonly awaySince: string | undefined
  readonly isShut: boolean
}

/** By how much (ms) the machine's clock is ahead of the database's, and the newest event of the latter. */
type Clocks = { readonly machineAheadMs: number; readonly recordedAheadMs: number | undefined }

export const MEGABYTE = 1024 * 1024
const LITTLE = 1024 * MEGABYTE
const NOTHING_LEFT = 32 * MEGABYTE

/** The table that the errors of a lost key name (commands/log/keys.ts). */
const LOST_KEY = 'person_key'

/** An append takes milliseconds, in a busy moment a second. */
const TOO_LONG_MS = 4_000

const UNSEEN_MS = 15_000
const UNCHECKED_MS = 36 * 3_600_000

/** Nobody reads a clock to the minute; whoever restores or moves a database sets its clock within the hour. */
const [CLOCK_OFF_MS, RECORDED_AHEAD_MS] = [60_000, 3_600_000]

type Facts = {
  readonly reached: Reached
  /** What does not hold of the log, and nobody has decided about. */
  readonly findings: readonly Finding[]
  /** How many rows among the findings no process wrote. */
  readonly foreignFindings: number
  /** For how long (ms) nobody could look at what other processes found. */
  readonly findingsUnseenMs: number
  /** How long ago (ms) the last check of the whole log began that went through, or the log, before the first. */
  readonly uncheckedMs: number
  /** When that check ended, ISO, UTC; undefined before the first. */
  readonly lastChecked: string | undefined
  readonly freeBytes: number | undefined
  readonly documents: DocumentDisk | undefined
  readonly lostTables: readonly LostTable[]
  readonly clocks: Clocks
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
  /** For how long (ms) the oldest mail waits that is to be sent; 0 when none does. */
  readonly mailLateMs: number
  /** How many people nothing can be recorded about. */
  readonly lostKeys: number
  /** Which streams no command can read. */
  readonly unreadStreams: readonly UnreadStream[]
}

/** One colour for the whole, and a sentence for each thing that is not as it should be. */
export function statusOf(facts: Facts): Status {
  const { reached, findings, foreignFindings, freeBytes, documents, lostTables, appendsWaitMs, clocks } = facts
  const { calls, lanes, parts, hanging } = facts
  const { models, behind, newer, processes, orphans, lostKeys } = facts
  const remarks = [
    ...remarkOnFindings(findings),
    ...remarkOnForeign(foreignFindings),
    ...remarkOnUnseen(facts),
    ...remarkOnChecks(facts),
    ...remarkOnDatabase(reached),
    ...remarkOnDisk('disk', freeBytes),
    ...remarkOnDocuments(documents),
    ...lostTables.flatMap((table) => remarkOnTable(table, models)),
    ...(reached.awaySince === undefined ? remarkOnAppends(appendsWaitMs) : []),
    ...remarkOnClocks(clocks),
    ...remarkOnCalls(calls),
    ...lanes.flatMap(remarkOnLane),
    ...parts.flatMap(remarkOnPart),
    ...hanging.flatMap(remarkOnHanging),
    ...models.flatMap((model) => remarkOnModel(model, behind.has(model.name))),
    ...models.filter(({ name }) => newer.has(name)).map(remarkOnNewer),
    ...processes.flatMap(remarkOnProcess),
    ...orphans.map((one) => ({ status: 'amber' as const, says: sayOrphans(one) })),
    ...remarkOnOutbox(facts),
    ...remarkOnKeys(lostKeys),
    ...remarkOnUnread(facts.unreadStreams),
  ]
  const status = remarks.some(({ status }) => status === 'red') ? 'red' : remarks.length > 0 ? 'amber' : 'green'
  return { status, says: remarks.map(({ says }) => says) }
}

/** Places and checks are nobody's data; what stands there, those are told who may read the ledger. */
function remarkOnFindings(findings: readonly Finding[]): Remark[] {
  const [first] = findings
  if (first === undefined) return []
  const more = findings.length === 1 ? '' : `, and ${findings.length - 1} more`
  const says = `the log failed a check at ${placeOf(first)} (${first.check})${more}. Nothing is written and money in transit waits until an operator decides (docs/mismatch.md).`
  return [{ status: 'red', says }]
}

function remarkOnForeign(rows: number): Remark[] {
  if (rows === 0) return []
  const says = `the table integrity_finding holds ${rows} ${rows === 1 ? 'row' : 'rows'} not written by the portal. They are ignored (npm run open-again lists them).`
  return [{ status: 'amber', says }]
}

const CATEGORIES: ReadonlySet<string> = new Set(allStreams.map(({ category }) => category))

/** Of what kind they are, and where: whose they are is told who may read the ledger, with what does not hold. */
function remarkOnUnread(streams: readonly UnreadStream[]): Remark[] {
  if (streams.length === 0) return []
  const kinds = streams.map(({ stream, position }) => {
    const [kind = ''] = stream.split('-')
    return `${CATEGORIES.has(kind) ? kind : 'another'} (position ${position})`
  })
  const says = `commands cannot read these streams, so requests that need them are refused: ${kinds.join(', ')}`
  return [{ status: 'amber', says }]
}

/** While the database is away nobody writes anyway, and that is said. */
function remarkOnUnseen({ findingsUnseenMs, reached }: Facts): Remark[] {
  if (findingsUnseenMs < UNSEEN_MS || reached.awaySince !== undefined) return []
  const says =
    'the findings of other processes cannot be read. One of them may have stopped writing (the table integrity_finding is locked, or the log cannot be read).'
  return [{ status: 'red', says }]
}

/** It is checked every night, and takes hours where the log is long. */
function remarkOnChecks({ uncheckedMs, lastChecked }: Facts): Remark[] {
  if (uncheckedMs < UNCHECKED_MS) return []
  const last = lastChecked === undefined ? 'was not checked yet' : `was last checked at ${lastChecked}`
  const says = `the whole log ${last}, not last night. Its check fails or cannot start (npm run verify checks it now).`
  return [{ status: 'amber', says }]
}

function remarkOnDatabase({ isFresh, isHeard, awaySince, isShut }: Reached): Remark[] {
  const shut = `the database has refused the portal since ${awaySince}, so requests are refused. Check the role's password, its right to connect and its settings (DATABASE_URL; see the operator's log).`
  if (isShut) return [{ status: 'red', says: shut }]
  if (awaySince !== undefined)
    return [{ status: 'red', says: `the database has not answered since ${awaySince}. Requests are refused.` }]
  if (isFresh) return []
  if (isHeard) return [{ status: 'amber', says: 'this process is overloaded. These figures are old.' }]
  return [{ status: 'red', says: 'the records do not answer in time. These figures are old.' }]
}

function remarkOnDisk(disk: string, freeBytes = Number.POSITIVE_INFINITY): Remark[] {
  const left = `${Math.floor(freeBytes / MEGABYTE)} MB`
  if (freeBytes < NOTHING_LEFT)
    return [{ status: 'red', says: `the ${disk} is full (${left} left). Requests that need more room are refused.` }]
  return freeBytes < LITTLE ? [{ status: 'amber', says: `the ${disk} is nearly full (${left} left)` }] : []
}

/** Nothing but somebody's hand gives it back. */
function remarkOnDocuments({ away, opens, freeBytes }: DocumentDisk = {}): Remark[] {
  if (away === undefined) return remarkOnDisk('disk of the documents', freeBytes)
  const what = opens === true ? 'none is taken' : 'none is opened and none is taken'
  const says = `${away}: ${what}. The operator must restore DATA_DIR/documents.`
  return [{ status: 'red', says }]
}

/** The right to a read model's table is only told of until the model stands still for want of it, which its own part says. */
function remarkOnTable({ says, model }: LostTable, models: Facts['models']): Remark[] {
  const isTold = model !== undefined && models.some(({ name, state }) => name === model && state !== 'live')
  if (isTold) return []
  const status = model === undefined ? 'red' : 'amber'
  return [{ status, says: `in the database ${says}. The operator must repair this.` }]
}

/** While the database answers: somebody has locked what the log is kept in, or it is kept elsewhere. */
function remarkOnAppends(waitMs: number): Remark[] {
  if (waitMs < TOO_LONG_MS) return []
  const since = `for ${Math.floor(waitMs / 1_000)} s`
  return [{ status: 'red', says: `the log has accepted nothing ${since}. Requests that write wait and fail.` }]
}

/** Nothing of the portal goes by this machine's clock: its operator's logs and files do. */
function remarkOnClocks({ machineAheadMs: machine, recordedAheadMs: recorded = 0 }: Clocks): Remark[] {
  const off = `the clock of this machine is ${spanOf(machine)} ${machine > 0 ? 'ahead of' : 'behind'} the database's, which the portal uses. Correct it.`
  const back = `the database's clock is ${spanOf(recorded)} behind the newest event, and the portal uses it. Correct it.`
  return [...(Math.abs(machine) > CLOCK_OFF_MS ? [off] : []), ...(recorded > RECORDED_AHEAD_MS ? [back] : [])].map(
    (says) => ({ status: 'amber', says }),
  )
}

function remarkOnCalls({ isCrowded, turned_away: times }: Facts['calls']): Remark[] {
  if (!isCrowded) return []
  return [{ status: 'amber', says: `too many requests at once: ${times} were refused in the last minute` }]
}

function remarkOnLane({ name, isCrowded, turned_away: times }: Crowded): Remark[] {
  return isCrowded ? [{ status: 'amber', says: `${name}: full, ${times} refused in the last minute` }] : []
}

function remarkOnPart({ name, state, since = '', remark }: PartHealth): Remark[] {
  switch (state) {
    case 'running':
      return remark === undefined ? [] : [{ status: 'amber', says: `${name}: ${remark}` }]
    case 'waiting to start again':
      return [{ status: 'amber', says: `${name} has failed and starts again` }]
    case 'ended':
      return [{ status: 'red', says: `${name} stopped at ${since}. See the operator's log.` }]
    case 'not heard of':
      return [{ status: 'red', says: `${name} was last heard of at ${since}: its process has ended` }]
    case 'runs nowhere':
      return [{ status: 'red', says: `${name} runs in no process` }]
  }
}

function remarkOnHanging({ since, does }: HangingProcess): Remark[] {
  const what = does.length === 0 ? 'an API process' : `the process of ${does.join(', ')}`
  return [{ status: 'amber', says: `${what} hangs: not heard of since ${since}, but still running` }]
}

/** Its tables are as that version reads them; what this one makes of them, nobody has tried. */
const remarkOnNewer = ({ name, revision }: ReadModelHealth): Remark => ({
  status: 'amber',
  says: `${name} is of revision ${revision}, made by a newer version of the portal. Update this one.`,
})

function remarkOnModel(model: ReadModelHealth, isBehind: boolean): Remark[] {
  const { name, state, position, head, lag, percent = 0 } = model
  switch (state) {
    case 'live':
      if (!isBehind || lag === 0) return []
      return [{ status: 'amber', says: `${name} is behind: it shows entries up to position ${position}` }]
    case 'building':
      return [{ status: 'amber', says: `${name} is being built (${percent} %) and shows its earlier contents` }]
    case 'stopped':
      if (position > head) {
        const says = `${name} is at position ${position}, but the log ends at ${head}. It belongs to another log. Rebuild it: npm run rebuild -- ${name}`
        return [{ status: 'red', says }]
      }
      return [
        {
          status: isOfUnread(model.error ?? '') ? 'red' : 'amber',
          says: `${name} stopped at position ${position} and shows nothing later${reasonOf(model)}`,
        },
      ]
  }
}

/** What an operator has to bring back, or to look at; whose it is and what it says, their own log has. */
function reasonOf({ name, error = '', stoppedAt = 0 }: ReadModelHealth): string {
  if (isOfUnread(error))
    return `: the event at position ${stoppedAt} failed a check. See the operator's log, and npm run verify for every such position.`
  if (error.includes(LOST_KEY))
    return `: the key of a person is missing or wrong. Restore their row of the table ${LOST_KEY} from a backup (the operator's log says whose), then: npm run rebuild -- ${name}`
  return ''
}

function remarkOnKeys(lost: number): Remark[] {
  if (lost === 0) return []
  const whose = lost === 1 ? 'the key of a person' : `the keys of ${lost} people`
  const rows = lost === 1 ? 'their row' : 'their rows'
  const says = `${whose} ${lost === 1 ? 'is' : 'are'} missing or wrong, so nothing is recorded about them. Restore ${rows} of the table ${LOST_KEY} from a backup (the operator's log says whose)`
  return [{ status: 'amber', says }]
}

function remarkOnProcess(process: ProcessHealth): Remark[] {
  const { name, position, head, isMute } = process
  const says = `${name} is at position ${position}, but the log ends at ${head}. It does nothing until the next event or start.`
  const mute = `${name}: its row in process_checkpoint was changed from outside the portal and is ignored (docs/mismatch.md)`
  return [
    ...(position > head ? [{ status: 'red' as const, says }] : []),
    ...(isMute ? [{ status: 'red' as const, says: mute }] : []),
    ...remarkOnItems(process),
  ]
}

function remarkOnItems({ name, position, isStopped, failing, dead }: ProcessHealth): Remark[] {
  const stands = `${name} stopped at position ${position}. Later events are not processed.`
  return [
    ...(isStopped ? [stands] : []),
    ...(failing > 0 ? [`${name}: ${failing} cannot finish now and will be retried`] : []),
    ...(dead > 0 ? [`${name}: ${dead} cannot finish or be undone. See the operator's log.`] : []),
  ].map((says) => ({ status: 'amber', says }))
}
