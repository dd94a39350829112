import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, createPool, isPassingFault } from '#commands/postgres.ts'
import { createCuttingProxy, type CuttingProxy } from '#tests/support/cutting-proxy.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

// A connection that dies without a listener is an uncaught error, which fails the run: nothing here may throw but the
// question that was under way.
let database: TestDatabase
let superuser: pg.Pool
let proxy: CuttingProxy
let url: string
beforeAll(async () => {
  database = await freshDatabase()
  superuser = createPool(database.superuserUrl, { name: 'test', patience: 'call', max: 1 })
  const direct = new URL(database.appUrl)
  proxy = await createCuttingProxy({ host: direct.hostname, port: Number(direct.port) })
  direct.port = String(proxy.port)
  url = direct.href
})
afterAll(async () => {
  await superuser.end()
  await proxy.close()
  await database.drop()
})

/** `once` would throw the error that comes before it. */
const endOf = (client: pg.ClientBase) => new Promise<void>((resolve) => client.once('end', () => resolve()))

const terminate = (client: pg.ClientBase) =>
  superuser.query('select pg_terminate_backend($1)', [(client as pg.Client & { processID: number }).processID])

/** Ways in which a connection dies. */
const deaths = [
  { how: 'its backend is killed', kill: async (client: pg.ClientBase) => void (await terminate(client)) },
  { how: 'the line is cut', kill: async () => proxy.cutAll() },
]

/** What a connection may be doing when it dies; resolves when whoever does it has heard. */
const doings: readonly {
  doing: string
  act: (client: pg.ClientBase, kill: () => Promise<void>) => Promise<unknown>
}[] = [
  { doing: 'nothing', act: (_client, kill) => kill() },
  {
    doing: 'nothing, in a transaction',
    act: async (client, kill) => {
      await client.query('begin')
      await kill()
    },
  },
  {
    doing: 'a query',
    act: async (client, kill) => {
      const asked = expect(client.query('select pg_sleep(600)')).rejects.toSatisfy(isPassingFault)
      await kill()
      await asked
    },
  },
  {
    doing: 'a COPY out, in the middle',
    act: async (client, kill) => {
      const copy = client.query(copyTo("copy (select repeat('x', 1000) from generate_series(1, 1000000)) to stdout"))
      let isKilled = false
      const reading = (async () => {
        for await (const chunk of copy) {
          if (isKilled || chunk.length === 0) continue
          isKilled = true
          await kill()
        }
      })()
      await expect(reading).rejects.toSatisfy(isPassingFault)
    },
  },
  {
    doing: 'a COPY out that nobody reads',
    act: async (client, kill) => {
      const copy = client.query(copyTo("copy (select repeat('x', 1000) from generate_series(1, 1000000)) to stdout"))
      const failed = once(copy, 'error').then(() => copy.destroy())
      await once(copy, 'readable')
      await kill()
      copy.resume()
      await failed
    },
  },
  {
    doing: 'a COPY in, in the middle',
    act: async (client, kill) => {
      await client.query('create temporary table taken (line text)')
      async function* lines() {
        yield 'one\n'
        await kill()
        for (;;) yield 'x'.repeat(10_000) + '\n'
      }
      await expect(pipeline(Readable.from(lines()), client.query(copyFrom('copy taken from stdin')))).rejects.toThrow()
    },
  },
  {
    doing: 'listening',
    act: async (client, kill) => {
      await client.query('listen somebody')
      await kill()
    },
  },
  {
    doing: 'holding an advisory lock',
    act: async (client, kill) => {
      await client.query('select pg_advisory_lock(4711)')
      await kill()
      const held = () => superuser.query("select from pg_locks where locktype = 'advisory' and objid = 4711")
      await expect.poll(async () => (await held()).rowCount).toBe(0)
    },
  },
]

const cases = deaths.flatMap((death) => doings.map((doing) => ({ ...death, ...doing })))

