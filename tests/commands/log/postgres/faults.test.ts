import { afterAll, beforeAll, expect, test } from 'vitest'
import { LogGap, LogUnavailable, NO_STREAM, type EventLog, type StoredEvent } from '#commands/log/event-log.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { createCuttingProxy } from '#tests/support/cutting-proxy.ts'
import { anEvent, asGiven, followCount, freshStream, someEvents } from '#tests/support/stored-events.ts'
import { expectWholeOrder } from '#tests/commands/log/contract/concurrency.ts'
import { openPostgresLog } from './storage.ts'

type Opened = Awaited<ReturnType<typeof openPostgresLog>>
const opened: Opened[] = []
const open = async () => {
  const one = await openPostgresLog()
  opened.push(one)
  return one
}
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

/** Each writer appends to a stream of its own, one after the other. */
const write = (log: EventLog, writers: number, each: number, name: string) =>
  Promise.all(
    times(writers, async (writer) => {
      for (let n = 0; n < each; n += 1) await log.append(`${name}-${writer}`, n - 1, [anEvent()])
    }),
  )

let shared: Opened
beforeAll(async () => {
  shared = await open()
})
afterAll(async () => {
  for (const one of opened) await one.cleanUp()
})

test('followers see every event in order while commits are held back at random in two processes', async () => {
  const { log, reopen, owner } = await open()
  // Deferred to the commit, after the rows have their positions: where a log ordered by a sequence loses events.
  await owner.query(`
    create function hold_back() returns trigger language plpgsql as $$
      begin perform pg_sleep(random() * 0.004); return null; end $$;
    create constraint trigger hold_back after insert on event_log deferrable initially deferred
      for each row execute function hold_back();`)
  const second = await reopen()
  const total = 2 * 16 * 10
  const followers = [followCount(log, 0, total), followCount(second, 0, total)]
  const holder = await owner.connect()
  let isWriting = true
  const holding = (async () => {
    while (isWriting) {
      await holder.query('begin')
      await holder.query('select from event_log_head for update')
      await holder.query('select pg_sleep(random() * 0.01)')
      await holder.query('commit')
    }
  })()
  await Promise.all([write(log, 16, 10, 'one'), write(second, 16, 10, 'two')])
  isWriting = false
  await holding
  holder.release()
  for (const seen of await Promise.all(followers)) {
    expect(seen).toHaveLength(total)
    expectWholeOrder(seen, 0, true)
  }
  await second.close()
})

test('connections cut while 16 writers append: what is acknowledged is there once, and nothing is there twice', async () => {
  const { log, owner, connection } = await open()
  const [writers, each] = [16, 100]
  const acknowledged: string[] = []
  const following = followCount(log, 0, writers * each)
  let isWriting = true
  let cut = 0
  const cutting = (async () => {
    while (isWriting) {
      const { rowCount } = await owner.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = $2',
        [connection.user, connection.database],
      )
      cut += rowCount ?? 0
      await log.head()
    }
  })()
  const outcomes = await Promise.allSettled(
    times(writers, async (writer) => {
      for (let n = 0; n < each; n += 1) {
        const event = anEvent()
        await log.append(`wallet-${writer}`, n - 1, [event])
        acknowledged.push(event.id)
      }
    }),
  )
  isWriting = false
  await cutting
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(cut).toBeGreaterThan(10)
  const seen = await following
  expectWholeOrder(seen, 0, true)
  expect(seen.map(({ id }) => id).sort()).toEqual(acknowledged.sort())
  expect(await log.head()).toBe(writers * each)
})

test('an append whose answer is lost after the commit is acknowledged and stored once', async () => {
  const { connection } = shared
  const proxy = await createCuttingProxy({ host: connection.host ?? '', port: connection.port ?? 0 })
  const log = createPostgresLog({ connection: { ...connection, host: '127.0.0.1', port: proxy.port } })
  const stream = freshStream()
  const events = someEvents(2)
  await log.append(stream, NO_STREAM, [anEvent()])
  proxy.cutAnswerTo('SomethingHappened')
  expect(await log.append(stream, 0, events)).toMatchObject({ revision: 2 })
  expect(proxy.cuts()).toBe(1)
  expect((await log.read(stream, 1)).map(asGiven)).toEqual(events)
  expect(await log.read(stream)).toHaveLength(3)
  await log.close()
  await proxy.close()
})

test('a group whose answer is lost after the commit is acknowledged, each append with its own outcome', async () => {
  const { connection } = shared
  const proxy = await createCuttingProxy({ host: connection.host ?? '', port: connection.port ?? 0 })
  const log = createPostgresLog({ connection: { ...connection, host: '127.0.0.1', port: proxy.port } })
  await log.append(freshStream(), NO_STREAM, [anEvent()])
  proxy.cutAnswerTo('GroupHappened')
  const stream = freshStream()
  const answers = await Promise.allSettled([
    ...times(5, (n) => log.append(stream, n - 1, [anEvent({ type: 'GroupHappened' })])),
    log.append(stream, 90, [anEvent()]),
  ])
  expect(proxy.cuts()).toBe(1)
  expect(answers.map(({ status }) => status)).toEqual([...times(5, () => 'fulfilled'), 'rejected'])
  expect(answers[5]).toMatchObject({ reason: { name: 'RevisionConflict' } })
  expect(await log.read(stream)).toHaveLength(5)
  await log.close()
  await proxy.close()
})

