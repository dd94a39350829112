import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { reportPage } from '#api/contracts/report.ts'
import { MenuAnswer } from '#api/people/contracts/menu.ts'
import { PaymentNotices } from '#api/money/contracts/payment-notice.ts'
import type { PaymentNoticeEvent } from '#domain/money/payment-notice/events.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { WaitingAnswer } from '#api/money/contracts/waiting.ts'
import { PaymentDetail, StepOutcomes } from '#api/money/contracts/payment.ts'
import { TransactionDetail } from '#api/money/contracts/transaction.ts'
import { takeStep } from '#commands/money/transaction/take-step.ts'
import { command } from '#tests/support/command.ts'
import { personOf } from '#tests/support/demo-app.ts'
import {
  bodyOf,
  CHAIN_PEOPLE,
  giveBack,
  type Ministry,
  refusedOf,
  startMinistry,
  step,
  STEP_PATHS,
} from './ministry.ts'

let ministry: Ministry
beforeAll(async () => {
  ministry = await startMinistry()
})
afterAll(() => ministry.end())

const MESSAGES = [
  'Payment approval has been initated.',
  'Payment has been recommended for approval',
  'Payment has been approved for disbursement',
  'Payment has been approved',
  'Payment has been disbursed',
]

/** The steps as the spec has them, and the moment that each sets. */
const STEPS = [
  ['no step yet -> Initiate -> initiated', 'payment_initiated_on'],
  ['initiated -> Recommend -> recommended', 'payment_recommended_on'],
  ['recommended -> Approve -> approved', 'payment_approved_on'],
  ['approved -> Approve (DFA) -> DFA approved', 'dfa_approved_on'],
  ['DFA approved -> Approve (PS), final -> permsec approved', 'permsec_approved_on'],
] as const

test('five people take the five steps, and the hospital is paid', async () => {
  const bills = [await ministry.billServices(2), await ministry.billServices(3)]
  const statuses: string[] = []
  const waiting: unknown[] = []
  let paymentId = ''
  for (const [index, role] of CHAIN_PEOPLE.entries()) {
    const person = await ministry.as(role)
    const taken = async () => {
      const { data: bill } = await person.get(`/api/transactions/${bills[0]?.id}`, TransactionDetail)
      return STEPS.filter(([, moment]) => bill[moment] !== null).map(([step]) => step)
    }
    expect(await taken()).toEqual(STEPS.slice(0, index).map(([step]) => step))
    const { message, data } = await person.post(STEP_PATHS[role], StepOutcomes, bodyOf(ministry, bills))
    expect(await taken()).toEqual(STEPS.slice(0, index + 1).map(([step]) => step))
    expect(message).toBe(MESSAGES[index])
    expect(data).toMatchObject({ done: 2, refused: 0, done_total: '75000.00', caught_up: true })
    paymentId = data.payment_id ?? paymentId
    const detail = await person.get(`/api/fanda/payment/${paymentId}`, PaymentDetail)
    statuses.push(detail.data.status)
    waiting.push(detail.data.waiting)
  }
  const since = expect.any(String)
  const just = { since, waited_minutes: expect.any(Number), is_late: false }
  expect(waiting).toEqual([
    { may_act: ['Cancer control programme (NCCP)'], ...just },
    { may_act: ['Hospital services (DHS)'], ...just },
    { may_act: ['Finance and accounts (DFA)'], ...just },
    { may_act: ['Permanent Secretary'], ...just },
    null,
  ])
  expect(statuses).toEqual([
    'payment initiated',
    'payment recommended',
    'payment approved',
    'dfa approved',
    'permsec approved',
  ])
  const auditor = await ministry.as('AUDITOR')
  const { data } = await auditor.get(`/api/fanda/payment/${paymentId}`, PaymentDetail)
  expect(data).toMatchObject({ transactions: 2, paid: 2, paid_total: '75000.00', initiated_by: 'Kabiru Musa' })
  expect(data).toMatchObject({ recommended_by: 'Halima Sule', approved_by: 'Usman Shehu', permsec_by: 'Suleiman Baba' })
})

test('each next office has the bell at once, and one mail an hour', async () => {
  const { log } = ministry.demo.context
  const bills = [await ministry.billServices(1), await ministry.billServices(1)]
  for (const [index, role] of CHAIN_PEOPLE.slice(0, 4).entries()) {
    for (const bill of bills) await step(ministry, role, [bill])
    const [next, link] = [CHAIN_PEOPLE[index + 1] ?? 'PERMSEC', PAYMENT_CHAIN.links[index + 1]]
    const office = await ministry.as(next)
    const [ready] = (await office.get('/api/notification/payments', PaymentNotices)).data
    expect([next, ready]).toMatchObject([next, { step: link?.step, is_read: false }])
    const hour = new Date().toISOString().slice(0, 13)
    const told = await log.read<PaymentNoticeEvent>(`paymentNotice-${link?.step ?? ''}:${hour}`)
    expect([next, told.length]).toEqual([next, 1])
    expect(told[0]?.event.data.people).toContain(personOf(next).userId)
  }
})

