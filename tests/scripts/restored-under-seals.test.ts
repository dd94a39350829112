import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sealFileIn } from '#commands/log/seals/seal-file.ts'
import { type MadeBackup, makeBackup } from '#scripts/backup/make-backup.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { freePort } from '#scripts/free-port.ts'
import { openSecondPlace } from '#scripts/start/second-place.ts'
import type { Health } from '#tests/api/running/health-of.ts'
import { runCommand } from '#tests/support/command-program.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { runStart, type StartedProgram } from '#tests/support/start-program.ts'

// A portal with two backups, the older from before the last seals of its second place; each is restored under those.
let demo: DemoApp
let elsewhere: string
let place: string
let [older, newest] = [] as unknown as [MadeBackup, MadeBackup]
/** What the second place holds of the portal that is lost. */
let kept: string
const secretsDir = () => demoSecrets(inject('runDir'))
const folder = (of: string) => mkdtemp(join(inject('runDir'), `${of}-`))
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  ;[elsewhere, place] = [await folder('elsewhere'), await folder('place')]
  const secondPlace = await openSecondPlace({ folder: elsewhere }, secretsDir())
  demo = await startDemoApp({ sealing: { everyEvents: 10, everyMs: 60_000 }, secondPlace })
  const options = { ...demo.database, dataDir: demo.dataDir, secretsDir: secretsDir(), keysOnly: false }
  const backUp = () => makeBackup({ ...options, places: { data: join(place, 'data'), keys: join(place, 'keys') } })
  const held = async () => (await secondPlace?.last())?.at(-1)?.number ?? 0
  const giver = await demo.as('FUND_ADMIN')
  const giveUntil = async (number: number) => {
    while ((await held()) < number) await giver.post('/api/pool/credit', { benefactor: 'A bank', credit: '1.00' })
  }
  await giveUntil(1)
  older = await backUp()
  await giveUntil((await held()) + 2)
  await demo.close()
  newest = await backUp()
  kept = await readFile(sealFileIn(elsewhere), 'utf8')
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await demo.database.drop()
  await rm(demo.dataDir, { recursive: true, force: true })
})

/** Restores by `npm run restore` into a new place, and says how that is run. */
async function restored(...args: readonly string[]): Promise<NodeJS.ProcessEnv> {
  const [{ appUrl, ownerUrl, drop }, dataDir] = [await emptyDatabase(), await folder('restored')]
  closing.push(drop, () => rm(dataDir, { recursive: true, force: true }))
  const portal = { DATA_DIR: dataDir, SECRETS_DIR: secretsDir(), DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl }
  expect(await runCommand('restore', portal, place, ...args)).toMatchObject({ code: 0 })
  return { ...portal, SEALS_DIR: elsewhere, DEMO_DATA: 'no', PORT: String(await freePort()) }
}

type Portal = StartedProgram & { health(): Promise<Health>; give(): Promise<Response> }
async function started(env: NodeJS.ProcessEnv): Promise<Portal> {
  const program = runStart(env)
  closing.push(async () => {
    program.signal('SIGKILL')
    await program.ended
  })
  await program.until('The portal is at')
  const at = (path: string) => `http://127.0.0.1:${env['PORT']}${path}`
  const post = (path: string, payload: object, token = '') =>
    fetch(at(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'one', authorization: `Bearer ${token}` },
      body: JSON.stringify(payload),
    })
  return {
    ...program,
    health: async () => ((await (await fetch(at('/api/health'))).json()) as { data: Health }).data,
    async give() {
      const signedIn = await post('/api/login', { email: 'fund-admin@chf.example', password: DEMO_PASSWORD })
      const { data } = (await signedIn.json()) as { data: { access_token: string } }
      return post('/api/pool/credit', { benefactor: 'A bank', credit: '1.00' }, data.access_token)
    },
  }
}
const SOON = { timeout: 60_000, interval: 100 }

test('an old backup of everything is red, read-only and in words under the newest seals of the second place', async () => {
  const env = await restored('--of', older.name)
  const verified = await runCommand('verify', env)
  const missing = `(seal ${kept.trimEnd().split('\n').length} of the second place (${elsewhere}))`
  expect([verified.code, verified.said]).toEqual([1, expect.stringContaining(missing)])
  expect(verified.said).toContain('its end was cut off, or it is an old copy')

  const portal = await started(env)
  await expect.poll(async () => (await portal.health()).status, SOON).toBe('red')
  const said = expect.stringMatching(/^the log failed a check at position \d+ \(seal \d+ of the second place/)
  expect((await portal.health()).says).toContainEqual(said)
  expect(portal.said()).toContain('its end was cut off, or it is an old copy')
  const refused = await portal.give()
  expect([refused.status, refused.headers.get('x-read-only')]).toEqual([503, 'log_mismatch'])
  expect(await refused.json()).toEqual({
    message: expect.stringContaining('You can read them, but not change anything now'),
  })
  portal.signal('SIGTERM')
  expect(await portal.ended).toBe(0)
  expect(await readFile(sealFileIn(elsewhere), 'utf8')).toBe(kept)
})

test('the newest backup, restored beside it, is green under the same seals, and goes on', async () => {
  const env = await restored()
  expect(newest.head.position).toBeGreaterThan(older.head.position)
  const portal = await started(env)
  await expect.poll(async () => (await portal.health()).status, SOON).toBe('green')
  expect((await portal.give()).status).toBe(200)
  portal.signal('SIGTERM')
  expect(await portal.ended).toBe(0)
  const verified = await runCommand('verify', env)
  expect([verified.code, verified.said]).toEqual([0, expect.stringContaining('GREEN')])
  expect(verified.said).toContain('held against the second place')
})
