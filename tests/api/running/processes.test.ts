import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PARTS } from '#api/running/parts.ts'
import { sealFileIn } from '#commands/log/seals/seal-file.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { runStart } from '#tests/support/start-program.ts'
import { type Health, healthOf } from './health-of.ts'

const ELSEWHERE = Object.entries(PARTS).flatMap(([name, role]) => (role === 'any' || role === 'api' ? [] : [name]))
/** A process is missed after ten seconds; a busy machine may take longer to start one. */
const WHILE = { timeout: 90_000, interval: 100 }

let api: TestApp
beforeAll(async () => {
  api = await startTestApp({ roles: { api: true, projections: false, processes: false } })
})
afterAll(() => api.end())

const elsewhere = ({ parts }: Health) =>
  parts.filter(({ name }) => ELSEWHERE.includes(name)).map(({ state, here }) => [state, here])
const each = (...what: unknown[]) => ELSEWHERE.map(() => what)

test('an API process shows how the other processes are: none, living, dead, and gone in good order', async () => {
  const alone = await healthOf(api)
  // The documents are files of its own.
  expect(alone.parts).toContainEqual(expect.objectContaining({ name: 'housekeeping', state: 'running', here: true }))
  expect(elsewhere(alone)).toEqual(each('runs nowhere', false))
  expect(alone).toMatchObject({ status: 'red', says: expect.arrayContaining(['sealer runs in no process']) })

  const { ownerUrl, appUrl } = api.database
  const env = { DATA_DIR: api.dataDir, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, DEMO_DATA: 'no' }
  const others = runStart(env, '--run', 'projections,processes')
  await expect.poll(async () => elsewhere(await healthOf(api)), WHILE).toEqual(each('running', false))
  await expect.poll(async () => (await healthOf(api)).status, WHILE).toBe('green')

  others.signal('SIGKILL')
  await others.ended
  await expect.poll(async () => elsewhere(await healthOf(api)), WHILE).toEqual(each('not heard of', false))
  const { status, says } = await healthOf(api)
  expect(status).toBe('red')
  expect(says.join()).toMatch(/process manager was last heard of at \S+: its process has ended/)

  const again = runStart(env, '--run', 'projections,processes')
  await expect.poll(async () => elsewhere(await healthOf(api)), WHILE).toEqual(each('running', false))
  again.signal('SIGTERM')
  expect(await again.ended).toBe(0)
  expect(elsewhere(await healthOf(api))).toEqual(each('runs nowhere', false))
}, 300_000)

test('a seal file that is none is found before anything is sealed: all runs, and nothing is written', async () => {
  const app = await startTestApp({ roles: { api: true, projections: true, processes: false } })
  const file = sealFileIn(join(app.dataDir, 'seals'))
  await mkdir(dirname(file))
  await writeFile(file, '{"seal":{}}\n')
  await app.close()
  const reports: string[] = []
  const report = (message: string, error?: unknown) => reports.push(`${message}: ${String(error)}`)
  const again = await startTestApp({ dataDir: app.dataDir, report }, app.database)
  await expect.poll(async () => (await healthOf(again)).status).toBe('red')
  const { parts, says } = await healthOf(again)
  expect(says).toEqual([expect.stringMatching(/^the log failed a check at position 1 \(line 1 of .*seals\.jsonl\)/)])
  expect(again.context.integrity.open()).toMatchObject([{ foundBy: 'start' }])
  expect(reports.join()).toContain('expected a seal')
  expect(parts.filter(({ state }) => state !== 'running')).toEqual([])
  await again.end()
})
