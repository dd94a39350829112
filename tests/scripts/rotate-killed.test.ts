import { createPool } from '#commands/postgres.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadSecrets } from '#api/secrets.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { INTEGRITY_STREAM } from '#domain/integrity/events.ts'
import { verified } from '#tests/api/verify/verified.ts'
import { startTestApp } from '#tests/support/app.ts'
import { runCommand } from '#tests/support/command-program.ts'
import { type DemoApp, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { program } from '#tests/support/program.ts'
import { ROOT } from '#tests/support/source-files.ts'

// Keys are changed, and retired, by commands that are killed at any moment, while a portal writes. One story, in order.
let demo: DemoApp
let secretsDir: string
const closing: (() => Promise<unknown>)[] = []
const roles = { api: true, projections: true, processes: true }
const start = async () => {
  const sealing = { everyEvents: 10, everyMs: 60_000 }
  const started = await startTestApp({ secretsDir, roles, dataDir: demo.dataDir, sealing }, demo.database)
  return withDemoPeople(started)
}
beforeAll(async () => {
  demo = await startDemoApp({ roles: { ...roles, processes: false } })
  secretsDir = await mkdtemp(join(inject('runDir'), 'secrets-'))
  await cp(demoSecrets(inject('runDir')), secretsDir, { recursive: true })
  await demo.close()
  demo = await start()
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await demo.end()
})

const credit = async (by: DemoApp) =>
  (await (await by.as('FUND_ADMIN')).post('/api/pool/credit', { benefactor: 'A bank', credit: '1.00' })).statusCode
const env = () => ({
  ...{ DATA_DIR: demo.dataDir, SECRETS_DIR: secretsDir },
  ...{ DATABASE_URL: demo.database.appUrl, DATABASE_OWNER_URL: demo.database.ownerUrl },
})

/** Begins the command and kills it after so many milliseconds; whether it came to its end before. */
async function killedAfter(ms: number, ...args: readonly string[]): Promise<boolean> {
  const rotating = spawn(process.execPath, [...program('scripts/rotate.ts'), ...args], {
    ...{ cwd: ROOT, stdio: 'ignore' as const, env: { PATH: process.env['PATH'], ...env() } },
  })
  const ended = once(rotating, 'close')
  await Promise.race([ended, delay(ms)])
  rotating.kill('SIGKILL')
  const [code] = (await ended) as [number | null]
  return code === 0
}

/** As long as the command takes to its end, in parts: it is killed before, in and behind what it does. */
async function moments(...args: readonly string[]): Promise<readonly number[]> {
  const began = performance.now()
  await runCommand('rotate', env(), ...args)
  const whole = performance.now() - began
  return [0.5, 0.7, 0.8, 0.85, 0.9, 0.95, 1].map((part) => part * whole)
}

/** A key; behind the first also what the one before vouches for it with. */
const WHOLE = /^[0-9a-f]{64}(\n[0-9a-f]{64})?$/
const numbered = async (key: string) => (await readdir(secretsDir)).filter((name) => name.startsWith(`${key}-`))
const holds = async (by: DemoApp) => {
  const pool = createPool(demo.database.appUrl, { name: 'test', patience: 'hours', max: 2, types: logTypes })
  try {
    return (await verified(by, { pool, secrets: await loadSecrets(secretsDir) })).differences
  } finally {
    await pool.end()
  }
}

test.each(['event-key', 'seal-key'] as const)(
  '%s: killed at any moment, there is the next key whole, or none',
  async (key) => {
    let isOver = false
    const writing = (async () => {
      while (!isOver) expect(await credit(demo)).toBe(200)
    })()
    const asked = await moments(key)
    for (const ms of asked) {
      const before = (await numbered(key)).filter((name) => !name.includes('making')).length
      const isDone = await killedAfter(ms, key)
      const names = (await numbered(key)).filter((name) => !name.includes('making')).sort()
      expect([before, before + 1]).toContain(names.length)
      if (isDone) expect(names).toHaveLength(before + 1)
      for (const name of names) expect(await readFile(join(secretsDir, name), 'utf8')).toMatch(WHOLE)
    }
    isOver = true
    await writing
    // Two at once make one or two, and each says of a key that is there.
    const twice = await Promise.all([runCommand('rotate', env(), key), runCommand('rotate', env(), key)])
    for (const { code, said } of twice) {
      expect(code).toBe(0)
      expect(await readdir(secretsDir)).toContain(
        /-\d+/.exec(said) === null ? '' : `${key}${/-\d+(?=\.)/.exec(said)?.[0]}`,
      )
    }
    // The process that runs goes on; one that starts writes under the newest, and each reads the other.
    const started = await start()
    closing.push(started.close)
    for (const by of [demo, started, demo]) expect(await credit(by)).toBe(200)
    expect(await holds(started)).toEqual([])
  },
)

test('retirement, killed at any moment while others write: recorded once or not at all, and what was written holds', async () => {
  for (const close of closing.splice(0)) await close()
  await demo.close()
  demo = await start()
  const decided = ['event-key', '--retire', '--by', 'A. Bello', '--reason', 'Incident 4711']
  const retirements = async () => (await demo.context.eventLog.read(INTEGRITY_STREAM)).length
  const before = await retirements()
  let isOver = false
  const writing = (async () => {
    while (!isOver) expect(await credit(demo)).toBe(200)
  })()
  // As long as one that is refused takes, as no portal is there.
  const asked = await moments('event-key', '--retire', '--by', 'A. Bello')
  for (const ms of asked) await killedAfter(4 * ms, ...decided)
  const last = await runCommand('rotate', env(), ...decided)
  expect([0, 1]).toContain(last.code)
  isOver = true
  await writing
  expect(await retirements()).toBe(before + 1)
  expect(await credit(demo)).toBe(200)
  expect(await holds(demo)).toEqual([])
})