test('a step before its turn is refused, and so is one that was taken', async () => {
  const bills = [await ministry.billServices(1)]
  const [dhs, finance] = [await ministry.as('DHS'), await ministry.as('FINANCE', 2)]
  const early = await refusedOf(dhs.send('POST', STEP_PATHS.DHS, bodyOf(ministry, bills)))
  expect(early).toMatchObject({
    status: 422,
    message: 'The step before is missing: the bill is not initiated yet',
  })
  await step(ministry, 'FINANCE', bills)
  const late = await refusedOf(finance.send('POST', STEP_PATHS.FINANCE, bodyOf(ministry, bills)))
  expect(late).toMatchObject({ status: 409, message: 'Someone was faster: the bill is already initiated' })
})

test('some refused do not hold up the others, and each is told why', async () => {
  const [one, two] = [await ministry.billServices(1), await ministry.billServices(4)]
  await step(ministry, 'FINANCE', [one])
  const person = await ministry.as('FINANCE', 2)
  const unknown = { id: 'no-such-transaction', reference: '', total: '' }
  const { data } = await person.post(STEP_PATHS.FINANCE, StepOutcomes, bodyOf(ministry, [one, two, unknown]))
  expect(data).toMatchObject({ done: 1, refused: 2, done_total: '60000.00', refused_total: '15000.00' })
  expect(data.outcomes).toMatchObject([
    {
      transaction_id: one.reference,
      outcome: 'refused',
      reason: expect.stringContaining('already initiated') as string,
    },
    { transaction_id: two.reference, outcome: 'done', reason: null, becomes: 'payment initiated' },
    { transaction_id: unknown.id, outcome: 'refused', reason: 'Transaction not found' },
  ])
})

test('nobody acts twice on one chain, whatever their role is by now; the refusal says who acted', async () => {
  const bills = [await ministry.billServices(1)]
  const person = personOf('FINANCE', 2)
  const initiator = await ministry.as('FINANCE', 2)
  await initiator.post(STEP_PATHS.FINANCE, StepOutcomes, bodyOf(ministry, bills))
  await ministry.transfer(person, 'NCCP')
  try {
    const recommender = await ministry.as('FINANCE', 2) // the same person, in the new role
    const path = '/api/fanda/payment/preview'
    const before = await recommender.post(path, StepOutcomes, { ...bodyOf(ministry, bills), step: 'recommend' })
    const reason = 'Adaeze Obi initiated it and cannot act on it again'
    expect(before.data.outcomes).toMatchObject([{ outcome: 'refused', reason, becomes: null }])
    expect(before.data.outcomes[0]?.acts).toMatchObject([
      { step: 'bill', by: 'Sani Abubakar' },
      { step: 'initiate', by: 'Adaeze Obi' },
    ])
    const same = await refusedOf(recommender.send('POST', STEP_PATHS.NCCP, bodyOf(ministry, bills)))
    expect(same).toMatchObject({ status: 422, message: reason })
    const back = await refusedOf(
      recommender.send('POST', '/api/fanda/payment/return', {
        transactions: bills.map(({ id }) => id),
        reason: 'Mine',
      }),
    )
    expect(back).toMatchObject({ status: 422, message: reason })
  } finally {
    await ministry.transfer(person, 'FINANCE')
  }
  expect(await step(ministry, 'NCCP', bills)).toMatchObject({ done: 1 })
})

