import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EndOfLogWrong, NO_STREAM } from '#commands/log/event-log.ts'
import { createPool } from '#commands/postgres.ts'
import { findHeadAhead } from '#commands/log/postgres/head-time.ts'
import { findLostGuards } from '#commands/log/postgres/guards.ts'
import { installPostgresLog, lostGuards } from '#commands/log/postgres/log-schema.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { anEvent, freshStream, someEvents } from '#tests/support/stored-events.ts'
import { APP_ROLE, inThisDatabase, openPostgresLog } from './storage.ts'

let opened: Awaited<ReturnType<typeof openPostgresLog>>
let app: pg.Pool
beforeAll(async () => {
  opened = await openPostgresLog()
  app = new pg.Pool({ ...opened.connection, max: 1 })
  app.on('error', () => undefined)
  await opened.log.append('wallet-guarded', NO_STREAM, someEvents(3))
})
afterAll(async () => {
  await app.end()
  await opened.cleanUp()
})

const insert = `insert into event_log values (99, 'wallet-x', 0, gen_random_uuid(), 'X', '{}', '{}', now())`
const notPermitted = { code: '42501' }

test.each([
  insert,
  `update event_log set data = '{}'`,
  'delete from event_log',
  'truncate event_log',
  'update event_log_head set position = 0',
  'delete from event_log_head',
  'select from event_log_head for update',
  'alter table event_log disable trigger all',
  'drop table event_log',
  'create or replace function public.event_log_append() returns void language sql as $$ $$',
])("the app's role cannot: %s", async (statement) => {
  await expect(app.query(statement)).rejects.toMatchObject(notPermitted)
})

test.each([
  `update event_log set data = '{}'`,
  'delete from event_log where false',
  'truncate event_log',
  'delete from event_log_head',
  'truncate event_log_head',
])('even the owner is refused: %s', async (statement) => {
  await expect(opened.owner.query(statement)).rejects.toMatchObject(notPermitted)
})

test('nothing is said of a table that is held as it was made', async () => {
  expect(await lostGuards(app)).toEqual([])
  expect(await installPostgresLog(opened.owner, APP_ROLE)).toEqual([])
})

const NOTHING = 'begin return null; end'
const REFUSE = 'before update or delete or truncate on event_log for each statement'
test.each([
  ['constraint event_log_place', 'alter table event_log drop constraint event_log_place'],
  ['constraint event_log_id', 'alter table event_log drop constraint event_log_id'],
  ['constraint event_log_pkey', 'alter table event_log drop constraint event_log_pkey'],
  [
    'constraint event_log_size',
    'alter table event_log drop constraint event_log_size, add constraint event_log_size check (true)',
  ],
  [
    'constraint event_log_place',
    'alter table event_log drop constraint event_log_place, add constraint event_log_place unique (stream, revision) deferrable',
  ],
  ['constraint event_log_head_pkey', 'alter table event_log_head drop constraint event_log_head_pkey'],
  ['trigger event_log_no_change', 'alter table event_log disable trigger event_log_no_change'],
  ['trigger event_log_head_stays', 'drop trigger event_log_head_stays on event_log_head'],
  [
    'trigger event_log_no_change',
    `create or replace trigger event_log_no_change ${REFUSE} when (false) execute function event_log_refuse_change()`,
  ],
  [
    'trigger event_log_no_change',
    `create or replace trigger event_log_no_change ${REFUSE.replace('update', 'update of recorded_at')} execute function event_log_refuse_change()`,
  ],
  [
    'trigger event_log_no_change',
    `create schema if not exists elsewhere;
     create or replace function elsewhere.event_log_refuse_change() returns trigger language plpgsql as $$${NOTHING}$$;
     create or replace trigger event_log_no_change ${REFUSE} execute function elsewhere.event_log_refuse_change()`,
  ],
  [
    'function event_log_refuse_change()',
    `create or replace function event_log_refuse_change() returns trigger language plpgsql as $$${NOTHING}$$`,
  ],
  ['rights of the app', `grant insert, update on event_log to ${APP_ROLE}`],
  ['rights of the app', `grant insert (data), update (data) on event_log to ${APP_ROLE}`],
])(
  'whoever owns the table and took away its %s is told of; a start says it once, and puts it back',
  async (key, statement) => {
    await opened.owner.query(statement)
    const gone = [expect.objectContaining({ position: 3, row: { table: 'event_log', key }, check: 'guard of the log' })]
    expect(await lostGuards(app)).toEqual(gone)
    expect(await installPostgresLog(opened.owner, APP_ROLE)).toEqual(gone)
    expect(await lostGuards(app)).toEqual([])
  },
)

