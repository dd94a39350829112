import type { Kysely } from 'kysely'
import type pg from 'pg'
import { type LastCheck, readLastCheck } from '#commands/integrity/last-check.ts'
import type { LiveEventKeys } from '#commands/log/event-mac.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { allProcesses } from '#commands/processes/all-processes.ts'
import { findOrphans, type Orphans } from '#commands/processes/orphans.ts'
import {
  outboxHealth,
  type OutboxHealth,
  processHealth,
  type ProcessHealth,
} from '#commands/processes/process-health.ts'
import { readModelHealth, type ReadModelHealth } from '#projections/health.ts'
import { type Database, READ_MODEL_NAMES, readModels } from '#projections/read-models.ts'
import type { StandsAt } from '#projections/stands-at.ts'
import type { HeardPart, Heartbeats } from '#api/running/heartbeat.ts'
import type { DocumentStore } from '#api/documents/document-store.ts'
import { type DocumentDisk, lookAtDocuments } from './document-disk.ts'
import { freeSpaceIn } from './free-space.ts'
import type { LostKeys } from './lost-keys.ts'
import type { UnreadStream } from './unread-streams.ts'

/** What health shows and has to be asked for. */
export type Sight = {
  readonly models: readonly ReadModelHealth[]
  /** The names of those that have shown less than the log has for longer than a busy moment takes, or stand still. */
  readonly behind: ReadonlySet<string>
  /** The names of those that a newer version of the portal than this one has built. */
  readonly newer: ReadonlySet<string>
  readonly others: readonly HeardPart[]
  readonly processes: readonly ProcessHealth[]
  /** What is open under names that this version does not know. */
  readonly orphans: readonly Orphans[]
  readonly outbox: OutboxHealth
  /** How many people's keys were not there when something was to be recorded about them, and still are not. */
  readonly lostKeys: number
  /** Which streams no command of this process could read, and still cannot: some of them, where they are many. */
  readonly unreadStreams: readonly UnreadStream[]
  /** When all of the log was checked last; undefined while it never was. */
  readonly checked: LastCheck | undefined
  /** When the last check of all of it began that went through, or since when there was time for the first, in milliseconds since 1970. */
  readonly uncheckedSince: number
  /** By how much (ms) the newest event is ahead of the database's clock; below zero when it is not. */
  readonly recordedAheadMs: number
  readonly freeBytes: number
  /** Undefined in a process that keeps none. */
  readonly documents: DocumentDisk | undefined
}

type From = {
  readonly db: Kysely<Database>
  readonly pool: pg.Pool
  readonly eventLog: EventLog
  readonly standsAt: StandsAt
  readonly heartbeats: Pick<Heartbeats, 'others'>
  readonly lostKeys: Pick<LostKeys, 'count'>
  readonly unreadStreams: () => Promise<readonly UnreadStream[]>
  readonly eventKeys: LiveEventKeys
  /** When the log began, in milliseconds since 1970. */
  readonly beganAt: () => Promise<number>
  /** When this process began, in milliseconds since 1970. */
  readonly startedAt: number
  /** Where documents and seals are kept. */
  readonly dataDir: string
  /** Undefined in a process that keeps none. */
  readonly documents: Pick<DocumentStore, 'folder' | 'mustBeReached'> | undefined
}

/** Of which revision this version of the portal has each. */
const REVISIONS: ReadonlyMap<string, number> = new Map(readModels.map(({ name, revision }) => [name, revision]))

export async function seeSystem(from: From): Promise<Sight> {
  const { db, pool, eventLog, standsAt, heartbeats, lostKeys, dataDir } = from
  const [models, standing, others, processes, orphans, outbox, lost, checked, recordedAheadMs, freeBytes, documents] =
    await Promise.all([
      readModelHealth(db, eventLog),
      standsAt(READ_MODEL_NAMES),
      heartbeats.others(),
      processHealth(pool, eventLog),
      findOrphans(pool, allProcesses),
      outboxHealth(pool),
      lostKeys.count(pool),
      seeChecks(from),
      recordedAhead(pool),
      freeSpaceIn(dataDir),
      from.documents === undefined ? undefined : lookAtDocuments(from.documents, dataDir),
    ])
  const behind = new Set(standing.map(({ name }) => name))
  const newer = new Set(
    models.filter(({ name, revision }) => revision > (REVISIONS.get(name) ?? revision)).map(({ name }) => name),
  )
  const files = { freeBytes, documents }
  const unreadStreams = await from.unreadStreams()
  return {
    models,
    behind,
    newer,
    others,
    processes,
    orphans,
    outbox,
    lostKeys: lost,
    unreadStreams,
    ...checked,
    recordedAheadMs,
    ...files,
  }
}

const DAY_MS = 86_400_000

/**
 * A portal that was restored has an old log and no check of it: the first begins at once, and has the time that every night's
 * has, from when this process began. What a row says that no process wrote puts nothing off.
 */
async function seeChecks(from: From): Promise<Pick<Sight, 'checked' | 'uncheckedSince'>> {
  const { pool, eventLog, eventKeys, beganAt, startedAt } = from
  const kept = await readLastCheck({ client: pool, eventKeys, head: () => eventLog.head() })
  if (kept === 'foreign') return { checked: undefined, uncheckedSince: await beganAt() }
  const { since: uncheckedSince, ended } = kept ?? { since: await beganAt() }
  if (ended === undefined) return { checked: undefined, uncheckedSince: Math.max(uncheckedSince, startedAt - DAY_MS) }
  const { at, events, different } = ended
  return { checked: { endedAt: new Date(at).toISOString(), events, different }, uncheckedSince }
}

/** Of a log elsewhere nothing is known here: its own cluster gives its events their times. */
async function recordedAhead(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ ahead: number }>(
    `select (extract(epoch from l.recorded_at - clock_timestamp()) * 1000)::float8 as ahead
       from event_log_head h join event_log l on l.position = h.position
      where l.recorded_at between '0001-01-01' and '9999-12-30'`,
  )
  return rows[0]?.ahead ?? Number.NEGATIVE_INFINITY
}
