import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { stopLeftover } from '#scripts/postgres/start-postgres.ts'
import { databaseFrom } from '#tests/support/database.ts'
import { DEMO_TEMPLATE, ensureDemoTemplate } from '#tests/support/demo-template.ts'
import { freePort } from '#scripts/free-port.ts'
import { runStart, type StartedProgram } from '#tests/support/start-program.ts'

// The tests are one story, in order: the starts of one portal.
let dataDir: string
let port: number
const running: StartedProgram[] = []
const start = (args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) => {
  const program = runStart({ DATA_DIR: dataDir, PORT: String(port), ...env }, ...args)
  running.push(program)
  return program
}
const READY = 'The portal is at'

beforeAll(async () => {
  dataDir = await mkdtemp(join(inject('runDir'), 'start-'))
  port = await freePort()
})
afterAll(async () => {
  for (const program of running) program.signal('SIGKILL')
  await Promise.all(running.map(({ ended }) => ended))
  await stopLeftover(dataDir)
  await rm(dataDir, { recursive: true, force: true })
})

const at = (path: string) => `http://127.0.0.1:${port}${path}`
const signIn = (email: string) =>
  fetch(at('/api/login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })

test('the first start serves the web app and takes the sign-ins that it prints', { timeout: 600_000 }, async () => {
  const program = start()
  await program.until(READY)
  expect(program.said()).toContain('fund-admin@chf.example')
  for (const path of ['/', '/login']) {
    const page = await fetch(at(path))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<script type="module"')
  }
  expect((await signIn('fund-admin@chf.example')).status).toBe(200)
  // One Ctrl-C below npm: once from the terminal, once passed on.
  program.signal('SIGINT')
  await program.until('Stopping')
  program.signal('SIGINT')
  expect(await program.ended).toBe(0)
  expect(program.said()).toContain('Stopped.')
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('supervisor.json')
})

test('the second start loads nothing again and has what the first had', async () => {
  const program = start()
  await program.until(READY)
  expect(program.said()).not.toContain('two demo people')
  expect(program.said()).not.toContain('new database')
  expect((await signIn('fund-admin@chf.example')).status).toBe(200)
  program.signal('SIGKILL')
  await program.ended
})

test('a start after SIGKILL goes on with the data, and SIGTERM ends it in good order', async () => {
  const program = start()
  await program.until(READY)
  expect((await signIn('fund-admin@chf.example')).status).toBe(200)
  program.signal('SIGTERM')
  expect(await program.ended).toBe(0)
})

test('a start whose secrets are gone says which, and what to do, and nothing else', async () => {
  const file = join(dataDir, 'secrets', 'wrapping-key')
  const secret = await readFile(file)
  await rm(file)
  const program = start()
  expect(await program.ended).toBe(1)
  expect(program.said()).toContain(file)
  expect(program.said()).toContain('Restore')
  expect(program.said()).not.toMatch(/^\s+at /m)
  await writeFile(file, secret)
})

test('--fresh makes everything anew and leaves what is not its own', { timeout: 600_000 }, async () => {
  await writeFile(join(dataDir, 'diary.txt'), 'mine')
  const program = start(['--fresh'], { DEMO_DATA: 'no' })
  await program.until(READY)
  expect(program.said()).toContain('new database')
  expect((await signIn('fund-admin@chf.example')).status).toBe(401)
  expect(await readdir(dataDir)).toContain('diary.txt')
  program.signal('SIGTERM')
  expect(await program.ended).toBe(0)
})

test('a port that is taken is told by the name of its variable, before any work', async () => {
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  const program = start()
  expect(await program.ended).toBe(1)
  expect(program.said()).toContain('PORT=')
  expect(program.said()).not.toContain('[1/')
  other.close()
})

test('--help tells the settings and starts nothing', async () => {
  const program = start(['--help'])
  expect(await program.ended).toBe(0)
  expect(program.said()).toContain('DATA_DIR')
})

test('production does not start on the embedded Postgres', async () => {
  const program = start([], { NODE_ENV: 'production' })
  expect(await program.ended).toBe(1)
  expect(program.said()).toContain('set DATABASE_URL')
})

test('production does not start while demo people can sign in', { timeout: 600_000 }, async () => {
  const runDir = inject('runDir')
  await ensureDemoTemplate({ ...inject('postgres'), runDir })
  const { appUrl, ownerUrl, drop } = await databaseFrom(DEMO_TEMPLATE)
  const secretsDir = await mkdtemp(join(runDir, 'secrets-'))
  const database = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl }
  const program = start([], { ...database, NODE_ENV: 'production', SECRETS_DIR: secretsDir })
  expect(await program.ended).toBe(1)
  expect(program.said()).toContain('Demo people exist')
  await rm(secretsDir, { recursive: true })
  await drop()
})
