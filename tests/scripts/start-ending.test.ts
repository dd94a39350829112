import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { portalDatabase, type TestDatabase } from '#tests/support/database.ts'
import { copyFirstPortal } from '#tests/support/made-once.ts'
import { findPostmaster } from '#scripts/postgres/postmaster.ts'
import { freePort } from '#scripts/free-port.ts'
import { getOf, halfSent, openLine } from '#tests/support/raw-line.ts'
import { runNpmStart, runStart, type StartedProgram } from '#tests/support/start-program.ts'

/** What a start needs on a busy machine; the ends alone are far from it. */
const WHOLE_START = 300_000
const READY = 'The portal is at'

const running: StartedProgram[] = []
/** One that an earlier start has filled, and how another gets at it. */
let filled: { readonly database: TestDatabase; readonly env: NodeJS.ProcessEnv }
beforeAll(async () => {
  const database = await portalDatabase()
  const { dataDir, ...program } = await start({ ...onDatabase(database), DEMO_DATA: 'no' })
  await program.until(READY)
  program.signal('SIGTERM')
  await program.ended
  filled = { database, env: { ...onDatabase(database), DEMO_DATA: 'no', DATA_DIR: dataDir } }
}, WHOLE_START)
afterEach(async () => {
  for (const program of running.splice(0)) {
    program.signal('SIGKILL')
    await program.ended
  }
})
afterAll(() => filled.database.drop())

async function start(env: NodeJS.ProcessEnv, run = runStart) {
  const dataDir = await mkdtemp(join(inject('runDir'), 'start-'))
  const port = await freePort()
  const program = run({ DATA_DIR: dataDir, PORT: String(port), ...env })
  running.push(program)
  return { ...program, dataDir, port }
}
const onDatabase = ({ appUrl, ownerUrl }: Pick<TestDatabase, 'appUrl' | 'ownerUrl'>) => ({
  DATABASE_URL: appUrl,
  DATABASE_OWNER_URL: ownerUrl,
})
async function asSuperuser(url: string, sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql)
  await client.end()
}
async function expectToEnd(program: StartedProgram) {
  program.signal('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(program.said()).not.toContain(READY)
}

// In every phase of one on its own database: start-killed.test.ts.
test(
  'SIGTERM ends a start on a database of yours',
  async () => {
    const database = await portalDatabase()
    const program = await start(onDatabase(database))
    await program.until('two demo people')
    await expectToEnd(program)
    await database.drop()
  },
  WHOLE_START,
)

test(
  'SIGTERM to npm ends the portal that it has started, and its database',
  async () => {
    const dataDir = await mkdtemp(join(inject('runDir'), 'start-'))
    await copyFirstPortal(dataDir)
    const program = await start({ DATA_DIR: dataDir }, runNpmStart)
    await program.until(READY)
    const cluster = join(dataDir, 'postgres', 'cluster')
    expect(await findPostmaster(cluster)).toBeDefined()
    program.signal('SIGTERM')
    await program.ended // its output too, which the portal has as well
    expect(await findPostmaster(cluster)).toBeUndefined()
  },
  WHOLE_START,
)

test(
  'SIGTERM while Postgres takes the connection and says nothing ends a start',
  async () => {
    // It reads what it is told: who does not, does not hear of the end of a connection either.
    const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const url = (role: string) => `postgres://${role}:secret@127.0.0.1:${port}/portal`
    const program = await start(onDatabase({ appUrl: url('app'), ownerUrl: url('owner') }))
    await program.until('Database ...')
    await expectToEnd(program)
    silent.close()
  },
  WHOLE_START,
)

test(
  'SIGTERM answers what is in progress, closes lines on which nothing is asked, and waits for no half-sent call',
  async () => {
    const { database, env } = filled
    const program = await start(env)
    await program.until(READY)
    const idle = openLine(program.port)
    idle.send(getOf('/api/coes'))
    await expect.poll(() => idle.said()).toContain('HTTP/1.1 200')
    const halves = Array.from({ length: 20 }, () => openLine(program.port))
    for (const half of halves) half.send(halfSent('/api/login'))
    const headers = Array.from({ length: 20 }, () => openLine(program.port))
    for (const half of headers) half.send('GET /api/coes HTTP/1.1\r\nX-Slow: ')
    // Whoever sends byte by byte goes on with it.
    const dripping = setInterval(() => {
      for (const { socket } of [...halves, ...headers]) if (socket.writable) socket.write(' ')
    }, 200)

    const locking = new pg.Client(database.superuserUrl)
    await locking.connect()
    await locking.query('begin; lock table coe in access exclusive mode')
    const underWay = openLine(program.port)
    underWay.send(getOf('/api/coes'))
    const waiting = `select from pg_locks where relation = 'coe'::regclass and not granted`
    await expect.poll(async () => (await locking.query(waiting)).rowCount).toBeGreaterThan(0)
    program.signal('SIGTERM')
    await expect.poll(() => idle.isEnded()).toBe(true)
    await locking.query('rollback')
    await locking.end()

    await expect.poll(() => underWay.isEnded()).toBe(true)
    const [head = '', body = ''] = underWay.said().split('\r\n\r\n')
    expect(head).toContain('HTTP/1.1 200')
    expect(head.toLowerCase()).toContain('connection: close')
    expect(JSON.parse(body)).toHaveProperty('data')
    // Half a minute after the signal it would have been ended, with 1.
    expect(await program.ended).toBe(0)
    clearInterval(dripping)
    expect([...halves, ...headers].filter((half) => !half.isEnded())).toEqual([])
  },
  WHOLE_START,
)

// The last: nobody can use the filled database after it.
test(
  'a read model that stands still is told of, and the start serves and ends all the same',
  async () => {
    const { database, env } = filled
    const app = new URL(database.appUrl).username
    await asSuperuser(
      database.superuserUrl,
      `update read_model set position = 0 where name = 'service'; revoke insert, update on service from ${app}`,
    )
    const first = await start(env)
    await first.until(READY)
    expect(first.said()).toContain('Stopped filling the read model service')
    const health = async () => (await fetch(`http://127.0.0.1:${first.port}/api/health`)).json()
    await expect
      .poll(health)
      .toMatchObject({ data: { status: 'amber', says: [expect.stringContaining('service stopped at')] } })
    first.signal('SIGTERM')
    expect(await first.ended).toBe(0)

    // The same model, waiting for a build that does not come on.
    await asSuperuser(
      database.superuserUrl,
      `update read_model set fingerprint = 'old', error = null where name = 'service';
     create function never() returns trigger language plpgsql as $$ begin perform pg_sleep(3600); return new; end $$;
     create trigger never before insert on read_model_build for each row execute function never()`,
    )
    const second = await start(env)
    await second.until(READY)
    expect(second.said()).toContain('Still filling the read model service')
    second.signal('SIGTERM')
    expect(await second.ended).toBe(0)
  },
  WHOLE_START,
)
