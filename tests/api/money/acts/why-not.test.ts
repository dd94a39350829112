import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Done } from '#api/contracts/done.ts'
import { StepOutcomes } from '#api/money/contracts/payment.ts'
import { type Act, type ActsOf, MOST_ASKED, WhyNotAnswer } from '#api/money/contracts/why-not.ts'
import { BILL_ACCESS } from '#api/money/acts/bill-access.ts'
import { BILL_ACTS, type BillAct } from '#commands/money/transaction/would-refuse.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { STARTING_ROLES } from '#domain/people/role/starting-roles.ts'
import { nameOf } from '#scripts/fuzz/operations.ts'
import {
  type Bill,
  bodyOf,
  giveBack,
  type Ministry,
  refusedOf,
  startMinistry,
  step,
} from '#tests/api/money/payments/ministry.ts'
import { apiRoutes } from '#tests/support/api-routes.ts'

const DISPUTE = '/api/transactions/dispute'

let ministry: Ministry
/** A bill in every state that one can be in, by the name of the state. */
const bills = new Map<string, Bill>()
const disputes = new Map<string, string>()

beforeAll(async () => {
  ministry = await startMinistry()
  const finance = await ministry.as('FINANCE')
  const make = async (state: string): Promise<Bill> => {
    const bill = await ministry.billServices(1)
    bills.set(state, bill)
    return bill
  }
  const raise = async (state: string) => {
    const bill = await make(state)
    const { data } = await finance.post(DISPUTE, Done, { transaction_id: bill.id, comment: 'Not given' })
    disputes.set(state, data.id)
    return bill
  }
  const end = async (state: string, status: string) => {
    const body = { transaction_id: (await raise(state)).id, status, comment: 'As agreed' }
    const sent = await (await ministry.as('COE_ADMIN')).send('PUT', `${DISPUTE}/${disputes.get(state)}`, body)
    expect(sent.status).toBe(200)
  }
  await make('billed')
  await raise('disputed')
  await end('reversed', 'reversed')
  await end('stands', 'resolved')
  for (const [count, state] of ['initiated', 'recommended', 'approved', 'dfaApproved', 'paid'].entries()) {
    const bill = await make(state)
    for (const role of (['FINANCE', 'NCCP', 'DHS', 'DFA', 'PERMSEC'] as const).slice(0, count + 1))
      await step(ministry, role, [bill])
  }
  for (const state of ['returned', 'answered']) {
    const bill = await make(state)
    await step(ministry, 'FINANCE', [bill])
    await giveBack(await ministry.as('NCCP'), [bill], 'No histology')
  }
  const answered = { transaction_id: bills.get('answered')?.id, answer: 'It is attached' }
  await (await ministry.as('DOCTOR')).post('/api/coestaff/billings/answer', Done, answered)
}, 300_000)
afterAll(() => ministry.end())

const billIn = (state: string): Bill => {
  const bill = bills.get(state)
  if (bill === undefined) throw new Error(`No bill is ${state}`)
  return bill
}
async function ask(role: string, body: object, second?: 2): Promise<readonly ActsOf[]> {
  const { data } = await (await ministry.as(role, second)).post('/api/why_not', WhyNotAnswer, body)
  return data.transactions ?? []
}
const actsOf = async (role: string, state: string, second?: 2) =>
  (await ask(role, { transactions: [billIn(state).id] }, second))[0]?.acts ?? []
const actOf = async (role: string, state: string, act: BillAct, second?: 2) =>
  (await actsOf(role, state, second)).find((one) => one.act === act)

const STATES = [
  ...['billed', 'disputed', 'reversed', 'stands', 'initiated', 'recommended', 'approved', 'dfaApproved', 'paid'],
  ...['returned', 'answered'],
]
/** Who may ask: every role that lists bills. */
const ASKERS = STARTING_ROLES.map(({ role }) => role).filter(
  (role) => !['PATIENT', 'SOCIAL_WORKER', 'HELP_DESK'].includes(role),
)

/** By hand, from domain.md: what the first person of each role may do with a bill in each state; nobody else anything. */
const MAY: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  billed: { FINANCE: ['initiate', 'dispute'], ...flag() },
  stands: { FINANCE: ['initiate', 'dispute'], ...flag() },
  disputed: { FINANCE: ['withdrawn'], COE_ADMIN: ['resolved', 'reversed'] },
  initiated: { NCCP: ['recommend', 'return'] },
  recommended: { DHS: ['approve', 'return'] },
  approved: { DFA: ['dfa', 'return'] },
  dfaApproved: { PERMSEC: ['permsec', 'return'] },
  returned: { FINANCE: ['initiate', 'dispute'], ...flag(['answer']), ...billers() },
  answered: { FINANCE: ['initiate', 'dispute'], ...flag(['answer']), ...billers() },
  reversed: {},
  paid: {},
}
function flag(more: readonly string[] = []) {
  return { COE_ADMIN: [...more, 'dispute'], SECRETARIAT: ['dispute'], SUPER_ADMIN: ['dispute'] }
}
function billers() {
  return Object.fromEntries(['COE_STAFF', 'DOCTOR', 'PHARMACIST'].map((role) => [role, ['answer']]))
}

