import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEAL_STREAM } from '#commands/log/seals/seal.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { loadReferenceData } from '#scripts/demo/reference.ts'
import { AT } from '#tests/support/command.ts'
import { verifyPortal, verifyProgram } from './verify-portal.ts'

// The tests are one story, in order: the portal runs, and somebody with all rights on its database changes it.
let app: TestApp
let superuser: pg.Client

beforeAll(async () => {
  app = await startTestApp({ sealing: { everyEvents: 100, everyMs: 60_000 } })
  const { handler, eventLog } = app.context
  await loadReferenceData({ handler, at: AT })
  const due = Math.floor((await eventLog.head()) / 100)
  while ((await eventLog.read(SEAL_STREAM)).length < due);
  superuser = new pg.Client({ connectionString: app.database.superuserUrl })
  await superuser.connect()
  await superuser.query("set session_replication_role = 'replica'")
})
afterAll(async () => {
  await superuser.end()
  await app.end()
})

const verify = (args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) => verifyPortal(app, args, env)

test('while the portal runs its log is green: events, seals and money are told, and it ends with 0', async () => {
  const { code, said } = await verify()
  expect(said).toContain('GREEN')
  expect(said).toMatch(/Seals: ([1-9]\d*) in the log, \1 in the file/)
  expect(said).toContain('trial balance 0.00')
  expect(said).toMatch(/Note: [1-9]\d* read models were folded anew and compared/)
  expect(said).not.toContain('Not checked: The keys')
  expect(code).toBe(0)
})

test('whoever reads only its first line gets no stack', async () => {
  const { file, args, env } = verifyProgram(app)
  const program = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  program.stderr.on('data', (text: Buffer) => (stderr += String(text)))
  program.stdout.once('data', () => program.stdout.destroy())
  const [code] = await once(program, 'close')
  expect([code, stderr]).toEqual([0, ''])
})

test('a row of a read model that was changed is named by table, key and column; --log-only does not look', async () => {
  const [{ id = '', name = '' } = {}] = (await superuser.query('select id, name from coe order by id limit 1')).rows
  await superuser.query("update coe set name = name || ' (moved)' where id = $1", [id])
  const { code, said } = await verify()
  expect([code, said]).toEqual([1, expect.stringContaining(`coe [${id}] name (read model coe)`)])
  expect(said).toContain(`expected: ${name}`)
  const logOnly = await verify(['--log-only'])
  expect([logOnly.code, logOnly.said]).toEqual([0, expect.stringContaining('Not checked: Documents and read models')])
  await superuser.query('update coe set name = $2 where id = $1', [id, name])
})

test('whoever has the public key and a copy of the seals needs no secret', async () => {
  const { said: key } = await verify(['--show-key'])
  expect(key).toContain('BEGIN PUBLIC KEY')
  const file = join(app.dataDir, 'key.pem')
  await writeFile(file, key)
  const seals = join(app.dataDir, 'seals', 'seals.jsonl')
  const given = ['--public-key', file, '--seals', seals]
  expect(await verify(given, { DATA_DIR: join(app.dataDir, 'elsewhere') })).toMatchObject({ code: 0 })
})

test('events that were edited are named, as text and as JSON, and it ends with 1', async () => {
  await superuser.query("update event_log set data = data || ' ' where position in (123, 145)")
  const { code, said } = await verify()
  expect(said).toMatch(/RED\. \d+ places do not hold/)
  for (const position of [123, 145]) expect(said).toMatch(new RegExp(`Position ${position} of \\S+ \\(hash\\)`))
  expect(code).toBe(1)
  const json = await verify(['--json'])
  expect(json.code).toBe(1)
  const { differences } = JSON.parse(json.out)
  const hashes = differences.filter(({ check }: { check: string }) => check === 'hash')
  expect(hashes.map(({ position }: { position: number }) => position)).toEqual([123, 145])
  await superuser.query('update event_log set data = rtrim(data) where position in (123, 145)')
  expect(await verify()).toMatchObject({ code: 0 })
})

test('a tail that was cut off is named, and it ends with 1', async () => {
  await superuser.query('delete from event_log where position > 150')
  await superuser.query('update event_log_head set position = 150')
  const { code, said } = await verify()
  expect(said).toMatch(/Position \d+ \(seal \d+ of the file\)/)
  expect(said).toContain('its end was cut off')
  expect(code).toBe(1)
})

// Without a database, and with an option that it does not know: start-refusals.test.ts.
test('what cannot be checked ends with 2: no seal key, a folder of seals', async () => {
  const empty = join(app.dataDir, 'empty')
  await mkdir(empty)
  expect(await verify([], { DATA_DIR: empty })).toMatchObject({ code: 2, said: expect.stringContaining('no seal key') })
  await rm(empty, { recursive: true })
  const { code, said } = await verify(['--seals', app.dataDir])
  expect([code, said]).toEqual([2, expect.stringContaining(`${app.dataDir} is no file: a folder`)])
  expect(said).not.toContain('EISDIR')
})
