import type pg from 'pg'
import { deriveId } from '#commands/ids.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import { NO_STREAM, type Position } from '#commands/log/event-log.ts'
import { type ReadModelEvent, skipsStream } from '#domain/read-model/events.ts'

/** An operator's decision that a read model goes around an event. */
type Decision = {
  readonly model: string
  readonly position: Position
  readonly by: string
  readonly reason: string
}

/**
 * Records the decision in the log, once. Gives why not, in words: only the very event at which the model stands still
 * can be gone around, so that nobody takes out of a report what it could show.
 */
export async function recordSkip(
  pool: pg.Pool,
  log: Pick<DomainLog, 'read' | 'append'>,
  decision: Decision,
  at: string,
): Promise<string | undefined> {
  const { model, position, by, reason } = decision
  const recorded = await log.read<ReadModelEvent>(skipsStream(model))
  if (recorded.some(({ event }) => event.data.position === position)) return undefined
  const { rows } = await pool.query<{ stopped_at: Position | null }>(
    'select stopped_at from read_model where name = $1 and error is not null',
    [model],
  )
  const [stop] = rows
  if (stop === undefined) return `${model} does not stand still: there is nothing to go around`
  if (stop.stopped_at !== position)
    return `${model} stands still at the event of position ${stop.stopped_at ?? 'unknown'}, not ${position}`
  const last = recorded.at(-1)
  const head =
    last === undefined ? { revision: NO_STREAM, hash: '' } : { revision: last.revision, hash: last.meta.hash }
  const id = deriveId('skip', `${model} ${position}`)
  const data = { model, position, by, reason, at }
  const command = {
    type: 'SkipEvent',
    id,
    by: 'operator',
    at,
    data,
    origin: { roles: [], permission: '', correlationId: id },
  }
  await log.append(skipsStream(model), head, [{ type: 'ReadModelEventSkipped', data }], command)
  return undefined
}