test('a constraint that rows stand against stays away, and is told of; so is what nobody of the portal made', async () => {
  await opened.owner.query('alter table event_log drop constraint event_log_id')
  const copy = `insert into event_log select 99, stream, 99, id, type, data, meta, recorded_at from event_log where position = 1`
  await opened.owner.query(copy)
  await opened.owner.query('create rule quiet as on insert to event_log do instead nothing')
  for (let start = 0; start < 2; start += 1) {
    const lost = await installPostgresLog(opened.owner, APP_ROLE)
    expect(lost.map(({ row }) => row?.key)).toEqual(['constraint event_log_id', 'rule quiet of event_log'])
  }
  await opened.owner.query('drop rule quiet on event_log')
  await opened.owner.query('alter table event_log disable trigger all')
  await opened.owner.query('delete from event_log where position = 99')
  await installPostgresLog(opened.owner, APP_ROLE)
  expect(await lostGuards(app)).toEqual([])
})

const APPEND = 'integer[], integer[], text[], integer[], uuid[], text[], text[], text[]'
const TAKES_TEXT = 'text, text, text, text, text, text, text, text'
test.each([
  ['table event_log', 'alter table event_log set unlogged', 'alter table event_log set logged'],
  [
    'column event_log.data',
    'alter table event_log alter data drop not null',
    'alter table event_log alter data set not null',
  ],
  [
    'column event_log.stream',
    'alter table event_log alter stream type text collate "und-x-icu"',
    'alter table event_log alter stream type text collate "C"',
  ],
  ['column event_log.more', 'alter table event_log add more text', 'alter table event_log drop more'],
  ['table more under event_log', 'create table more () inherits (event_log)', 'drop table more'],
  ['table more under event_log_head', 'create table more () inherits (event_log_head)', 'drop table more'],
  ['index more', 'create index more on event_log (md5(data))', 'drop index more'],
  ['index more', "create unique index more on event_log (type) where type = 'X'", 'drop index more'],
  ['policy hides of event_log', 'create policy hides on event_log using (false)', 'drop policy hides on event_log'],
  [
    'row security of event_log',
    'alter table event_log enable row level security',
    'alter table event_log disable row level security',
  ],
  [
    `function event_log_append(${APPEND})`,
    'alter function event_log_append set search_path = elsewhere, pg_catalog',
    'alter function event_log_append set search_path = pg_catalog, pg_temp',
  ],
  [
    `function event_log_append(${APPEND})`,
    'alter function event_log_append security invoker',
    'alter function event_log_append security definer',
  ],
  [
    `function event_log_append(${TAKES_TEXT})`,
    `create function event_log_append(${TAKES_TEXT}) returns integer language sql as 'select 1'`,
    `drop function event_log_append(${TAKES_TEXT})`,
  ],
  [
    'function octet_length(character varying)',
    `create function octet_length(varchar) returns integer language sql as 'select 1'`,
    'drop function octet_length(varchar)',
  ],
  [
    'operator = (character varying, text)',
    `create function never(varchar, text) returns boolean language sql as 'select false';
     create operator public.= (leftarg = varchar, rightarg = text, function = never)`,
    'drop function never cascade',
  ],
  ['rights of everybody', 'grant update on event_log to public', 'revoke update on event_log from public'],
  [
    'rights of the app',
    `grant create on schema public to ${APP_ROLE}`,
    `revoke create on schema public from ${APP_ROLE}`,
  ],
  ['rights of the app', `alter role ${APP_ROLE} createrole`, `alter role ${APP_ROLE} nocreaterole`],
  [
    'cast bigint as text',
    `create function lie(bigint) returns text language sql immutable as $$ select '1' $$; create cast (bigint as text) with function lie(bigint)`,
    'drop function lie cascade',
  ],
  ...['immutable', 'stable', 'strict', 'parallel safe', 'leakproof'].map((how): [string, string, string] => [
    ...([`function event_log_append(${APPEND})`, `alter function event_log_append ${how}`] as const),
    'alter function event_log_append volatile called on null input parallel unsafe not leakproof',
  ]),
  // Of the catalog itself: what is there is not looked at any more.
  ...[
    ['table event_log', 'pg_class', 'relhastriggers', 'oid'],
    ['table event_log_head', 'pg_class', 'relhastriggers', 'oid'],
    ...['indisunique', 'indisready'].map((flag) => ['constraint event_log_id', 'pg_index', flag, 'indexrelid']),
  ].map(([key = '', catalog, column, id]): [string, string, string] => {
    const set = (to: boolean) =>
      `update ${catalog} set ${column} = ${to} where ${id} = '${key.split(' ')[1]}'::regclass`
    return [key, set(false), set(true)]
  }),
  [
    'table event_log',
    "update pg_class set relchecks = 0 where oid = 'event_log'::regclass",
    `update pg_class set relchecks = (select count(*) from pg_constraint where conrelid = pg_class.oid and contype = 'c')
      where oid = 'event_log'::regclass`,
  ],
  [
    `settings of ${APP_ROLE}`,
    inThisDatabase('set session_replication_role = replica'),
    inThisDatabase('reset session_replication_role'),
  ],
])('what could show other rows, or let others in, is told of: %s, by %s', async (key, statement, back) => {
  await opened.owner.query(statement)
  const told = (await lostGuards(app)).map(({ row }) => row?.key)
  await opened.owner.query(back)
  expect(told).toContain(key)
  expect(told.filter((one) => one !== key && one !== 'rights of the app')).toEqual([])
  expect(await lostGuards(app)).toEqual([])
})

