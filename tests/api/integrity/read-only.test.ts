import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Difference } from '#commands/log/verify/difference.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { apiRoutes } from '#tests/support/api-routes.ts'
import { startTestApp } from '#tests/support/app.ts'
import { pathOf } from '#tests/support/built-routes.ts'
import { type DemoApp, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { roleWhoMay } from '#tests/support/role-who-may.ts'
import { openOperator } from './operator.ts'

/** What goes on: they sign in or out, ask for a code and show it, read by POST, or say how far they have read. */
const GOING_ON = [
  'DELETE /api/sessions',
  'DELETE /api/sessions/:id',
  'POST /api/auth/resend-verification-email',
  'POST /api/fanda/payment/matching/preview',
  'POST /api/fanda/payment/preview',
  'POST /api/invoices/preview',
  'POST /api/login',
  'POST /api/login/second_factor',
  'POST /api/login/second_factor/enrolment',
  'POST /api/logout',
  'POST /api/notification/transactions/read',
  'POST /api/password/recovery/verify_code',
  'POST /api/resend_email',
  'POST /api/search',
  'POST /api/second_factor/enrolment',
  'POST /api/services/import/preview',
  'POST /api/token/create',
  'POST /api/token/verify',
  'POST /api/transactions/:id/dispute/comments/read',
  'POST /api/users/find',
  'POST /api/users/lookup',
  'POST /api/why_not',
]
const WORDS =
  'The records are being checked. You can read them, but not change anything now. ' +
  'Sending it again is safe: nothing is saved twice.'
/** Of a thing that is found again for ever, as nobody can mend it. */
const OUT_OF_TURN: Difference = {
  ...{ position: 12, stream: 'wallet-pool', check: 'rule outcome' },
  ...{ expected: 'what the rules allow', found: 'another’s' },
}

// Two processes of one portal.
let demo: DemoApp
let other: DemoApp
const another = async () =>
  withDemoPeople(await startTestApp({ secretsDir: demoSecrets(inject('runDir')) }, demo.database))
beforeAll(async () => {
  demo = await startDemoApp()
  other = await another()
})
afterAll(async () => {
  await other.close()
  await demo.end()
})

const isOpen = ({ context }: DemoApp) => context.integrity.open().length === 0
const credit = async (portal: DemoApp, key: string) =>
  (await portal.as('FUND_ADMIN')).post('/api/pool/credit', { benefactor: 'A bank', credit: '1.00' }, key)
/** How many rows there are of everything that a call could write. */
async function written(): Promise<unknown> {
  const { rows } = await demo.context.pool.query(
    `select (select position from event_log_head), (select count(*) from request_key), (select count(*) from document),
            (select count(*) from product_order), (select count(*) from call_count), (select count(*) from credential)`,
  )
  return rows
}

test('a finding closes its own process at once, and the others soon', async () => {
  expect((await credit(demo, 'before')).statusCode).toBe(200)
  const recorded = demo.context.integrity.found([OUT_OF_TURN], 'reader')
  await expect.poll(() => isOpen(demo)).toBe(false)
  await recorded
  await expect.poll(() => isOpen(other), { timeout: 30_000 }).toBe(false)
  for (const portal of [demo, other]) {
    const answer = await credit(portal, 'closed')
    expect([answer.statusCode, answer.json(), answer.headers['retry-after']]).toEqual([503, { message: WORDS }, '60'])
    expect(answer.headers['x-read-only']).toBe('log_mismatch')
    expect(portal.context.integrity.open()).toMatchObject([{ ...OUT_OF_TURN, foundBy: 'reader' }])
    const { status, says } = await healthOf(portal)
    expect([status, says[0]]).toEqual([
      'red',
      expect.stringMatching(/^the log failed a check at position 12 \(rule outcome\)\. /),
    ])
  }
})

test('every write is refused before anything of it is kept; signing in and out, and every read, go on', async () => {
  const routes = await apiRoutes(demo.context)
  const before = await written()
  const goingOn: string[] = []
  for (const route of routes) {
    const name = `${route.method} ${route.url}`
    // For load balancers: 503 while health is red, as it is here.
    if (route.url === '/api/ready') continue
    const role = roleWhoMay(route)
    const caller = role === undefined ? undefined : (await demo.as(role)).token
    const answer = await demo.app.inject({
      method: route.method,
      url: pathOf(route),
      headers: {
        'idempotency-key': name,
        ...(caller === undefined ? {} : { authorization: `Bearer ${caller}` }),
      },
      ...(route.method === 'GET' ? {} : { payload: {} }),
    })
    if (answer.statusCode === 503) expect([name, answer.json()]).toEqual([name, { message: WORDS }])
    else if (route.method !== 'GET') goingOn.push(name)
    else expect([name, answer.statusCode < 500]).toEqual([name, true])
    if (route.method === 'GET') expect([name, answer.statusCode]).not.toEqual([name, 503])
  }
  expect(goingOn.sort()).toEqual(GOING_ON)
  expect(await written()).toEqual(before)
})

test('a stranger, and who may not, are told so and nothing of the log', async () => {
  expect((await demo.app.inject({ method: 'POST', url: '/api/pool/credit', payload: {} })).statusCode).toBe(401)
  expect((await (await demo.as('DOCTOR')).post('/api/pool/credit', {})).statusCode).toBe(403)
})

test('an operator’s decision opens every process, and a start after it', async () => {
  const operator = await openOperator(demo.database.appUrl, demoSecrets(inject('runDir')))
  try {
    expect(await operator.open([{ from: 11, to: 11 }])).toMatchObject({
      ...{ outcome: 'refused', empty: [{ from: 11, to: 11 }], left: [{ position: 12 }] },
    })
    expect(isOpen(demo)).toBe(false)
    expect(await operator.open([{ from: 12, to: 12 }])).toMatchObject({
      outcome: 'opened',
      findings: [{ position: 12 }],
    })
    for (const portal of [demo, other]) await expect.poll(() => isOpen(portal), { timeout: 30_000 }).toBe(true)
    const answer = await credit(demo, 'closed')
    expect([answer.statusCode, answer.headers['x-read-only']]).toEqual([200, undefined])
  } finally {
    await operator.end()
  }
})

test('the same once more is no news, not even to a process that starts; anything else there is', async () => {
  await demo.context.integrity.found([OUT_OF_TURN], 'nightly')
  const third = await another()
  try {
    await third.context.integrity.found([OUT_OF_TURN], 'start')
    expect([isOpen(demo), isOpen(third)]).toEqual([true, true])
    await third.context.integrity.found([{ ...OUT_OF_TURN, found: 'a third one’s' }], 'nightly')
    expect(isOpen(third)).toBe(false)
  } finally {
    await third.close()
  }
  const fourth = await another()
  try {
    expect([isOpen(fourth), (await credit(fourth, 'at its start')).statusCode]).toEqual([false, 503])
  } finally {
    await fourth.close()
  }
})
