import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sealFileIn } from '#commands/log/seals/seal-file.ts'
import { SEAL_STREAM } from '#commands/log/seals/seal.ts'
import { loadReferenceData } from '#scripts/demo/reference.ts'
import { openSecondPlace, secondPlaceSetting, whereSealsGo } from '#scripts/start/second-place.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { AT } from '#tests/support/command.ts'
import { runCommand } from '#tests/support/command-program.ts'
import { RECEIVER_TOKEN, type SealReceiver, startSealReceiver, withStatus } from '#tests/support/seal-receiver.ts'

// One story, in order: a portal whose seals go to a receiver, seals that wait, and then somebody who cuts all that is here.
let app: TestApp
let receiver: SealReceiver
let secretsDir: string
let clock = 0
const sealing = { everyEvents: 100, everyMs: 60_000, pauses: { first: 20, longest: 20 } }
const WHILE = { timeout: 60_000, interval: 50 }
const place = async () => openSecondPlace({ url: receiver.url }, secretsDir)

beforeAll(async () => {
  receiver = await startSealReceiver()
  secretsDir = await mkdtemp(join(inject('runDir'), 'secrets-'))
  await writeFile(join(secretsDir, 'seals-token'), `${RECEIVER_TOKEN}\n`)
  receiver.answerBy((request, answer) => request.method === 'POST' && withStatus(500)(request, answer))
  app = await startTestApp({ sealing, secretsDir, secondPlace: await place(), now: () => Date.now() + clock })
  await loadReferenceData({ handler: app.context.handler, at: AT })
})
afterAll(async () => {
  await app.end()
  await receiver.die()
  await rm(secretsDir, { recursive: true })
})

const verify = (env: NodeJS.ProcessEnv = {}) => {
  const { ownerUrl, appUrl } = app.database
  const portal = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: app.dataDir, SECRETS_DIR: secretsDir }
  return runCommand('verify', { ...portal, SEALS_URL: receiver.url, ...env }, '--log-only')
}

test('seals that have waited for five minutes make health amber, on every process, until they are taken', async () => {
  await expect.poll(async () => (await app.context.eventLog.read(SEAL_STREAM)).length, WHILE).toBeGreaterThan(1)
  clock = 6 * 60_000
  const waiting = /^sealer: \d+ of \d+ seals wait to be taken by the second place since/
  await expect.poll(async () => (await healthOf(app)).says, WHILE).toEqual([expect.stringMatching(waiting)])
  const other = await startTestApp(
    { roles: { api: true, projections: false, processes: false }, secretsDir, dataDir: app.dataDir },
    app.database,
  )
  await expect.poll(async () => (await healthOf(other)).says, WHILE).toContainEqual(expect.stringMatching(waiting))
  await other.close()
  receiver.answerBy(() => false)
  await expect.poll(async () => (await healthOf(app)).status, WHILE).toBe('green')
})

test('verify holds the log against the second place, and ends with 2 when it cannot', async () => {
  expect(await verify()).toMatchObject({ code: 0, said: expect.stringContaining('held against the second place') })
  expect((await verify({ SEALS_URL: '' })).said).toContain('the seals have no second place')
  await receiver.die()
  const { code, said } = await verify()
  expect([code, said]).toEqual([2, expect.stringContaining('Whether the second place knows other seals')])
  await receiver.comeBack()
})

test('log, seals and seal file cut together: verify is red by the second place alone, and so is the next start', async () => {
  await app.close()
  const superuser = new pg.Client({ connectionString: app.database.superuserUrl })
  await superuser.connect()
  await superuser.query("set session_replication_role = 'replica'")
  const { rows } = await superuser.query("select position from event_log where type = 'LogSealed' order by 1 limit 1")
  await superuser.query('delete from event_log where position > $1', [rows[0].position])
  await superuser.query('update event_log_head set position = $1', [rows[0].position])
  await superuser.end()
  const file = sealFileIn(join(app.dataDir, 'seals'))
  const [first] = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, `${first}\n`)

  const alone = await verify({ SEALS_URL: '' })
  expect(alone.said).not.toMatch(/\((seal|end of the log|position)/)
  const { code, said } = await verify()
  expect([code, said]).toEqual([1, expect.stringMatching(/seal \d+ of the second place/)])

  const reports: string[] = []
  const report = (message: string, error?: unknown) => void reports.push(`${message}: ${String(error)}`)
  const roles = { api: true, projections: false, processes: true }
  const options = { sealing, secretsDir, secondPlace: await place(), dataDir: app.dataDir, report, roles }
  // Read models are beyond such a log, and would refuse the start by themselves.
  const owner = new pg.Client({ connectionString: app.database.superuserUrl })
  await owner.connect()
  await owner.query('update read_model set position = 0')
  await owner.end()
  app = await startTestApp(options, app.database)
  await expect
    .poll(async () => (await healthOf(app)).says, WHILE)
    .toContainEqual(expect.stringMatching(/^the log failed a check at position \d+ \(seal \d+ of the second place/))
  expect(app.context.integrity.open()[0]).toMatchObject({ check: expect.stringContaining('seal '), foundBy: 'sealer' })
  expect(reports.join()).toContain('its end was cut off, or it is an old copy')
})

test('a second place is a folder or an address that is safe to send a token to', async () => {
  const wrong = (env: NodeJS.ProcessEnv) => () => secondPlaceSetting(env)
  expect(secondPlaceSetting({ SEALS_DIR: '', SEALS_URL: '' })).toBeUndefined()
  expect(secondPlaceSetting({ SEALS_DIR: '/mnt/seals' })).toEqual({ folder: '/mnt/seals' })
  expect(secondPlaceSetting({ SEALS_URL: 'https://seals.example/chf' })).toEqual({ url: 'https://seals.example/chf' })
  expect(wrong({ SEALS_DIR: '/mnt/seals', SEALS_URL: 'https://seals.example/' })).toThrow('not both')
  expect(wrong({ SEALS_URL: 'http://seals.example/' })).toThrow('in the clear')
  expect(wrong({ SEALS_URL: 'seals.example' })).toThrow('no address')
  for (const address of ['https://me:secret@seals.example/', 'https://seals.example/?token=secret'])
    expect(wrong({ SEALS_URL: address })).toThrow('seals-token')
  const empty = await mkdtemp(join(inject('runDir'), 'empty-'))
  await expect(openSecondPlace({ url: receiver.url }, empty)).rejects.toThrow(join(empty, 'seals-token'))
  await expect(openSecondPlace({ folder: join(empty, 'none') }, empty)).rejects.toThrow('There is no folder')
  expect(await whereSealsGo({ folder: empty }, app.dataDir)).toBe('same disk')
  expect(await whereSealsGo({ folder: '/proc' }, app.dataDir)).toBe('elsewhere')
  expect(await whereSealsGo(undefined, app.dataDir)).toBe('nowhere')
})