/** The act itself, over HTTP; of one that is refused: nothing changes. */
async function doIt(role: string, state: string, act: BillAct) {
  const bill = billIn(state)
  const person = await ministry.as(role)
  const id = disputes.get(state) ?? '00000000-0000-7000-8000-000000000000'
  const disputed = { transaction_id: bill.id, comment: 'Once more' }
  switch (act) {
    case 'return':
      return person.send('POST', '/api/fanda/payment/return', { transactions: [bill.id], reason: 'Once more' })
    case 'answer':
      return person.send('POST', '/api/coestaff/billings/answer', { transaction_id: bill.id, answer: 'Once more' })
    case 'dispute':
      return person.send('POST', DISPUTE, disputed)
    case 'resolved':
    case 'reversed':
    case 'withdrawn':
      return person.send('PUT', `${DISPUTE}/${id}`, { ...disputed, status: act })
    default:
      return person.send('POST', BILL_ACCESS[act].route.replace('POST ', ''), bodyOf(ministry, [bill]))
  }
}

describe.each(STATES)('a bill that is %s', (state) => {
  test('who may do what with it is what domain.md says, and a reason stands with all else', async () => {
    for (const role of ASKERS) {
      const acts = await actsOf(role, state)
      expect(acts.map(({ act }) => act)).toEqual(BILL_ACTS)
      expect(
        acts.filter(({ allowed }) => allowed).map(({ act }) => act),
        role,
      ).toEqual(MAY[state]?.[role] ?? [])
      for (const { allowed, why, verb } of acts) {
        expect(verb).toMatch(/\S/)
        expect(why === null).toBe(allowed)
        if (why !== null) expect(why.reason).toMatch(/\S{2,}/)
        for (const one of why?.could?.who ?? []) expect(one).toMatch(/^[A-Z]/)
      }
    }
  })

  test('what is not allowed is refused by its own route, for the same reason; of what is allowed the pre-flight says so', async () => {
    for (const role of ['FINANCE', 'NCCP', 'PERMSEC', 'COE_ADMIN', 'DOCTOR']) {
      for (const { act, allowed, why } of (await actsOf(role, state)) as readonly (Act & { act: BillAct })[]) {
        if (!allowed) {
          const said = await refusedOf(doIt(role, state, act))
          expect([403, 404, 409, 422]).toContain(said.status)
          if (said.status !== 403 && said.status !== 404)
            expect(JSON.stringify(said), `${role} ${act}`).toContain(expectedIn(state, act, why?.reason ?? ''))
        } else if (act in BILL_ACCESS && BILL_ACCESS[act].scope === 'all') {
          const body = { ...bodyOf(ministry, [billIn(state)]), step: act }
          const { data } = await (await ministry.as(role)).post('/api/fanda/payment/preview', StepOutcomes, body)
          expect([role, act, data.done]).toEqual([role, act, 1])
        }
      }
    }
  }, 120_000)
})

/** A dispute that has ended, or that never was, is not found by its route: there is none to end on the bill. */
function expectedIn(state: string, act: BillAct, reason: string): string {
  const isEnding = act === 'resolved' || act === 'reversed' || act === 'withdrawn'
  return isEnding && (state === 'stands' || state === 'reversed') ? 'Someone was faster' : reason
}

test('what is said of each act here is what its route declares', async () => {
  const routes = new Map((await apiRoutes(ministry.demo.context)).map((route) => [nameOf(route), route]))
  for (const act of BILL_ACTS) {
    const { route, permission, scope } = BILL_ACCESS[act]
    const declared = routes.get(route)
    expect([act, [declared?.permission].flat()]).toEqual([act, [...permission]])
    expect([act, declared?.scope]).toEqual([act, scope === 'all' ? 'all' : 'reach'])
  }
})