// Of all databases of the server: seen within a transaction that nobody else sees.
test.each([
  ['settings in force', "set local session_replication_role = 'replica'", /=replica$/],
  ['settings of everybody', "alter role all set session_replication_role = 'replica'", /=replica$/],
  ['rights of the app', `alter role ${APP_ROLE} replication`, /replication/],
  [
    'rights of the app',
    `grant set on parameter session_replication_role to ${APP_ROLE}`,
    /set of session_replication_role/,
  ],
])('what holds for the whole server is told of: %s, by %s', async (key, statement, found) => {
  const client = await opened.owner.connect()
  await client.query(`begin; ${statement}`)
  const told = await findLostGuards(client, [], APP_ROLE)
  await client.query('rollback')
  client.release()
  expect(told).toContainEqual(
    expect.objectContaining({ row: { table: 'event_log', key }, found: expect.stringMatching(found) }),
  )
})

test('of the portal’s other tables too: a view, a rule, a trigger or row security in the way of who asks', async () => {
  await opened.owner.query(`
    create table read_model (name text); grant select on read_model to ${APP_ROLE}; insert into read_model values ('shown');
    create table kept (a integer); create view shown as select * from kept;
    create rule quiet as on insert to kept do instead nothing; create policy hides on kept using (false);
    alter table kept enable row level security;
    create unlogged table emptied (a integer);
    create trigger late before insert on kept execute function event_log_refuse_change()`)
  const told = (await lostGuards(app)).map(({ row }) => row?.key)
  const rules = [
    'policy hides of kept',
    'row security of kept',
    'rule quiet of kept',
    'table emptied',
    'table shown',
    'trigger late of kept',
  ]
  await opened.owner.query('drop table kept cascade; drop table read_model, emptied')
  expect(told).toEqual(rules)
})

