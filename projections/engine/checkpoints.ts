import type pg from 'pg'
import type { Position } from '#commands/log/event-log.ts'
import { endSilentHolders } from '#commands/silent-holder.ts'
import type { Definition } from './definition.ts'

/** The channel that tells other processes how far read models have come: `position name name …`, or only `position`. */
export const READ_MODEL_CHANNEL = 'read_model'
const LONGEST_NOTE = 7_900

export type Checkpoint = {
  readonly revision: number
  readonly position: Position
  readonly fingerprint: string
  /** By how many decisions of operators its tables were folded. */
  readonly decided: number
  /** Why the model stands still, as its driver reports it; null while it does not. An order to nobody. */
  readonly error: string | null
  /** Whether some process builds its tables now. */
  readonly isBuilding: boolean
}

/** Whether its tables are of an older form than this version of the app has: it is built, not driven. */
export const isOutdated = (
  { revision, fingerprint }: Pick<Definition, 'revision' | 'fingerprint'>,
  found: Pick<Checkpoint, 'revision' | 'fingerprint'>,
): boolean => found.revision < revision || (found.revision === revision && found.fingerprint !== fingerprint)

/** Whether a process holds the lock of a build: a condition on `b`, a row of read_model_build. */
export const BUILD_IS_LOCKED = `exists (
  select from pg_locks l
   where l.locktype = 'advisory' and l.granted
     and l.database = (select oid from pg_database where datname = current_database())
     and l.classid = hashtext('read model build')::oid and l.objid = hashtext(b.name)::oid)`

/** Somebody else moved a checkpoint: another runner, a rebuild, a newer version of the app. Look again. */
export class CheckpointMoved extends Error {
  constructor(names: readonly string[]) {
    super(`The checkpoint of ${names.join(', ')} was moved by somebody else`)
    this.name = 'CheckpointMoved'
  }
}

export async function readCheckpoints(client: pg.ClientBase | pg.Pool): Promise<ReadonlyMap<string, Checkpoint>> {
  const { rows } = await client.query<Checkpoint & { name: string }>(
    `select m.name, m.revision, m.position, m.fingerprint, m.decided, m.error,
            (b.name is not null and b.error is null and ${BUILD_IS_LOCKED}) as "isBuilding"
       from read_model m left join read_model_build b on b.name = m.name`,
  )
  return new Map(rows.map(({ name, ...checkpoint }) => [name, checkpoint]))
}

/** A model's next checkpoint, and the one from which it goes there. */
export type Move = { readonly definition: Definition; readonly from: Position; readonly to: Position }

/**
 * Moves checkpoints by compare-and-set, in the caller's transaction and as its first write, so that whoever else wants
 * to move one waits. Throws `CheckpointMoved` when one is not where it was.
 */
export async function moveCheckpoints(client: pg.ClientBase, moves: readonly Move[]): Promise<void> {
  const names = moves.map(({ definition }) => definition.name)
  const { rowCount } = await client.query({
    name: 'move checkpoints',
    text: `update read_model m set position = u.new, error = null, stopped_at = null
             from unnest($1::text[], $2::integer[], $3::bigint[], $4::bigint[]) u(name, revision, old, new)
            where m.name = u.name and m.revision = u.revision and m.position = u.old`,
    values: [
      names,
      moves.map(({ definition }) => definition.revision),
      moves.map(({ from }) => from),
      moves.map(({ to }) => to),
    ],
  })
  if (rowCount !== moves.length) throw new CheckpointMoved(names)
}

/** Tells, when the caller's transaction commits, where these models are. */
export async function notifyMoved(client: pg.ClientBase, names: readonly string[], position: Position): Promise<void> {
  const note = [position, ...names].join(' ')
  await client.query({
    name: 'notify moved',
    text: 'select pg_notify($1, $2)',
    values: [READ_MODEL_CHANNEL, note.length > LONGEST_NOTE ? String(position) : note],
  })
}

/** What is kept as the reason of a model whose checkpoint stands where the log has nothing. */
export const BEYOND_THE_LOG =
  'Its checkpoint is beyond the end of the log, which is another one or an earlier state of it'

/** Records why a model stands still, and at which event when that is known; `null` when nothing holds it up any more. */
export async function recordStop(
  client: pg.ClientBase,
  { name, revision }: Definition,
  error: string | null,
  stoppedAt: Position | null,
): Promise<void> {
  await client.query('update read_model set error = $3, stopped_at = $4 where name = $1 and revision = $2', [
    name,
    revision,
    error?.slice(0, 2_000) ?? null,
    stoppedAt,
  ])
}

/** Tells whoever waits for models to look where they are. */
export async function notifyLook(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_notify($1, $2)', [READ_MODEL_CHANNEL, '0'])
}

/** Takes the right to drive (or build) a model, held until the connection ends; false when somebody else has it. */
export async function tryLock(client: pg.ClientBase, what: 'drive' | 'build', name: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock(hashtext($1), hashtext($2)) as taken',
    [`read model ${what}`, name],
  )
  return rows[0]?.taken === true
}

/** Takes the right to drive (or build) models from processes that stand still: whoever tries next may have it. */
export const endSilent = (client: pg.ClientBase, what: 'drive' | 'build'): Promise<void> =>
  endSilentHolders(client, `l.classid = hashtext('read model ${what}')::oid`)

export async function unlock(client: pg.ClientBase, what: 'drive' | 'build', name: string): Promise<void> {
  await client.query('select pg_advisory_unlock(hashtext($1), hashtext($2))', [`read model ${what}`, name])
}
