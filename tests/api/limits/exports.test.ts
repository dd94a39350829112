import { EventEmitter, once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { exportCsv } from '#api/report/export-csv.ts'
import { fundingsReport } from '#projections/money/funding/fundings-report.ts'
import { startTestApp } from '#tests/support/app.ts'
import { type Caller, type DemoApp, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { bytesOf, growFundings, LARGE_LIST, listenOn, openAnswer } from '#tests/support/large-export.ts'

/** What export-lane.ts allows one caller. */
const [ONE_CALLERS, ONE_CALLERS_WAITING, ALL] = [3, 8, 4]
const CSV = `${LARGE_LIST}/csv`
/** Short lists, so that what is looked at is who waits for whom. */
const NONE = `${CSV}?end_date=2000-01-01`
const PATIENT = { stalledMs: 60_000, leastBytes: 1, wholeMs: 600_000 }

let demo: DemoApp
let port: number
let [auditor, admin] = [] as unknown as [Caller, Caller]
const opened: IncomingMessage[] = []
beforeAll(async () => {
  demo = await startDemoApp({ exportPatience: PATIENT })
  port = await listenOn(demo)
  auditor = await demo.as('AUDITOR')
  admin = await demo.as('FUND_ADMIN')
  // 20 MB: no buffer between two sockets takes that.
  await growFundings(demo, { many: 5_000, benefactor: 'Trust '.repeat(700) })
})
afterEach(async () => {
  for (const answer of opened.splice(0)) answer.destroy()
  await expect.poll(() => demo.context.exports.used()).toBe(0)
})
afterAll(() => demo.end())

/** Asks for an export and reads none of it. */
async function stalled(by: Caller): Promise<IncomingMessage> {
  const answer = await openAnswer(port, CSV, by)
  opened.push(answer)
  expect(answer.statusCode).toBe(200)
  return answer
}
const inUse = () => demo.context.pool.totalCount - demo.context.pool.idleCount

test('readers who stall hold no connection of the common pool, and the others’ exports go on', async () => {
  for (let reader = 0; reader < ONE_CALLERS; reader += 1) await stalled(auditor)
  await expect.poll(inUse).toBe(0)
  const pages = await Promise.all(Array.from({ length: 40 }, () => admin.get(`${LARGE_LIST}?limit=1`)))
  expect(pages.map(({ statusCode }) => statusCode)).toEqual(pages.map(() => 200))
  expect((await admin.get(NONE)).statusCode).toBe(200)
})

test('beyond the pool and its queue an export is told when to come again, and whoever waits is served', async () => {
  const readers = [await stalled(auditor), await stalled(auditor), await stalled(auditor)]
  const asked = Array.from({ length: ONE_CALLERS_WAITING + 1 }, () => openAnswer(port, NONE, auditor))
  const refused = await Promise.race(asked)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(JSON.parse(String(await bytesOf(refused)))).toEqual({ message: expect.stringContaining('try again') })
  // A client that leaves frees its place at once.
  readers[0]?.destroy()
  const answers = await Promise.all(asked)
  const served = answers.filter(({ statusCode }) => statusCode === 200)
  expect(served).toHaveLength(ONE_CALLERS_WAITING)
  for (const one of served) expect((await bytesOf(one)).length).toBeGreaterThan(0)
})

test('whoever leaves while waiting leaves the queue', async () => {
  for (let reader = 0; reader < ONE_CALLERS; reader += 1) await stalled(auditor)
  for (let round = 0; round < ONE_CALLERS_WAITING + 4; round += 1) {
    const waiting = new AbortController()
    const left = fetch(`http://127.0.0.1:${port}${NONE}`, {
      headers: { authorization: `Bearer ${auditor.token}` },
      signal: waiting.signal,
    }).catch(() => 'left')
    await expect.poll(() => demo.context.exports.waiting()).toBe(1)
    waiting.abort()
    expect(await left).toBe('left')
    await expect.poll(() => demo.context.exports.waiting()).toBe(0)
  }
})

test('a hundred exports at once are all answered: whole, or with 429', async () => {
  const callers = await Promise.all(['AUDITOR', 'FUND_ADMIN', 'SUPER_ADMIN'].map((role) => demo.as(role, 2)))
  callers.push(admin)
  const asked = callers.flatMap((by) => Array.from({ length: 25 }, () => by.get(NONE)))
  const page = await admin.get(`${LARGE_LIST}?limit=1`)
  expect(page.statusCode).toBe(200)
  const answers = await Promise.all(asked)
  const statuses = new Set(answers.map(({ statusCode }) => statusCode))
  expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([])
  const whole = answers.filter(({ statusCode }) => statusCode === 200)
  expect(whole.length).toBeGreaterThanOrEqual(ALL)
  for (const { headers } of answers.filter(({ statusCode }) => statusCode === 429))
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  const { rows } = await demo.context.pool.query<{ kept: number }>(
    'select count(*)::int as kept from export_manifest where id = any($1)',
    [whole.map(({ headers }) => headers['x-export-id'])],
  )
  expect(rows[0]?.kept).toBe(whole.length)
})

test('asking for the head of an export makes none and counts as none', async () => {
  const { pool } = demo.context
  const counted = async () => (await pool.query('select * from call_count order by 1, 2, 3')).rows
  const [before, made] = [await counted(), (await pool.query('select from export_manifest')).rows.length]
  const headers = { authorization: `Bearer ${auditor.token}` }
  // There is none of the file: it is asked of a record of that name, and refused.
  expect((await demo.app.inject({ method: 'HEAD', url: NONE, headers })).statusCode).toBe(422)
  expect(await counted()).toEqual(before)
  expect((await pool.query('select from export_manifest')).rows).toHaveLength(made)
})

test.each([
  ['stalls', { stalledMs: 100, leastBytes: 1, wholeMs: 600_000 }],
  ['trickles', { stalledMs: 100, leastBytes: 1_000_000_000, wholeMs: 600_000 }],
  ['takes too long', { stalledMs: 600_000, leastBytes: 1, wholeMs: 500 }],
])('an export whose reader %s is cut, and its connection is free again', async (_, exportPatience) => {
  // A second portal on the same data.
  const { dataDir, database } = demo
  const roles = { api: true, projections: false, processes: false }
  const secretsDir = demoSecrets(inject('runDir'))
  const hasty = withDemoPeople(await startTestApp({ dataDir, secretsDir, roles, exportPatience }, database))
  try {
    const manifests = async () => (await demo.context.pool.query('select from export_manifest')).rowCount
    const before = await manifests()
    const answer = await openAnswer(await listenOn(hasty), CSV, await hasty.as('AUDITOR'))
    expect(answer.statusCode).toBe(200)
    await expect.poll(() => hasty.context.exports.used(), { timeout: 30_000 }).toBe(0)
    const cut = once(answer, 'error')
    answer.resume()
    expect(await cut).toMatchObject([{ code: 'ECONNRESET' }])
    expect(await manifests()).toBe(before)
  } finally {
    await hasty.close()
  }
})

test('an export for which nobody waits any more, as its call was let go, ends without ending the process', async () => {
  const errors: unknown[] = []
  const heard = (error: unknown) => void errors.push(error)
  process.on('uncaughtException', heard)
  const request = { actor: () => ({ id: 'somebody' }) } as unknown as FastifyRequest
  const reply = { sent: true, raw: new EventEmitter(), request: { raw: {} } } as unknown as FastifyReply
  const query = { filter: {}, sort: { column: 'amount', descending: false } }
  const urlAsOf = () => CSV
  await expect(
    exportCsv(demo.context, request, reply, {
      ...{ report: fundingsReport, query, dates: 'as the spec', urlAsOf },
    }),
  ).rejects.toThrow('no longer needed')
  await expect.poll(() => demo.context.exports.used()).toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 200)) // its connection's last words
  process.off('uncaughtException', heard)
  expect(errors).toEqual([])
})
