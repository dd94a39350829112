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
import { copyFirstPortal } from '#tests/support/made-once.ts'
import { runCommand } from '#tests/support/command-program.ts'
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
  const { said, pages, signIn, exitCode, left } = await copyFirstPortal(dataDir)
  expect(said).toContain(READY)
  expect(said).toContain('fund-admin@chf.example')
  for (const { path, status, text } of pages) {
    expect(status, path).toBe(200)
    expect(text, path).toContain('<script type="module"')
  }
  expect(signIn).toBe(200)
  expect(exitCode).toBe(0)
  expect(said).toContain('Stopped.')
  expect(left).not.toContain('supervisor.json')
})

/** Of the trial balance as an auditor sees it, now or as of a day. */
async function debitsOf(token: string, asOf = ''): Promise<number> {
  const address = at(`/api/ledger/trial-balance/totals?${asOf === '' ? '' : `as_of=${asOf}`}`)
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  const { data } = (await answer.json()) as { data: { totals: { debits: string } } }
  return Number(data.totals.debits)
}

test('the second start loads nothing again and has what the first had, recorded over two years', async () => {
  const program = start()
  await program.until(READY)
  const { data } = (await (await signIn('auditor@chf.example')).json()) as { data: { access_token: string } }
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const known = await Promise.all([800, 600, 300, 60].map((ago) => debitsOf(data.access_token, day(ago))))
  known.push(await debitsOf(data.access_token))
  expect(known[0]).toBe(0)
  expect(new Set(known).size).toBe(known.length)
  expect(known).toEqual(known.toSorted((one, other) => one - other))
  const verified = await runCommand('verify', { DATA_DIR: dataDir })
  expect(verified.said).toContain('GREEN.')
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
  const program = start(['--fresh'], { DEMO_DATA: 'no', FIRST_ADMINS: 'one@example.org,two@example.org' })
  await program.until(READY)
  expect(program.said()).toContain('new database')
  const links = [...program.said().matchAll(/^ {2}(\S+@example\.org), until [\d-]+: \S+(\/set-password\/\S+)$/gm)]
  expect(links.map(([, email]) => email)).toEqual(['one@example.org', 'two@example.org'])
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
