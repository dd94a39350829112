import type { Kysely } from 'kysely'
import type pg from 'pg'
import { lastCheck, type LastCheck } from '#commands/integrity/nightly.ts'
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
import { freeSpaceIn } from './free-space.ts'
import type { LostKeys } from './lost-keys.ts'

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
  /** When all of the log was checked last; undefined while it never was. */
  readonly checked: LastCheck | undefined
  readonly freeBytes: number
}

type From = {
  readonly db: Kysely<Database>
  readonly pool: pg.Pool
  readonly eventLog: EventLog
  readonly standsAt: StandsAt
  readonly heartbeats: Pick<Heartbeats, 'others'>
  readonly lostKeys: Pick<LostKeys, 'count'>
  /** Where documents and seals are kept. */
  readonly dataDir: string
}

/** Of which revision this version of the portal has each. */
const REVISIONS: ReadonlyMap<string, number> = new Map(readModels.map(({ name, revision }) => [name, revision]))

export async function seeSystem({ db, pool, eventLog, standsAt, heartbeats, lostKeys, dataDir }: From): Promise<Sight> {
  const [models, standing, others, processes, orphans, outbox, lost, checked, freeBytes] = await Promise.all([
    readModelHealth(db, eventLog),
    standsAt(READ_MODEL_NAMES),
    heartbeats.others(),
    processHealth(pool, eventLog),
    findOrphans(pool, allProcesses),
    outboxHealth(pool),
    lostKeys.count(pool),
    lastCheck(pool),
    freeSpaceIn(dataDir),
  ])
  const behind = new Set(standing.map(({ name }) => name))
  const newer = models.filter(({ name, revision }) => revision > (REVISIONS.get(name) ?? revision))
  const names = new Set(newer.map(({ name }) => name))
  return { models, behind, newer: names, others, processes, orphans, outbox, lostKeys: lost, checked, freeBytes }
}
