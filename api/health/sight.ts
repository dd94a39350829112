import type { Kysely } from 'kysely'
import type { EventLog } from '#commands/log/event-log.ts'
import { readModelHealth, type ReadModelHealth } from '#projections/health.ts'
import type { Database } from '#projections/read-models.ts'
import type { HeardPart, Heartbeats } from '#api/running/heartbeat.ts'
import { freeSpaceIn } from './free-space.ts'

/** What health shows and has to be asked for. */
export type Sight = {
  readonly models: readonly ReadModelHealth[]
  readonly others: readonly HeardPart[]
  readonly freeBytes: number
}

type From = {
  readonly db: Kysely<Database>
  readonly eventLog: EventLog
  readonly heartbeats: Pick<Heartbeats, 'others'>
  /** Where documents and seals are kept. */
  readonly dataDir: string
}

export async function seeSystem({ db, eventLog, heartbeats, dataDir }: From): Promise<Sight> {
  const [models, others, freeBytes] = await Promise.all([
    readModelHealth(db, eventLog),
    heartbeats.others(),
    freeSpaceIn(dataDir),
  ])
  return { models, others, freeBytes }
}
