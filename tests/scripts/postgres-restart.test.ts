import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startPostgres, type Postgres } from '#scripts/postgres/start-postgres.ts'
import { createPool } from '#commands/postgres.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { copyFirstPostgres } from '#tests/support/made-once.ts'

let dataDir: string
let postgres: Postgres
let app: TestApp
let origin: string
const told: string[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(inject('runDir'), 'restarted-'))
  await copyFirstPostgres(dataDir)
  postgres = await startPostgres({ dataDir, onExit: (reason) => told.push(reason) })
  const { url: superuserUrl, ownerUrl, appUrl } = postgres
  app = await startTestApp({}, { superuserUrl, ownerUrl, appUrl, drop: async () => undefined })
  origin = await app.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.end()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const get = (path: string) => fetch(`${origin}${path}`)
/** Until the portal answers as before; whatever it says meanwhile is 503 with Retry-After. */
const goesOn = async () => {
  const meanwhile = new Set<string>()
  const answers = async () => {
    const answer = await get('/api/coes')
    if (answer.status !== 200) meanwhile.add(`${answer.status} ${answer.headers.has('retry-after')}`)
    return answer.status
  }
  await expect.poll(answers, { timeout: 60_000 }).toBe(200)
  expect([...meanwhile].filter((one) => one !== '503 true')).toEqual([])
  const status = async () => (await (await get('/api/health')).json()).data.status
  await expect.poll(status, { timeout: 60_000 }).toBe('green')
}

test('a portal whose database server is killed, again and again, goes on by itself', { timeout: 240_000 }, async () => {
  await goesOn()
  for (let round = 1; round <= 2; round += 1) {
    const pid = postgres.pid()
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => told.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(round)
    await goesOn()
    expect(postgres.pid()).not.toBe(pid)
  }
  expect(told.every((reason) => reason.includes('is started again') && reason.includes('server.log'))).toBe(true)
})

test('a portal one of whose backends is killed, so that the server restarts all of them, goes on by itself', async () => {
  const superuser = createPool(postgres.url, { name: 'test', patience: 'call', max: 1 })
  const backend = async () => {
    const { rows } = await superuser.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'chf read models'",
    )
    return rows[0]?.pid
  }
  // It connects again after the kills above.
  await expect.poll(backend).toBeDefined()
  const before = postgres.pid()
  const pid = await backend()
  if (pid === undefined) throw new Error('The read models have no connection') // Zero would be this very process.
  process.kill(pid, 'SIGKILL')
  await goesOn()
  expect(postgres.pid()).toBe(before)
  await superuser.end()
})
