import type { Worker } from 'node:worker_threads'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PARTS, type PartName } from '#api/running/parts.ts'
import { findingOf } from '#commands/integrity/finding.ts'
import { keepFindings } from '#commands/integrity/finding-store.ts'
import { SEAL_STREAM } from '#commands/log/seals/seal.ts'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { kobo } from '#domain/kernel/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { command } from '#tests/support/command.ts'
import { healthOf } from './health-of.ts'

let app: TestApp
let superuser: pg.Client
const reports: string[] = []
let healthPort: number
let healthThread: Worker | undefined

beforeAll(async () => {
  app = await startTestApp({
    checkShare: 1,
    sealing: { everyEvents: 1 },
    housekeepingEveryMs: 200,
    report: (message) => reports.push(message),
  })
  process.once('worker', (thread) => (healthThread = thread))
  healthPort = await app.showHealth(0)
  superuser = new pg.Client(app.database.superuserUrl)
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await app.end()
})

const partOf = async (name: PartName) => (await healthOf(app)).parts.find((part) => part.name === name)

let gifts = 0
const give = async () => {
  gifts += 1
  const credit = command('RequestPoolCredit', { benefactor: 'A bank', amount: kobo(1_00) })
  await moveFunds(app.context.handler, `gift-${gifts}`, credit)
}

const failuresOf = (name: PartName) => app.context.parts().find((part) => part.name === name)?.failures ?? 0

