import type pg from 'pg'
import { plainErrorText } from '#domain/kernel/plain-error.ts'
import type { Position } from '#commands/log/event-log.ts'
import { type Decisions, leavesOutSince } from '#commands/log/decisions.ts'
import { inTransaction } from '#commands/postgres.ts'
import type { Writes } from './changes.ts'

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

/** What is due, and the event that it is about. */
export type DueItem = {
  readonly process: string
  readonly key: string
  readonly stream: string
  readonly revision: number
  readonly position: Position
  readonly attempts: number
}
export type DueTimer = DueItem & { readonly name: string; readonly dueAt: number }

const AT_ONCE = 200
const LONGEST_ERROR = 2_000

/** The clock of the database, in milliseconds: one for all processes, whatever their machines' say. */
export async function databaseClock(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ now: Date }>({ name: 'process clock', text: 'select clock_timestamp() as now' })
  return rows[0]?.now.getTime() ?? Number.NaN
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
  return rows.map(({ name, position, decided, quiet, born_at: bornAt }) => ({
    ...{ name, position: Number(position), decided, quietUpTo: Number(quiet), bornAt: bornAt.getTime() },
  }))
}

/**
 * Has the processes that stand beyond `head`, the log's own end, begin again from the first event: the log is another
 * one, or an earlier state of itself, or somebody wrote to the checkpoint, and from there they would follow nothing up.
 * Going through the log once more opens what is open and mails nothing twice (`write`). Gives their names.
 */
export async function beginAgainBeyond(
  client: pg.ClientBase,
  standing: readonly Standing[],
  head: Position,
): Promise<readonly string[]> {
  const beyond = standing.filter(({ position }) => position > head)
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
  for (const process of standing.filter(({ decided }) => decided < decisions.known)) {
    const { name } = process
    const isAgain = leavesOutSince(decisions, process, (type) => needs(name, type))
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

/** `dueFrom` says when an item that was opened at a position is worked first, if it is to be worked. */
export async function write(
  client: pg.ClientBase,
  process: string,
  { opened, closed, timers, mails }: Writes,
  now: number,
  dueFrom: (position: Position, workAfterMs: number) => number = (_, ms) => now + ms,
): Promise<void> {
  if (closed.length > 0)
    await client.query({
      name: 'process close',
      text: 'delete from process_item where process = $1 and key = any($2)',
      values: [process, closed],
    })
  if (opened.length > 0) {
    const keys = opened.map(({ key }) => key)
    await client.query({
      name: 'process forget timers',
      text: 'delete from process_timer where process = $1 and key = any($2)',
      values: [process, keys],
    })
    await client.query({
      name: 'process open',
      text: `insert into process_item (process, key, stream, revision, position, due_at)
             select $1, * from unnest($2::text[], $3::text[], $4::int[], $5::bigint[], $6::timestamptz[])
             on conflict (process, key) do update
                set stream = excluded.stream, revision = excluded.revision, position = excluded.position,
                    due_at = excluded.due_at, attempts = 0, error = null, is_dead = false`,
      values: [
        ...[process, keys, opened.map(({ stream }) => stream), opened.map(({ revision }) => revision)],
        opened.map(({ position }) => position),
        opened.map(({ position, workAfterMs: ms }) => (ms === undefined ? null : new Date(dueFrom(position, ms)))),
      ],
    })
  }
  if (timers.length > 0)
    await client.query({
      name: 'process set timers',
      text: `insert into process_timer (process, key, name, due_at)
             select $1, t.key, t.name, t.due_at from unnest($2::text[], $3::text[], $4::timestamptz[]) t(key, name, due_at)
              where exists (select from process_item i where i.process = $1 and i.key = t.key)
             on conflict (process, key, name) do update set due_at = excluded.due_at, attempts = 0, error = null`,
      values: [
        ...[process, timers.map(({ key }) => key), timers.map(({ name }) => name), timers.map(({ dueAt }) => dueAt)],
      ],
    })
  if (mails.length > 0)
    await client.query({
      name: 'process ask for mail',
      text: `insert into outbox (id, process, template, recipient, stream, revision, due_at)
             select m.id, $1, m.template, m.recipient, m.stream, m.revision, $7
               from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::int[])
                 m(id, template, recipient, stream, revision)
             on conflict (id) do nothing`,
      values: [
        ...[process, mails.map(({ id }) => id), mails.map(({ template }) => template), mails.map(({ to }) => to)],
        ...[mails.map(({ stream }) => stream), mails.map(({ revision }) => revision), new Date(now)],
      ],
    })
}

/** Records why a process stands still. */
export async function recordStop(client: pg.ClientBase, process: string, error: unknown): Promise<void> {
  await client.query('update process_checkpoint set error = $2 where name = $1', [process, textOf(error)])
}

/** When (ms) the next item or timer is due; undefined when none will be. */
export async function nextDue(client: pg.ClientBase, names: readonly string[]): Promise<number | undefined> {
  const { rows } = await client.query<{ due: Date | null }>({
    name: 'process next due',
    text: `select least((select min(due_at) from process_item where process = any($1) and due_at is not null),
                        (select min(due_at) from process_timer where process = any($1))) as due`,
    values: [names],
  })
  return rows[0]?.due?.getTime()
}

export async function dueItems(
  client: pg.ClientBase,
  names: readonly string[],
  now: number,
): Promise<readonly DueItem[]> {
  const { rows } = await client.query<DueItem & { position: string }>({
    name: 'process due items',
    text: `select process, key, stream, revision, position, attempts from process_item
            where process = any($1) and due_at <= $2 order by due_at, position limit ${AT_ONCE}`,
    values: [names, new Date(now)],
  })
  return rows.map((row) => ({ ...row, position: Number(row.position) }))
}

export async function dueTimers(
  client: pg.ClientBase,
  names: readonly string[],
  now: number,
): Promise<readonly DueTimer[]> {
  const { rows } = await client.query<Omit<DueTimer, 'dueAt'> & { position: string; due_at: Date }>({
    name: 'process due timers',
    text: `select t.process, t.key, t.name, t.due_at, t.attempts, i.stream, i.revision, i.position
             from process_timer t join process_item i on i.process = t.process and i.key = t.key
            where t.process = any($1) and t.due_at <= $2 order by t.due_at, i.position limit ${AT_ONCE}`,
    values: [names, new Date(now)],
  })
  return rows.map(({ due_at: dueAt, ...row }) => ({ ...row, position: Number(row.position), dueAt: dueAt.getTime() }))
}

/** Takes a timer that is due, in the caller's transaction; false when somebody else has, or it was moved. */
export async function takeTimer(client: pg.ClientBase, { process, key, name, dueAt }: DueTimer): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'process take timer',
    text: 'delete from process_timer where process = $1 and key = $2 and name = $3 and due_at = $4',
    values: [process, key, name, new Date(dueAt)],
  })
  return rowCount === 1
}