test('what waits is counted for whoever may do it, by hospital and since it waits for this step', async () => {
  const waitingOf = async (role: string, nth?: 2) =>
    (await (await ministry.as(role, nth)).get('/api/fanda/payment/waiting', WaitingAnswer)).data
  const at = (steps: WaitingAnswer['data'], coeId: string) => {
    const found = steps.flatMap(({ hospitals }) => hospitals).find(({ coe_id: id }) => id === coeId)
    return { transactions: found?.transactions ?? 0, total: Number(found?.total ?? 0), since: found?.since }
  }
  const [finance, nccp] = [await waitingOf('FINANCE'), await waitingOf('NCCP')]
  const person = personOf('FINANCE', 2)
  await ministry.transfer(person, 'NCCP')
  const theirs = at(await waitingOf('FINANCE', 2), ministry.coeId)
  await ministry.transfer(person, 'FINANCE')
  const bills = [await ministry.billServices(1), await ministry.billServices(2)]
  await ministry.billServices(1, 2)
  const billed = await waitingOf('FINANCE')
  expect(billed.map(({ step }) => step)).toEqual(['initiate'])
  for (const [coeId, more] of [
    [ministry.coeId, 2],
    [ministry.otherCoeId, 1],
  ] as const)
    expect(at(billed, coeId).transactions - at(finance, coeId).transactions).toBe(more)
  expect(at(billed, ministry.coeId).total - at(finance, ministry.coeId).total).toBe(45_000)
  expect(billed[0]?.transactions).toBe(billed[0]?.hospitals.reduce((sum, { transactions }) => sum + transactions, 0))
  expect(billed[0]?.since).toBe(billed[0]?.hospitals.map(({ since }) => since).sort()[0])

  const initiator = await ministry.as('FINANCE', 2)
  await initiator.post(STEP_PATHS.FINANCE, StepOutcomes, bodyOf(ministry, bills))
  const initiated = at(await waitingOf('NCCP'), ministry.coeId)
  expect(initiated.transactions - at(nccp, ministry.coeId).transactions).toBe(2)
  // What the initiator did waits for somebody else, whatever their role is by now; and so it is counted in the menu.
  await ministry.transfer(person, 'NCCP')
  try {
    const left = await waitingOf('FINANCE', 2)
    expect(at(left, ministry.coeId)).toEqual(theirs)
    const menu = await (await ministry.as('FINANCE', 2)).get('/api/uimenu', MenuAnswer)
    const counted = menu.data.find(({ link }) => link === '/payments/consolidated_report')?.waiting
    expect(counted).toBe(left.reduce((sum, { transactions }) => sum + transactions, 0))
  } finally {
    await ministry.transfer(person, 'FINANCE')
  }
  await step(ministry, 'NCCP', bills)
  // Since it was recommended, not since it was billed.
  const listed = await (
    await ministry.as('DHS')
  ).get(
    '/api/report/transactions/consolidated?status=payment%20recommended&limit=1000',
    reportPage(z.object({ payment_recommended_on: z.string() })),
  )
  const since = listed.data.data.map((row) => row.payment_recommended_on).sort()[0]
  expect((await waitingOf('DHS')).map((waiting) => waiting.since)).toEqual([since])
})

test('whoever billed a transaction takes no step of its chain', async () => {
  const bill = await ministry.billServices(1)
  const biller = personOf('COE_STAFF')
  await ministry.transfer(biller, 'FINANCE')
  try {
    // A hospital's person does not reach the chain at all, whatever the role; below HTTP the rule stands by itself.
    const person = await ministry.as('COE_STAFF')
    expect(await refusedOf(person.send('POST', STEP_PATHS.FINANCE, bodyOf(ministry, [bill])))).toMatchObject({
      status: 403,
    })
  } finally {
    await ministry.transfer(biller, 'COE_STAFF')
  }
  const { coeId, today } = ministry
  const basisPoints = { coe: 10_000, bank: 0, manufacturer: 0, emge: 0 }
  const number = async () => 'PAY-2026-000001'
  const bulk = { coeId, transactionIds: [bill.id], period: { start: today, end: today }, basisPoints, number }
  const cause = command('TakeStep', {}, { by: biller.userId })
  const own = await takeStep(ministry.demo.context.handler, { ...bulk, step: 'initiate' }, cause)
  expect(own).toMatchObject([{ refusal: { refused: 'transaction_same_person', detail: { did: 'bill' } } }])
})

test('a return needs a reason and the turn; it sends the bill back, and the chain begins anew', async () => {
  const bills = [await ministry.billServices(2)]
  const paymentId = (await step(ministry, 'FINANCE', bills)).payment_id ?? ''
  const [dfa, nccp] = [await ministry.as('DFA'), await ministry.as('NCCP')]
  const path = '/api/fanda/payment/return'
  const transactions = bills.map(({ id }) => id)
  expect(await refusedOf(nccp.send('POST', path, { transactions, reason: '  ' }))).toMatchObject({
    status: 422,
    errors: { reason: ['A reason is required'] },
  })
  expect(await refusedOf(dfa.send('POST', path, { transactions, reason: 'Not mine' }))).toMatchObject({
    status: 422,
    message: 'Only the office that has the next step can return it',
  })
  const returned = await giveBack(nccp, bills, 'The quantity is wrong')
  expect(returned).toMatchObject({ done: 1, done_total: '30000.00', outcomes: [{ becomes: 'billed' }] })
  const { data: old } = await nccp.get(`/api/fanda/payment/${paymentId}`, PaymentDetail)
  expect(old).toMatchObject({
    ...{ status: 'returned', transactions: 0, total: '0.00' },
    ...{ returned: 1, returned_total: '30000.00' },
  })
  expect(old.payment_transactions).toEqual([])

  const again = await step(ministry, 'FINANCE', bills) // the same person: the round is a new one
  expect(again.payment_id).not.toBe(paymentId)
  for (const role of CHAIN_PEOPLE.slice(1)) expect(await step(ministry, role, bills)).toMatchObject({ done: 1 })
  expect(await refusedOf(nccp.send('POST', path, { transactions, reason: 'Too late' }))).toMatchObject({
    status: 422,
    message: 'The bill is not in the payment chain',
  })
})
