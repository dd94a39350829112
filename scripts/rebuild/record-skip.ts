import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { DomainLog } from '#commands/log/domain-log.ts'
import { NO_STREAM, type Position } from '#commands/log/event-log.ts'
import type { LiveSealKeys } from '#commands/log/seals/seal.ts'
import { signSkip } from '#commands/log/signed-decision.ts'
import { type ReadModelEvent, skipsStream } from '#domain/read-model/events.ts'
import { readSkips } from '#commands/log/skips.ts'

type Portal = {
  readonly pool: pg.Pool
  readonly log: Pick<DomainLog, 'readOn' | 'readWhatHolds' | 'append'>
  /** The newest signs the decision. */
  readonly sealKeys: LiveSealKeys
}

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
  { pool, log, sealKeys }: Portal,
  decision: Decision,
  at: string,
): Promise<string | undefined> {
  const { model, position, by, reason } = decision
  if ((await readSkips(log, sealKeys)(model)).has(position)) return undefined
  const { rows } = await pool.query<{ stopped_at: Position | null }>(
    `select stopped_at from read_model where name = $1 and error is not null
     union all
     select stopped_at from read_model_build where name = $1 and error is not null`,
    [model],
  )
  const stops = rows.map(({ stopped_at: at }) => at ?? 'unknown')
  if (stops.length === 0)
    return `${model} does not stand still: there is nothing to go around. Where its build fails, npm run rebuild -- ${model} shows`
  if (!stops.includes(position))
    return `${model} stopped at the event of position ${stops.join(' and ')}, not ${position}`
  // Throws where its decisions do not hold: none can be put behind them.
  const begin = { revision: NO_STREAM, hash: '' }
  const head = (await log.readOn<ReadModelEvent>(skipsStream(model), begin)).at(-1)?.head ?? begin
  // By chance: whoever could tell it before could keep the decision out of the log by an event of that id elsewhere.
  const id = randomUUID()
  const data = signSkip(sealKeys.signing(), head.revision + 1, { model, position, by, reason, at })
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