/** Ends, from the database's side, the connections of which this is true. */
const cut = (where: string) =>
  superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and ${where}`,
  )
/** Takes a table away until the part has failed. */
const without = async (table: string, name: PartName) => {
  const before = failuresOf(name)
  await superuser.query(`alter table ${table} rename to taken_away`)
  await expect.poll(() => failuresOf(name)).toBeGreaterThan(before)
  await superuser.query(`alter table taken_away rename to ${table}`)
}
const hasMoved = async () => {
  await give()
  const head = await app.context.log.head()
  const at = async (names: string) =>
    Number((await superuser.query(`select min(position) as at from ${names}`)).rows[0]?.at)
  await expect.poll(() => at('read_model')).toBeGreaterThanOrEqual(head)
}

/** For each part: how the world outside makes it fail, and how one sees that it goes on. */
const faults: Readonly<Record<PartName, { fail(): Promise<unknown>; goesOn(): Promise<unknown> }>> = {
  'log listener': { fail: () => cut("query = 'select 1'"), goesOn: hasMoved },
  'read model listener': { fail: () => cut("query = 'listen read_model'"), goesOn: hasMoved },
  'read models': { fail: () => without('event_log', 'read models'), goesOn: hasMoved },
  'process manager': {
    fail: () => without('event_log', 'process manager'),
    goesOn: async () => {
      await give()
      const position = async () =>
        Number((await superuser.query('select min(position) as position from process_checkpoint')).rows[0]?.position)
      const head = await app.context.log.head()
      await expect.poll(position).toBeGreaterThanOrEqual(head - 2) // the seal that follows is no move
    },
  },
  sealer: {
    fail: () => without('event_log', 'sealer'),
    goesOn: async () => {
      const seals = async () => (await app.context.log.read(SEAL_STREAM)).length
      const before = await seals()
      await give()
      await expect.poll(seals).toBeGreaterThan(before)
    },
  },
  'seal watch': { fail: () => without('event_log', 'seal watch'), goesOn: hasMoved },
  outbox: {
    fail: () => without('outbox', 'outbox'),
    goesOn: async () => {
      await superuser.query(
        `insert into outbox (id, process, template, recipient, stream, revision, due_at)
         values (gen_random_uuid(), 'account mail', 'roles changed', 'somebody', 'wallet-pool', 2000000000, now())`,
      )
      // Its event may be to come, as far as the sender knows, which goes on and has tried it.
      const tried = async () => (await superuser.query('select from outbox where error is not null')).rowCount
      await expect.poll(tried).toBe(1)
      await superuser.query('delete from outbox')
    },
  },
  accounts: {
    fail: () => without('code_request', 'accounts'),
    goesOn: async () => {
      await superuser.query(
        `insert into code_request (email_key, code_id, purpose, asked_for, asked_at)
         values ('nobody', 'a code', 'recovery', 'recovery', now())`,
      )
      const left = async () => (await superuser.query('select from code_request where resolved_at is null')).rowCount
      await expect.poll(left).toBe(0)
    },
  },
  housekeeping: {
    fail: () => without('call_count', 'housekeeping'),
    goesOn: async () => {
      await superuser.query(`insert into call_count values ('a call of long ago', 1, '2020-01-01')`)
      const left = async () => (await superuser.query('select from call_count')).rowCount
      await expect.poll(left).toBe(0)
    },
  },
  'read model builder': {
    fail: async () => {
      await superuser.query(`
        create function refuse() returns trigger language plpgsql as
          $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$;
        create trigger refuse before insert on read_model_build execute function refuse();
        update read_model set fingerprint = 'old' where name = 'setting'`)
      // Whoever drives the models from now on sees that one has to be built.
      await cut("pid in (select pid from pg_locks where classid = hashtext('read model drive')::oid)")
      await expect.poll(() => failuresOf('read model builder')).toBeGreaterThan(0)
      await superuser.query('drop trigger refuse on read_model_build')
    },
    goesOn: async () => {
      const fingerprint = async () =>
        (await superuser.query(`select fingerprint from read_model where name = 'setting'`)).rows[0]?.fingerprint
      await expect.poll(fingerprint).not.toBe('old')
    },
  },
  'log check': {
    fail: () => without('integrity_check', 'log check'),
    goesOn: async () => {
      await superuser.query(`update integrity_check set since = '2020-01-01', ended_at = null`)
      const ended = async () => (await superuser.query('select ended_at from integrity_check')).rows[0]?.ended_at
      // It takes a small part of a core, and as long as it takes.
      await expect.poll(ended, { timeout: 120_000 }).toBeInstanceOf(Date)
    },
  },
  'integrity watch': {
    fail: () => without('integrity_finding', 'integrity watch'),
    goesOn: async () => {
      const wrong = { position: 1, check: 'hash', expected: 'one', found: 'another' }
      const finding = findingOf(wrong, 'reader', new Date().toISOString())
      await keepFindings(app.context.pool, app.context.eventKeys, [finding])
      const open = () => app.context.integrity.open().length
      await expect.poll(open).toBe(1)
      await superuser.query('delete from integrity_finding')
      await expect.poll(open).toBe(0)
    },
  },
  'database watch': {
    fail: () => without('process_part', 'database watch'),
    goesOn: async () => expect.poll(async () => (await healthOf(app)).status).toBe('green'),
  },
  'health glance': {
    fail: () => without('read_model_build', 'health glance'),
    goesOn: async () => expect.poll(async () => (await healthOf(app)).status).toBe('green'),
  },
  'health listener': {
    fail: async () => healthThread?.terminate(),
    // On the port that whoever asks knows.
    goesOn: async () =>
      expect
        .poll(async () => (await fetch(`http://127.0.0.1:${healthPort}/`).catch(() => undefined))?.status)
        .toBe(200),
  },
  heartbeat: {
    fail: () => without('process_part', 'heartbeat'),
    goesOn: async () => {
      const beats = async () => (await superuser.query('select max(beat_at) as at from process_part')).rows[0]?.at
      const before = await beats()
      await expect.poll(beats).not.toEqual(before)
    },
  },
}

test('a whole system runs every part there is, and says so', async () => {
  await expect
    .poll(() =>
      app.context
        .parts()
        .map(({ name }) => name)
        .sort(),
    )
    .toEqual(Object.keys(PARTS).sort())
  const health = await healthOf(app)
  expect(health.parts.map(({ name, here, state }) => [name, here, state])).toEqual(
    Object.keys(PARTS).map((name) => [name, true, 'running']),
  )
  expect(health).toMatchObject({ status: 'green', says: [] })
})

test.each(Object.entries(faults))('%s fails once, is shown, and goes on', async (name, { fail, goesOn }) => {
  const part = name as PartName // the keys of the table above
  const before = (await partOf(part))?.failures ?? 0
  await give()
  await fail()
  await expect.poll(async () => (await partOf(part))?.failures).toBeGreaterThan(before)
  await expect.poll(async () => (await partOf(part))?.state).toBe('running')
  expect((await partOf(part))?.last_failed_at).toBeDefined()
  expect(reports.some((report) => report.startsWith(part))).toBe(true)
  await goesOn()
  await expect.poll(async () => (await healthOf(app)).status).toBe('green')
})