test('who could act is told by what holds the bill up: a right, a turn, a dispute, somebody else, a period', async () => {
  const why = async (...of: Parameters<typeof actOf>) => (await actOf(...of))?.why
  expect(await why('NCCP', 'billed', 'initiate')).toEqual({
    kind: 'permission',
    reason: 'You do not have the right to initiate payments',
    could: { act: 'initiate it', who: [roleName('FINANCE')] },
  })
  // Where nobody may take it now either, whoever takes the bill on is told.
  expect(await why('AUDITOR', 'initiated', 'initiate')).toMatchObject({
    kind: 'permission',
    could: { act: 'recommend it first', who: [roleName('NCCP')] },
  })
  expect(await why('NCCP', 'disputed', 'initiate')).toMatchObject({
    kind: 'permission',
    could: { act: 'resolve the dispute first', who: [roleName('COE_ADMIN')] },
  })
  expect(await why('NCCP', 'paid', 'initiate')).toMatchObject({ kind: 'permission', could: null })
  expect(await why('DHS', 'initiated', 'approve')).toMatchObject({
    kind: 'state',
    reason: 'The step before is missing: the bill is initiated',
    could: { act: 'recommend it', who: [roleName('NCCP')] },
  })
  expect(await why('FINANCE', 'disputed', 'initiate')).toMatchObject({
    kind: 'dispute',
    could: { act: 'resolve the dispute', who: [roleName('COE_ADMIN')] },
  })
  expect(await why('FINANCE', 'disputed', 'resolved')).toMatchObject({ kind: 'reach' })
  expect(await why('SECRETARIAT', 'disputed', 'withdrawn')).toMatchObject({ kind: 'second person' })
  expect(await why('DOCTOR', 'billed', 'initiate')).toMatchObject({ kind: 'permission' })
  expect(await why('FINANCE', 'paid', 'initiate')).toMatchObject({ kind: 'state', could: null })
  expect(await why('FINANCE', 'reversed', 'dispute')).toMatchObject({ kind: 'state', could: null })
  // Whoever has acted is told so, and that another of the same right could.
  const person = await ministry.as('NCCP')
  await ministry.transfer(person.person, 'DHS')
  expect(await why('NCCP', 'recommended', 'approve')).toMatchObject({
    kind: 'acted before',
    reason: expect.stringMatching(/ recommended it and cannot act on it again$/) as string,
    could: { act: 'approve it', who: [roleName('DHS')] },
  })
  await ministry.transfer(person.person, 'NCCP')
  const period = { transactions: [billIn('billed').id], start_date: '2020-01-01', end_date: '2020-01-31' }
  const [one] = await ask('FINANCE', { ...period, acts: ['initiate'] })
  expect(one?.acts).toMatchObject([{ act: 'initiate', allowed: false, why: { kind: 'period' } }])
})

test('a bill out of reach is told of as one that is not there, and as nothing else', async () => {
  const elsewhere = await ministry.billServices(1, 2)
  const missing = '00000000-0000-7000-8000-000000000000'
  const [theirs, nothing, own] = await ask('COE_ADMIN', {
    transactions: [elsewhere.id, missing, billIn('billed').reference],
  })
  expect({ ...theirs, id: '' }).toEqual({ ...nothing, id: '' })
  expect(theirs?.number).toBeNull()
  expect(theirs?.acts.find(({ act }) => act === 'dispute')?.why).toEqual({
    ...{ kind: 'reach', reason: 'Transaction not found', could: null },
  })
  expect(own?.number).toBe(billIn('billed').reference)
  expect((await ask('COE_ADMIN', { transactions: [elsewhere.reference] }))[0]).toMatchObject({ number: null })
})

test('who has no bills to see asks in vain; what is asked is held to its limits, and nothing is done by asking', async () => {
  const person = await ministry.as('FINANCE')
  expect((await (await ministry.as('PATIENT')).send('POST', '/api/why_not', { transactions: [] })).status).toBe(403)
  expect(await refusedOf(person.send('POST', '/api/why_not', {}))).toMatchObject({
    status: 422,
    errors: { transactions: ['Name what is asked about'] },
  })
  const many = Array.from({ length: MOST_ASKED + 1 }, (_, index) => String(index))
  expect((await refusedOf(person.send('POST', '/api/why_not', { transactions: many }))).status).toBe(422)
  expect(
    await refusedOf(person.send('POST', '/api/why_not', { transactions: [], start_date: '2026-01-01' })),
  ).toMatchObject({
    errors: { end_date: ['You must select a start and end date'] },
  })
  const { context } = ministry.demo
  const before = await context.log.head()
  await ask('FINANCE', { transactions: [...bills.values()].map(({ id }) => id) })
  expect(await context.log.head()).toBe(before)
})

test('who asks about many waits for a turn, with an answer in time; who asks about few does not', async () => {
  const { explanations } = ministry.demo.context.lanes
  const few = Array.from({ length: 20 }, (_, index) => String(index))
  const end = await explanations.take('somebody', new AbortController().signal)
  const many = ask('FINANCE', { transactions: [...few, billIn('billed').id] })
  await expect.poll(() => explanations.waiting()).toBe(1)
  expect(await ask('FINANCE', { transactions: few })).toHaveLength(few.length)
  expect(explanations.waiting()).toBe(1)
  end()
  expect((await many).at(-1)).toMatchObject({ number: billIn('billed').reference })
})
