import type pg from 'pg'
import { plainErrorText } from '#domain/kernel/plain-error.ts'
import type { Position } from '#commands/log/event-log.ts'
import type { RowMacs } from '#commands/row-macs.ts'
import { askedMac } from './asked-mail.ts'
import type { Writes } from './changes.ts'

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
/** What the columns of tries hold. */
const MOST_TRIES = 2_147_483_647

/** The clock of the database, in milliseconds: one for all processes, whatever their machines' say. */
export async function databaseClock(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ now: Date }>({ name: 'process clock', text: 'select clock_timestamp() as now' })
  return rows[0]?.now.getTime() ?? Number.NaN
}

/** By a connection, and the key by which the rows of mail say who asked for them. */
export type ProcessTables = { readonly client: pg.ClientBase; readonly macs: RowMacs }

/** `dueFrom` says when an item that was opened at a position is worked first, if it is to be worked. */
export async function write(
  { client, macs }: ProcessTables,
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
      text: `insert into outbox (id, process, template, recipient, stream, revision, due_at, asked_mac)
             select m.id, $1, m.template, m.recipient, m.stream, m.revision, $7, m.asked_mac
               from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::int[], $8::text[])
                 m(id, template, recipient, stream, revision, asked_mac)
             on conflict (id) do nothing`,
      values: [
        ...[process, mails.map(({ id }) => id), mails.map(({ template }) => template), mails.map(({ to }) => to)],
        ...[mails.map(({ stream }) => stream), mails.map(({ revision }) => revision), new Date(now)],
        mails.map(({ to: recipient, ...mail }) => askedMac(macs, { ...mail, process, recipient })),
      ],
    })
}

/**
 * Has items worked now that are put off until after `latest` (ms), for longer than a runner ever does: somebody else did, and
 * nobody would come back to them.
 */
export async function bringForward(
  client: pg.ClientBase,
  names: readonly string[],
  now: number,
  latest: number,
): Promise<void> {
  await client.query({
    name: 'process bring forward',
    text: 'update process_item set due_at = $2 where process = any($1) and due_at > $3',
    values: [names, new Date(now), new Date(latest)],
  })
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
  ...[until === undefined ? null : new Date(until), Math.min(attempts, MOST_TRIES), textOf(error)],
]

/** Without personal data, as all text of errors. */
export const textOf = (error: unknown): string => plainErrorText(error).slice(0, LONGEST_ERROR)