/** The item has come to its end, unless it was opened anew meanwhile. */
export async function endItem(client: pg.ClientBase, { process, key, position }: DueItem): Promise<void> {
  await client.query({
    name: 'process end item',
    text: 'delete from process_item where process = $1 and key = $2 and position = $3',
    values: [process, key, position],
  })
}

/** What becomes of an item, or a timer, that could not be worked: tried again at a time (ms), or, without one, given up. */
export type PutOff = { readonly until: number | undefined; readonly attempts: number; readonly error: unknown }

export async function putOffItem(client: pg.ClientBase, item: DueItem, putOff: PutOff): Promise<void> {
  const { process, key, position } = item
  await client.query({
    name: 'process put off item',
    text: `update process_item set due_at = $4, is_dead = $4::timestamptz is null, attempts = $5, error = $6
            where process = $1 and key = $2 and position = $3`,
    values: [process, key, position, ...valuesOf(putOff)],
  })
}

export async function putOffTimer(client: pg.ClientBase, timer: DueTimer, putOff: PutOff): Promise<void> {
  const { process, key, name } = timer
  await client.query({
    name: 'process put off timer',
    text: `update process_timer set due_at = $4, attempts = $5, error = $6
            where process = $1 and key = $2 and name = $3`,
    values: [process, key, name, ...valuesOf(putOff)],
  })
}

const valuesOf = ({ until, attempts, error }: PutOff) => [
  ...[until === undefined ? null : new Date(until), attempts, textOf(error)],
]

/** Without personal data, as all text of errors. */
const textOf = (error: unknown): string => plainErrorText(error).slice(0, LONGEST_ERROR)