test('an append that the database cannot take fails alone; the others of its group are written', async () => {
  const { log } = shared
  // No index entry can be this long.
  const impossible = times(9000, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join('')
  const names = times(10, (n) => (n === 4 ? impossible : freshStream()))
  const outcomes = await Promise.allSettled(names.map((name) => log.append(name, NO_STREAM, [anEvent()])))
  expect(outcomes.map(({ status }) => status)).toEqual(times(10, (n) => (n === 4 ? 'rejected' : 'fulfilled')))
})

test('a database that stays away fails the call when its time is up', async () => {
  const { connection } = shared
  const proxy = await createCuttingProxy({ host: connection.host ?? '', port: connection.port ?? 0 })
  await proxy.close()
  const log = createPostgresLog({ connection: { ...connection, host: '127.0.0.1', port: proxy.port }, retryFor: 50 })
  const calls = [log.append(freshStream(), NO_STREAM, [anEvent()]), log.read('wallet-a'), log.head()]
  for (const outcome of await Promise.allSettled<unknown>(calls)) {
    expect(outcome).toMatchObject({ reason: expect.any(LogUnavailable) })
    expect(outcome).toMatchObject({ reason: { message: expect.stringContaining('ECONNREFUSED') } })
  }
  await log.close()
})

test('a follower goes on after its connections were cut, without a gap or a repeat', async () => {
  const { log, owner, connection } = await open()
  const stop = new AbortController()
  const batches = log.follow(0, stop.signal)[Symbol.asyncIterator]()
  const seen: StoredEvent[] = []
  for (let round = 0; round < 4; round += 1) {
    const next = batches.next()
    await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = $2', [
      connection.user,
      connection.database,
    ])
    await log.append('wallet-a', round - 1, [anEvent()])
    seen.push(...(await next).value)
  }
  stop.abort()
  expect(seen.map(({ position }) => position)).toEqual([1, 2, 3, 4])
})

test('a follower that meets a gap stops with LogGap and shows nothing behind it', async () => {
  const { log, owner } = await open()
  await log.append('wallet-a', NO_STREAM, someEvents(5))
  await owner.query('alter table event_log disable trigger event_log_no_change')
  await owner.query('delete from event_log where position = 3')
  const seen: StoredEvent[] = []
  const following = (async () => {
    for await (const batch of log.follow(0, new AbortController().signal)) seen.push(...batch)
  })()
  await expect(following).rejects.toThrow(LogGap)
  expect(seen.filter(({ position }) => position > 3)).toEqual([])
  await expect(followCount(log, 2, 1)).rejects.toThrow('The log continues at 4 where 3 was due')
})

test('a false notification wakes followers and does no more', async () => {
  const { log, owner } = await open()
  const following = followCount(log, 0, 2)
  await log.append('wallet-a', NO_STREAM, [anEvent()])
  await owner.query("select pg_notify('event_log', '9007199254740993')")
  await log.append('wallet-a', 0, [anEvent()])
  expect((await following).map(({ position }) => position)).toEqual([1, 2])
})

test('a follower sees what another process appended although its notification was lost', async () => {
  const { log, owner, reopen } = await open()
  const { rows } = await owner.query<{ source: string }>(
    "select pg_get_functiondef('event_log_append'::regproc) as source",
  )
  const source = rows[0]?.source ?? ''
  expect(source).toContain('perform pg_notify')
  await owner.query(source.replace('perform pg_notify', 'perform concat'))
  const other = await reopen()
  const batches = log.follow(0, new AbortController().signal)[Symbol.asyncIterator]()
  for (let revision = NO_STREAM; revision < 2; revision += 1) {
    const next = batches.next()
    const event = anEvent()
    await other.append('wallet-a', revision, [event])
    expect((await next).value.map(asGiven)).toEqual([event])
  }
  await other.close()
})

test('an append is on disk and checks what others committed, whatever the settings of its role', async () => {
  const { owner, connection } = await open()
  await owner.query(`
    create table seen (durable text, isolation text);
    create function note_settings() returns trigger language plpgsql as $$ begin
      insert into public.seen
        select current_setting('synchronous_commit'), current_setting('transaction_isolation');
      return null;
    end $$;
    create trigger note_settings after insert on event_log for each statement execute function note_settings();`)
  const options = '-c synchronous_commit=off -c default_transaction_isolation=serializable'
  const log = createPostgresLog({ connection: { ...connection, options } })
  await log.append('wallet-a', NO_STREAM, [anEvent()])
  expect((await owner.query('select * from seen')).rows).toEqual([{ durable: 'on', isolation: 'read committed' }])
  await log.close()
})

test('an abort ends a follower although the database does not answer', async () => {
  const { log, owner } = await open()
  const blocker = await owner.connect()
  await blocker.query('begin')
  await blocker.query('lock table event_log in access exclusive mode')
  const stop = new AbortController()
  const next = log.follow(0, stop.signal)[Symbol.asyncIterator]().next()
  await expect
    .poll(async () => (await owner.query('select from pg_locks where not granted')).rowCount)
    .toBeGreaterThan(0)
  stop.abort()
  expect(await next).toMatchObject({ done: true })
  await blocker.query('rollback')
  blocker.release()
})
