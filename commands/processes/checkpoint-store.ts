import type pg from 'pg'
import type { Position } from '#commands/log/event-log.ts'
import { type Decisions, leavesOutSince } from '#commands/log/decisions.ts'
import { inTransaction } from '#commands/postgres.ts'
import { textOf } from './item-store.ts'

/** A process as its tables have it. `quietUpTo` and `bornAt` (ms) are when it first ran: it mails nothing about before. */
export type Standing = {
  readonly name: string
  readonly quietUpTo: Position
  readonly bornAt: number
  position: Position
  /** By how many decisions of operators what is open was folded. */
  decided: number
}

/** Somebody else moved a checkpoint: another runner has the turn. */
export class CheckpointMoved extends Error {
  constructor(names: readonly string[]) {
    super(`The checkpoint of ${names.join(', ')} was moved by somebody else`)
    this.name = 'CheckpointMoved'
  }
}

/**
 * Where the processes stand. Whatever a runner of before had put off, or given up, is due now: it may have ended in the
 * middle of it, and somebody may have mended what was in the way.
 */
export async function takeOver(
  client: pg.ClientBase,
  names: readonly string[],
  head: Position,
  now: number,
): Promise<readonly Standing[]> {
  await client.query(
    `insert into process_checkpoint (name, position, quiet_up_to, born_at)
     select name, 0, $2, $3 from unnest($1::text[]) name on conflict (name) do nothing`,
    [names, head, new Date(now)],
  )
  await client.query('update process_item set due_at = $2 where process = any($1) and (due_at > $2 or is_dead)', [
    names,
    new Date(now),
  ])
  const { rows } = await client.query<{
    name: string
    position: string
    decided: number
    quiet: string
    born_at: Date
  }>(`select name, position, decided, quiet_up_to as quiet, born_at from process_checkpoint where name = any($1)`, [
    names,
  ])
  // Where the log has nothing, and at a time to come, no process ran first: it would mail nobody, and nobody would know.
  const ofBefore = (value: number, end: number) => (value > end ? 0 : value)
  return rows.map(({ name, position, decided, quiet, born_at: bornAt }) => ({
    ...{ name, position: Number(position), decided },
    ...{ quietUpTo: ofBefore(Number(quiet), head), bornAt: ofBefore(bornAt.getTime(), now) },
  }))
}

/**
 * Has the processes that stand beyond `head`, the log's own end, or before its beginning, begin again from the first event: the log is another
 * one, or an earlier state of itself, or somebody wrote to the checkpoint, and from there they would follow nothing up.
 * Going through the log once more opens what is open and mails nothing twice (`write`). Gives their names.
 */
export async function beginAgainBeyond(
  client: pg.ClientBase,
  standing: readonly Standing[],
  head: Position,
): Promise<readonly string[]> {
  const beyond = standing.filter(({ position }) => position > head || position < 0)
  if (beyond.length === 0) return []
  await moveCheckpoints(client, beyond, 0)
  for (const process of beyond) process.position = 0
  return beyond.map(({ name }) => name)
}

/**
 * Brings what is open in line with what operators have decided since: an item of an event that is left out is ended, and a
 * process that had passed one of its own begins again from the first event, as it may have closed something. Gives their names.
 */
export async function beginAgainByDecision(
  client: pg.ClientBase,
  standing: readonly Standing[],
  decisions: Decisions,
  needs: (process: string, type: string) => boolean,
): Promise<readonly string[]> {
  const again: string[] = []
  for (const process of standing.filter(({ decided }) => decided !== decisions.known)) {
    const { name } = process
    // Of more than there are somebody else wrote, and it would not begin again by the next.
    const decided = process.decided > decisions.known ? 0 : process.decided
    const isAgain = leavesOutSince(decisions, { ...process, decided }, (type) => needs(name, type))
    await inTransaction(client, async () => {
      await moveCheckpoints(client, [process], isAgain ? 0 : process.position)
      await client.query('update process_checkpoint set decided = $2 where name = $1', [name, decisions.known])
      const { rows } = await client.query<{ key: string; position: string }>(
        'select key, position from process_item where process = $1',
        [name],
      )
      const ended = rows.filter((item) => decisions.leftOut(Number(item.position)) !== undefined)
      await client.query('delete from process_item where process = $1 and key = any($2)', [
        ...[name, ended.map(({ key }) => key)],
      ])
    })
    if (isAgain) again.push(name)
    Object.assign(process, { decided: decisions.known, ...(isAgain ? { position: 0 } : {}) })
  }
  return again
}

/** Moves checkpoints by compare-and-set: the first write of its transaction, so that whoever else wants to waits. */
export async function moveCheckpoints(
  client: pg.ClientBase,
  standing: readonly Standing[],
  to: Position,
): Promise<void> {
  const names = standing.map(({ name }) => name)
  const { rowCount } = await client.query({
    name: 'process move',
    text: `update process_checkpoint c set position = $3, error = null
             from unnest($1::text[], $2::bigint[]) m(name, at) where c.name = m.name and c.position = m.at`,
    values: [names, standing.map(({ position }) => position), to],
  })
  if (rowCount !== standing.length) throw new CheckpointMoved(names)
}

/** Records why a process stands still. */
export async function recordStop(client: pg.ClientBase, process: string, error: unknown): Promise<void> {
  await client.query('update process_checkpoint set error = $2 where name = $1', [process, textOf(error)])
}