test('a connection of the portal is told that rows would be hidden from it, and is never answered without them', async () => {
  const own = createPool(opened.connection, { name: 'test', patience: 'call', max: 1 })
  await opened.owner.query(
    'alter table event_log enable row level security; create policy hides on event_log using (false)',
  )
  const hidden = await app.query('select from event_log')
  const refused = await own.query('select from event_log').catch((error: unknown) => error)
  await opened.owner.query('drop policy hides on event_log; alter table event_log disable row level security')
  await own.end()
  expect(hidden.rowCount).toBe(0)
  expect(String(refused)).toContain('row-level security')
})

/** One append by the app's rights, past the portal: events of these streams and revisions, each with these data. */
const forge = (streams: readonly string[], revisions: readonly number[], data = `'{}'`) =>
  app.query<{ o_outcome: string }>(
    `select o_outcome from event_log_append(array[$3::int], array[null::int], $1, $2,
       array(select gen_random_uuid() from unnest($1::text[])), array_fill('X'::text, array[$3]),
       array(select ${data} from unnest($1::text[])), array_fill('{}'::text, array[$3]))`,
    [streams, revisions, streams.length],
  )

test.each([
  ['with a gap in its revisions', ['wallet-guarded', 'wallet-guarded'], [3, 2_147_483_647]],
  ['that begins with a gap', ['wallet-guarded'], [4]],
  ['of two streams', ['wallet-guarded', 'wallet-other'], [3, 1]],
  ['of one revision twice', ['wallet-guarded', 'wallet-guarded'], [3, 3]],
] as const)("the app's role appends nothing %s", async (_, streams, revisions) => {
  expect((await forge(streams, revisions)).rows).toEqual([{ o_outcome: 'conflict' }])
})

const NO_EVENTS = `'{}', '{}', '{}', '{}', '{}', '{}'`
const ONE = `array['wallet-guarded'], array[3], array[gen_random_uuid()], array['X'], array['{}'], array['{}']`
test.each([
  ['of fifty events that are none', `array[50], array[null::int], ${NO_EVENTS}`],
  ['that goes back', `array[-4842], array[null::int], ${NO_EVENTS}`],
  ['of no event', `array[0], array[null::int], ${NO_EVENTS}`],
  ['of nothing', `'{}', '{}', ${NO_EVENTS}`],
  ['without a size', `array[null::int], array[null::int], ${ONE}`],
  ['without sizes', `null, array[null::int], ${ONE}`],
  ['of more events than it has', `array[2], array[null::int], ${ONE}`],
  ['of fewer, beside one that goes back', `array[2, -1], array[null::int, null], ${ONE}`],
  [
    'of fewer events than it has',
    `array[1], array[null::int], ${ONE.replaceAll(/array\[(.+?)\](?=,|$)/g, 'array[$1, $1]')}`,
  ],
  ['with decisions of another', `array[1], array[7, 7], ${ONE}`],
  ['whose arrays begin elsewhere', `'[0:0]={1}', array[null::int], ${ONE}`],
  ['whose events begin elsewhere', `array[1], array[null::int], '[0:0]={wallet-guarded}', ${ONE.slice(25)}`],
  ['in two dimensions', `array[[1]], array[null::int], ${ONE}`],
])("the app's role writes nothing, and moves no head, by an append %s", async (_, given) => {
  const head = async () => (await app.query('select * from event_log_head')).rows
  const before = await head()
  await expect(app.query(`select * from event_log_append(${given})`)).rejects.toMatchObject({ code: '22023' })
  expect(await head()).toEqual(before)
})

test("the app's role appends no event that nobody could read", async () => {
  await expect(forge(['wallet-guarded'], [3], `repeat('x', 8000001)`)).rejects.toMatchObject({ code: '23514' })
})

