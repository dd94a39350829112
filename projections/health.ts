import { type QueryExecutorProvider, sql } from 'kysely'
import type { EventLog, Position } from '#commands/log/event-log.ts'
import { BUILD_IS_LOCKED } from './engine/checkpoints.ts'
import { SHAPE, TABLES_CHANGED } from './engine/shape.ts'

/** How one read model is doing, for operators; positions are the log's. */
export type ReadModelHealth = {
  readonly name: string
  readonly revision: number
  readonly position: Position
  readonly head: Position
  /** How many positions (events, but in EventStoreDB) it is behind. */
  readonly lag: number
  /** `building` is with the old rows still served; `stopped` needs somebody to look at `error`. */
  readonly state: 'live' | 'building' | 'stopped'
  /** How much of the log a build has read. */
  readonly percent?: number
  readonly error?: string
  /** The event at which it stands still, or its build failed, where it is known. */
  readonly stoppedAt?: Position
  /** The positions that it goes around, by decision of an operator. */
  readonly skipped: readonly Position[]
}

type Found = {
  name: string
  revision: number
  position: Position
  error: string | null
  skipped: string[]
  build_position: Position | null
  build_head: Position | null
  build_error: string | null
  stopped_at: Position | null
}

/** Every read model that has tables, by name. A build counts only while its process holds its lock. Needs `db` to read bigint as numbers (`createPool`). */
export async function readModelHealth(
  db: QueryExecutorProvider,
  log: Pick<EventLog, 'head'>,
): Promise<readonly ReadModelHealth[]> {
  // The checkpoints are read after the head, so that a busy log does not show as lag: they may only be further.
  const head = await log.head()
  const { rows } = await sql<Found>`
    select m.name, m.revision, m.position, m.skipped::text[] as skipped,
           case when m.shape is distinct from ${sql.raw(SHAPE)} then ${TABLES_CHANGED}::text else m.error end as error,
           b.position as build_position, b.head as build_head, b.error as build_error,
           coalesce(m.stopped_at, b.stopped_at) as stopped_at
      from read_model m
      left join read_model_build b on b.name = m.name and (b.error is not null or ${sql.raw(BUILD_IS_LOCKED)})
     order by m.name`.execute(db)
  return rows.map((row) => {
    const { name, revision, position } = row
    const skipped = row.skipped.map(Number)
    const facts = { name, revision, position, skipped, head, lag: Math.max(0, head - position) }
    const error = row.error ?? row.build_error
    const isBuilding = row.build_position !== null && row.build_error === null
    const at = row.stopped_at === null ? {} : { stoppedAt: row.stopped_at }
    if (error !== null && !isBuilding) return { ...facts, ...at, state: 'stopped', error }
    if (row.build_position === null) return { ...facts, state: 'live' }
    const percent = Math.floor((100 * row.build_position) / Math.max(1, row.build_head ?? 1))
    return { ...facts, state: 'building', percent: Math.min(99, percent) }
  })
}
