import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { openSystem } from '#api/system.ts'
import { forgetOldKeys } from '#api/idempotency/request-keys.ts'
import { StepOutcomes } from '#api/money/contracts/payment.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import { createHandler, handle } from '#commands/handle.ts'
import { setting, SITE } from '#domain/people/setting/setting.ts'
import { NEVER_SEALED } from '#tests/support/app.ts'
import { command } from '#tests/support/command.ts'
import { type Caller, type DemoApp, personOf, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { type Ministry, ministryOf } from '#tests/api/money/payments/ministry.ts'

let demo: DemoApp
let url: string
let ministry: Ministry
/** A second process on the same database. */
let second: DemoApp
async function start(): Promise<void> {
  demo = await startDemoApp()
  url = await demo.app.listen({ host: '127.0.0.1', port: 0 })
  ministry = await ministryOf(demo, url)
  second = await beside()
}
async function end(): Promise<void> {
  await second.close()
  await demo.end()
}
beforeAll(start)
afterAll(end)

/** A portal in which no hospital's period is begun: what waits in one is initiated by its dates alone. */
async function startAnew(): Promise<void> {
  await end()
  await start()
}

async function beside(): Promise<DemoApp> {
  const { ownerUrl, appUrl } = demo.database
  const roles = { api: true, projections: false, processes: false }
  const secretsDir = demoSecrets(inject('runDir'))
  const system = await openSystem({ ownerUrl, appUrl, roles, secretsDir, dataDir: demo.dataDir, sealing: NEVER_SEALED })
  await system.app.ready()
  return withDemoPeople({ ...demo, ...system })
}

/** The same portal, but that one append of its log has a fault: from there on the request is not there any more. */
async function cutAt(append: number, fault: 'fail before' | 'lose answer'): Promise<DemoApp> {
  const { log } = demo.context
  let [count, isCut] = [0, false]
  const faulty: DomainLog = {
    ...log,
    async append(...given) {
      count += 1
      const isIt = count === append
      if (isCut || (isIt && fault === 'fail before')) isCut = true
      else {
        const appended = await log.append(...given)
        if (!isIt) return appended
        isCut = true
      }
      throw new Error('cut off')
    },
  }
  const context = { ...demo.context, handler: createHandler(faulty) }
  const app = await buildApp(context)
  await app.ready()
  return withDemoPeople({ ...demo, app, context })
}

const bodyOf = ({ statusCode, body }: Awaited<ReturnType<Caller['post']>>) => [statusCode, body]
const INITIATE = '/api/fanda/payment/initiate'

test('80 calls at once, over two processes, under 10 keys: ten effects, and one answer for each key', async () => {
  const callers = [await demo.as('FUND_ADMIN'), await second.as('FUND_ADMIN')]
  const before = await demo.context.log.head()
  const answers = await Promise.all(
    Array.from({ length: 80 }, async (_, call) => {
      const key = `storm ${call % 10}`
      const caller = callers[Math.floor(call / 10) % 2]
      const credit = `${10 + (call % 10)}.00`
      return [
        key,
        bodyOf(await (caller as Caller).post('/api/pool/credit', { benefactor: 'Storm', credit }, key)),
      ] as const
    }),
  )
  const byKey = new Map(answers.map(([key, answer]) => [key, JSON.stringify(answer)]))
  expect(answers.filter(([key, answer]) => byKey.get(key) !== JSON.stringify(answer))).toEqual([])
  expect([...byKey.values()].filter((answer) => !answer.startsWith('[200'))).toEqual([])
  expect((await demo.context.log.head()) - before).toBe(40) // counted, asked, credited, completed
})

test('a refusal is answered again byte for byte, though it could be done by now', async () => {
  const finance = await demo.as('FINANCE')
  const nccp = await demo.as('NCCP')
  const { coeId: coe_id, today } = ministry
  const bills = [await ministry.billServices(1)]
  const body = { coe_id, start_date: today, end_date: today, transactions: bills.map(({ id }) => id) }
  const early = await nccp.post('/api/fanda/payment/recommend', body, 'early')
  expect(early.statusCode).toBe(422)
  expect((await finance.post(INITIATE, body)).statusCode).toBe(200)
  const head = await demo.context.log.head()
  const again = await (await second.as('NCCP')).post('/api/fanda/payment/recommend', body, 'early')
  expect([bodyOf(again), again.headers['idempotency-hit']]).toEqual([bodyOf(early), 'true'])
  expect(await demo.context.log.head()).toBe(head)
  expect((await nccp.post('/api/fanda/payment/recommend', body, 'a new try')).statusCode).toBe(200)
})

test('a payment that was paid is not touched by its key with another list and period', async () => {
  const { otherCoeId: coe_id, today } = ministry
  const [paid, late] = [await ministry.billServices(2, 2), await ministry.billServices(3, 2)]
  const body = { coe_id, start_date: today, end_date: today, transactions: [paid.id] }
  const finance = await demo.as('FINANCE')
  expect((await finance.post(INITIATE, body, 'payment')).statusCode).toBe(200)
  for (const [role, path] of [
    ['NCCP', 'recommend'],
    ['DHS', 'approve'],
    ['DFA', 'dfa/approve'],
    ['PERMSEC', 'permsec/approve'],
  ] as const)
    expect((await (await demo.as(role)).post(`/api/fanda/payment/${path}`, body)).statusCode).toBe(200)
  const payments = async () => (await demo.context.pool.query('select * from payment order by id')).rows
  const before = await payments()
  const other = { ...body, start_date: '2026-01-01', transactions: [paid.id, late.id] }
  expect((await finance.post(INITIATE, other, 'payment')).statusCode).toBe(409)
  expect(await payments()).toEqual(before)
})

test.each([1, 3, 5])('cut at append %i of five, a request goes on from there and answers for all', async (append) => {
  await startAnew()
  const { coeId: coe_id, today } = ministry
  const bills = []
  for (const quantity of [1, 2, 3, 4, 5]) bills.push(await ministry.billServices(quantity))
  const key = `cut ${append}`
  const body = { coe_id, start_date: today, end_date: today }
  const cut = await cutAt(append, append % 2 === 0 ? 'fail before' : 'lose answer')
  const broken = await (await cut.as('FINANCE')).post(INITIATE, body, key)
  await cut.app.close()
  expect(broken.statusCode).toBe(500)
  // What was looked up for it is another by now, and there is one bill more.
  const shares = { coe: 9_000 - append, bank: 500 + append, manufacturer: 300, emge: 200 }
  await handle(demo.context.handler, setting, SITE, command('SetShares', shares))
  const later = await ministry.billServices(9)
  const finance = await demo.as('FINANCE')
  expect((await finance.post(INITIATE, { ...body, start_date: '2026-01-01' }, key)).statusCode).toBe(409)
  const answer = await finance.post(INITIATE, body, key)
  expect(answer.statusCode).toBe(200)
  const { data } = StepOutcomes.parse(answer.json())
  expect(data).toMatchObject({ done: 5, refused: 0, done_total: '225000.00' })
  expect(data.outcomes.map(({ id }) => id)).toEqual(bills.map(({ id }) => id))
  const { rows } = await demo.context.pool.query('select id from transaction where payment_id = $1', [data.payment_id])
  expect(rows.map(({ id }: { id: string }) => id).sort()).toEqual(bills.map(({ id }) => id).sort())
  const head = await demo.context.log.head()
  expect(bodyOf(await finance.post(INITIATE, body, key))).toEqual(bodyOf(answer))
  expect(await demo.context.log.head()).toBe(head)
  expect(data.outcomes.map(({ id }) => id)).not.toContain(later.id)
})

test('what a request was about, put in the place of what another was about, is refused, and nothing more is done', async () => {
  await startAnew()
  const { coeId, otherCoeId: coe_id, today } = ministry
  const body = { coe_id, start_date: today, end_date: today }
  const finance = await demo.as('FINANCE')
  await ministry.billServices(3)
  expect((await finance.post(INITIATE, { ...body, coe_id: coeId }, 'another choice')).statusCode).toBe(200)
  for (const quantity of [1, 2]) await ministry.billServices(quantity, 2)
  const cut = await cutAt(1, 'fail before')
  expect((await (await cut.as('FINANCE')).post(INITIATE, body, 'swapped choice')).statusCode).toBe(500)
  await cut.app.close()
  const { rowCount } = await demo.context.pool.query(
    `update request_key k set chosen = o.chosen from request_key o
      where k.answer is null and k.chosen is not null and o.answer is not null and o.chosen is not null`,
  )
  expect(rowCount).toBe(1)
  const head = await demo.context.log.head()
  const refused = await finance.post(INITIATE, body, 'swapped choice')
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    409,
    'What this request was about has been changed. Look at what was done, and ask anew for the rest.',
  ])
  expect(await demo.context.log.head()).toBe(head)
  expect((await finance.post(INITIATE, body, 'a new key')).json()).toMatchObject({ data: { done: 2 } })
})