test('the log is whole after all of that', async () => {
  expect(await opened.log.read('wallet-guarded')).toHaveLength(3)
  expect(await opened.log.head()).toBe(3)
})

test("a role that is neither the owner's nor the app's can neither read nor append", async () => {
  const [user, password] = [`${APP_ROLE}_stranger`, 'strange']
  const stranger = new pg.Pool({ ...opened.connection, user, password, max: 1 })
  await opened.owner.query(
    `do $$ begin create role ${user} login password '${password}'; exception when duplicate_object then null; end $$`,
  )
  await opened.owner.query(`grant connect on database ${opened.connection.database} to ${user}`)
  expect((await stranger.query('select 1')).rowCount).toBe(1)
  await expect(stranger.query('select from event_log')).rejects.toMatchObject(notPermitted)
  await expect(
    stranger.query("select event_log_append('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')"),
  ).rejects.toMatchObject(notPermitted)
  await stranger.end()
})

test('installing again, also several times at once, keeps every event', async () => {
  const before = await opened.log.read('wallet-guarded')
  await Promise.all([1, 2, 3].map(() => installPostgresLog(opened.owner, APP_ROLE)))
  expect(await opened.log.read('wallet-guarded')).toEqual(before)
  expect(await opened.log.append('wallet-guarded', 2, [anEvent()])).toMatchObject({ revision: 3, position: 4 })
})

test('the log cannot be installed for an app that connects as the owner or as a superuser', async () => {
  const { rows } = await opened.owner.query<{ me: string }>('select current_user as me')
  await expect(installPostgresLog(opened.owner, rows[0]?.me ?? '')).rejects.toThrow(/must not connect as/)
  const superuser = `event_log_super_${process.pid}`
  await opened.owner.query(`create role ${superuser} superuser`)
  await expect(installPostgresLog(opened.owner, superuser)).rejects.toThrow(/superuser/)
  await opened.owner.query(`drop role ${superuser}`)
})

test('the time of recording is the same in whatever zone and style the session has', async () => {
  const stream = freshStream()
  await opened.log.append(stream, NO_STREAM, someEvents(2))
  const elsewhere = createPostgresLog({ connection: { ...opened.connection, options: '-c timezone=Africa/Lagos' } })
  expect(await elsewhere.read(stream)).toEqual(await opened.log.read(stream))
  await elsewhere.close()
})

test('the recorded clock does not go back when the clock of the server does', async () => {
  const own = await openPostgresLog()
  await own.log.append('wallet-a', NO_STREAM, [anEvent()])
  const ahead = "set recorded_at = '2999-01-01T00:00:00.120Z'"
  await own.owner.query(`set session_replication_role = 'replica'; update event_log ${ahead};
    update event_log_head ${ahead}; set session_replication_role = 'origin'`)
  expect(await findHeadAhead(own.owner)).toEqual([])
  await own.log.append('wallet-a', 0, [anEvent()])
  expect((await own.log.read('wallet-a')).map(({ recordedAt }) => recordedAt)).toEqual([
    '2999-01-01T00:00:00.120Z',
    '2999-01-01T00:00:00.120Z',
  ])
  await own.cleanUp()
})

test.each([0, 1])(
  'a time to come in the head row alone, behind %i events, is taken by none, and found',
  async (events) => {
    const own = await openPostgresLog()
    const append = (at: number) => own.log.append('wallet-a', at, [anEvent()])
    if (events === 1) await append(NO_STREAM)
    await own.owner.query(`update event_log_head set recorded_at = '2999-01-01T00:00:00Z'`)
    await expect(append(events - 1)).rejects.toThrow(EndOfLogWrong)
    expect(await findHeadAhead(own.owner)).toEqual([
      expect.objectContaining({
        position: events + 1,
        check: 'end of the log',
        found: expect.stringContaining('2999'),
      }),
    ])
    await own.owner.query('update event_log_head set recorded_at = clock_timestamp()')
    await append(events - 1)
    await own.cleanUp()
  },
)