test.each(cases)('a client of a pool doing $doing survives when $how, and the pool goes on', async ({ kill, act }) => {
  const pool = createPool(url, { name: 'test', patience: 'call', max: 2 })
  const client = await pool.connect()
  const ended = endOf(client)
  await act(client, () => kill(client))
  await ended
  client.release()
  expect(pool.totalCount).toBe(0)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test.each(cases)('a client of its own doing $doing survives when $how', async ({ kill, act }) => {
  const client = createClient(url, { name: 'test', patience: 'call' })
  await client.connect()
  const ended = endOf(client)
  await act(client, () => kill(client))
  await ended
  await client.end()
})

test('an idle connection of a pool that dies is replaced', async () => {
  const pool = createPool(url, { name: 'test', patience: 'call', max: 2 })
  await pool.query('select 1')
  proxy.cutAll()
  await expect.poll(() => pool.totalCount).toBe(0)
  await pool.query('select 1')
  await pool.end()
})

test('a question that is not answered in time is given up with its connection, not handed to the next caller', async () => {
  const impatient = { connectionString: url, query_timeout: 100, statement_timeout: 0 }
  const pool = createPool(impatient, { name: 'test', patience: 'call', max: 1 })
  const client = await pool.connect()
  await expect(client.query('select pg_sleep(600)')).rejects.toSatisfy(isPassingFault)
  client.release()
  expect(pool.totalCount).toBe(0)
  await expect(pool.query('select pg_sleep(600)')).rejects.toSatisfy(isPassingFault)
  await pool.end()
})

test('what is asked of a connection that is busy waits here, in its order: pg is given one question at a time', async () => {
  const client = createClient(url, { name: 'test', patience: 'call' })
  await client.connect()
  await client.query('create temporary table taken (line text)')
  const [first, copied, failed, last] = [
    client.query('select pg_sleep(0.05)'),
    pipeline(Readable.from(['one\ntwo\n']), client.query(copyFrom('copy taken from stdin'))),
    expect(client.query('select 1 / 0')).rejects.toThrow('division by zero'),
    client.query('select line from taken order by line desc'),
  ]
  expect(Reflect.get(client, '_queryQueue')).toEqual([])
  await Promise.all([first, copied, failed])
  expect((await last).rows).toEqual([{ line: 'two' }, { line: 'one' }])
  await client.end()
})

test('a COPY may take longer than a question, and a pool that made one ends', async () => {
  const impatient = { connectionString: url, query_timeout: 50, statement_timeout: 0 }
  const pool = createPool(impatient, { name: 'test', patience: 'call', max: 1 })
  const client = await pool.connect()
  const copy = client.query(copyTo('copy (select pg_sleep(0.05) from generate_series(1, 20)) to stdout'))
  let lines = 0
  for await (const chunk of copy) lines += String(chunk).split('\n').length - 1
  expect(lines).toBe(20)
  client.release()
  await pool.end()
})

test('every session is bounded on the server too, and says what it is for', async () => {
  const pool = createPool(url, { name: 'bounds', patience: 'call', max: 1 })
  const setting = (name: string) => pool.query(`show ${name}`).then(({ rows }) => Object.values<string>(rows[0])[0])
  expect(await setting('statement_timeout')).toBe('10s')
  expect(await setting('idle_in_transaction_session_timeout')).toBe('1min')
  expect(await setting('application_name')).toBe('chf bounds')
  await pool.end()
})

test('what a role has set for itself changes nothing of what queries mean and what is acknowledged', async () => {
  const odd = {
    search_path: 'pg_temp, public',
    datestyle: 'German, DMY',
    intervalstyle: 'iso_8601',
    timezone: 'Asia/Tokyo',
    bytea_output: 'escape',
    extra_float_digits: '-10',
    standard_conforming_strings: 'off',
    transform_null_equals: 'on',
    array_nulls: 'off',
    quote_all_identifiers: 'on',
    default_transaction_isolation: 'serializable',
    default_transaction_read_only: 'on',
    synchronous_commit: 'off',
    lock_timeout: '1ms',
    statement_timeout: '1ms',
    idle_in_transaction_session_timeout: '1ms',
    idle_session_timeout: '1ms',
    // A library that is not there ends every connection as it begins.
    local_preload_libraries: 'nope',
  }
  const settingsOf = async (client: pg.Client) => {
    await client.connect()
    const asked = Object.keys(odd).map((name) => `current_setting('${name}') as ${name}`)
    const { rows } = await client.query<Record<string, string>>(`select ${asked.join(', ')}`)
    await client.end()
    return rows[0]
  }
  const connecting = { name: 'test', patience: 'call' } as const
  const before = await settingsOf(createClient(database.appUrl, connecting))
  // In this database alone: other files of the run have the same role.
  const { username, pathname } = new URL(database.appUrl)
  const role = `alter role ${username} in database "${pathname.slice(1)}"`
  for (const [name, value] of Object.entries(odd))
    await superuser.query(`${role} set ${name} = ${name === 'search_path' ? value : `'${value}'`}`)
  expect(await settingsOf(createClient(database.appUrl, connecting))).toEqual(before)
})

test('a connection that a time limit of the server’s cuts is a fault that passes', async () => {
  const settings = { transaction_timeout: '200ms' }
  const client = createClient(database.appUrl, { name: 'test', patience: 'hours', settings })
  await client.connect()
  const ended = endOf(client)
  await expect(client.query('select pg_sleep(600)')).rejects.toSatisfy(isPassingFault)
  await ended
})