test('what may pass is asked again under the same key', async () => {
  const admin = await demo.as('FUND_ADMIN')
  const cut = await cutAt(1, 'fail before')
  const body = { benefactor: 'Patient Giver', credit: '12.00' }
  expect((await (await cut.as('FUND_ADMIN')).post('/api/pool/credit', body, 'passes')).statusCode).toBe(500)
  await cut.app.close()
  expect((await admin.post('/api/pool/credit', body, 'passes')).statusCode).toBe(200)
})

test('the table tells nobody who asked, under which key, for what, or what was answered', async () => {
  const staff = await demo.as('COE_STAFF')
  const services = [{ service_id: 'no-such-service', quantity: 1 }]
  const body = { patient_id: personOf('PATIENT').userId, services, comment: 'A canary of the ward' }
  await staff.post('/api/coestaff/billings', body, 'canary-key@example.org')
  const owner = new pg.Client(demo.database.superuserUrl)
  await owner.connect()
  const { rows } = await owner.query<{ told: string }>(
    "select coalesce(encode(answer, 'escape'), '') || encode(id, 'escape') || encode(request, 'escape') || coalesce(chosen::text, '') as told from request_key",
  )
  await owner.end()
  const told = rows.map((row) => row.told).join()
  for (const canary of ['canary', 'no-such-service', personOf('COE_STAFF').userId, 'message', 'Adaeze', 'Storm'])
    expect(told).not.toContain(canary)
})

test('an answer that was changed past the portal is made again, and nothing is done twice', async () => {
  const giver = await demo.as('FUND_ADMIN')
  const credit = (benefactor: string) => giver.post('/api/pool/credit', { benefactor, credit: '3.00' }, benefactor)
  const [first, second] = [await credit('Swapped'), await credit('Other')]
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  const head = await demo.context.log.head()
  await demo.context.pool.query(`update request_key k set answer = o.answer from request_key o
    where k.id <> o.id and k.id in (select id from request_key order by created_at desc limit 2)
      and o.id in (select id from request_key order by created_at desc limit 2)`)
  for (const [benefactor, before] of [
    ['Swapped', first],
    ['Other', second],
  ] as const)
    expect((await credit(benefactor)).json()).toMatchObject({
      data: { id: before.json<{ data: { id: string } }>().data.id },
    })
  expect(await demo.context.log.head()).toBe(head)
})

test('keys are forgotten once they are old; their commands are known all the same', async () => {
  const admin = await demo.as('FUND_ADMIN')
  const body = { benefactor: 'Old Giver', credit: '77.00' }
  const first = await admin.post('/api/pool/credit', body, 'old')
  expect(await forgetOldKeys(demo.context.pool, new Date(0))).toBe(0)
  expect(await forgetOldKeys(demo.context.pool, new Date(Date.now() + 1_000))).toBeGreaterThan(0)
  const head = await demo.context.log.head()
  const again = await admin.post('/api/pool/credit', body, 'old')
  expect(again.json()).toEqual(first.json())
  expect(await demo.context.log.head()).toBe(head)
})

test.each([
  ['two keys in one request', ['one', 'two']],
  ['a blank key', '   '],
  ['a key that is too long', 'k'.repeat(201)],
])('%s: none that could be known again, and nothing is done', async (_, key) => {
  const fund = await demo.as('FUND_ADMIN')
  const head = await demo.context.log.head()
  const headers = {
    authorization: `Bearer ${fund.token}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  const call = request(`${url}/api/pool/credit`, { method: 'POST', headers })
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  call.end('{"benefactor":"Twice named","credit":"1.00"}')
  const [answer] = await answered
  expect([answer.statusCode, (await text(answer)).includes('Idempotency-Key must be one value')]).toEqual([400, true])
  expect(await demo.context.log.head()).toBe(head)
})
