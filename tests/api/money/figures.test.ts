import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportPage, ReportTotals } from '#api/contracts/report.ts'
import { HospitalAnalytics, StageTotals } from '#api/money/contracts/analytics.ts'
import { FundsOverview } from '#api/money/contracts/funding.ts'
import { ReturnedBills } from '#api/money/contracts/billing.ts'
import { InvoicesWaiting } from '#api/money/contracts/invoice.ts'
import { PAYMENT_STEPS, UNPAID } from '#api/money/contracts/payment-steps.ts'
import { HospitalSummary, StepOutcomes } from '#api/money/contracts/payment.ts'
import { AGE_NAMES } from '#api/money/contracts/choices.ts'
import { StepTimeRow } from '#api/money/contracts/step-time.ts'
import { ChainListRow } from '#api/money/contracts/transaction.ts'
import { LateAnswer, WaitingAnswer } from '#api/money/contracts/waiting.ts'
import { PeoplePage } from '#api/people/contracts/staff.ts'
import { MenuAnswer } from '#api/people/contracts/menu.ts'
import { handle } from '#commands/handle.ts'
import { raiseDispute } from '#commands/money/dispute/raise-dispute.ts'
import { billPatient } from '#commands/money/transaction/bill-patient.ts'
import { newId } from '#commands/ids.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { kobo } from '#domain/kernel/money.ts'
import { transaction } from '#domain/money/transaction/transaction.ts'
import { DEMO_PEOPLE } from '#scripts/demo/people/demo-people.ts'
import { command } from '#tests/support/command.ts'
import { type Answer, type Caller, personOf } from '#tests/support/demo-app.ts'
import {
  besideBills,
  overdueAt,
  readyBills,
  readyInvoices,
  staffList,
  volumeList,
  waitingList,
} from '#web/features/money/waiting/figure-lists.ts'
import { BILL_FILTERS } from '#web/features/money/payments/bill-filters.ts'
import { whyBlocked } from '#web/features/money/payments/why-blocked.ts'
import { COE_FILTERS } from '#web/features/money/transactions/transaction-filters.ts'
import { presetRange } from '#web/ui/dates.ts'
import { sumNaira } from '#web/ui/money.tsx'
import { listQueryOf, readFilter, type SelectName } from '#web/ui/list-filter.ts'
import { generate, GENERATE, giveBackInvoice, periodOf, STEP_PEOPLE, take } from './invoices/invoicing.ts'
import { bodyOf, CHAIN_PEOPLE, giveBack, type Ministry, startMinistry, STEP_PATHS } from './payments/ministry.ts'

let ministry: Ministry
let numbers = 0
const bills: string[] = []
const invoices: string[] = []
beforeAll(async () => {
  ministry = await startMinistry()
})
afterAll(() => ministry.end())

const KINDS = ['bill', 'bill', 'bill', 'own bill', 'step', 'step', 'step', 'return', 'answer', 'dispute'] as const
const anAct = fc.record({
  kind: fc.constantFrom(...KINDS, 'invoice', 'invoice step', 'invoice step', 'invoice return'),
  pick: fc.nat(),
  step: fc.nat({ max: CHAIN_PEOPLE.length - 1 }),
  second: fc.constantFrom(undefined, 2 as const),
})
type Act = typeof anAct extends fc.Arbitrary<infer T> ? T : never

const act = (kind: Act['kind'], pick: number): Act => ({ kind, pick, step: 0, second: undefined })

/** What makes sure that each of them is there: on an invoice, ready, billed by who initiates, disputed, initiated, returned, answered. */
const PROLOGUE: readonly Act[] = [
  ...[act('bill', 0), act('bill', 1), act('invoice', 0)],
  ...[2, 3, 4, 5].map((pick) => act('bill', pick)),
  ...[act('own bill', 6), act('bill', 7), act('bill', 8), act('dispute', 3)],
  ...[4, 5, 7].map((pick) => act('step', pick)),
  ...[act('return', 4), act('return', 7), act('answer', 4)],
]

/** One act by whoever may; what is refused changes nothing. */
async function play({ kind, pick, step, second }: Act): Promise<void> {
  const { context } = ministry.demo
  const bill = bills[pick % Math.max(1, bills.length)] ?? ''
  const invoice = invoices[pick % Math.max(1, invoices.length)] ?? ''
  const known = { id: bill, reference: '', total: '' }
  if (kind === 'bill' || kind === 'own bill') {
    const id = newId(context.now())
    const names = ['Consultation', 'Blood count', 'X-ray', 'Bed'].slice(0, 1 + (pick % 4))
    const by = personOf(kind === 'own bill' ? 'FINANCE' : 'COE_STAFF', second).userId
    const data = {
      ...{
        reference: `TRX-2026-8${numbers++}`,
        kind: 'service' as const,
        coeId: second ? ministry.otherCoeId : ministry.coeId,
      },
      ...{ patientId: personOf('PATIENT', second).userId, documents: [] },
      lines: names.map((name) => ({
        itemId: name.replace(' ', '-'),
        name,
        categoryId: 1,
        quantity: 1,
        price: kobo(1_000_00 + (pick % 1_000)),
      })),
    }
    // Every third one is overdue since long.
    const at = new Date(context.now() - (pick % 3 === 2 ? 60 * 86_400_000 : 0)).toISOString()
    await billPatient(context.handler, id, command('RequestBilling', data, { by, at }))
    bills.push(id)
  }
  const at = new Date(context.now()).toISOString()
  const staff = personOf('COE_STAFF').userId
  if (kind === 'answer')
    await handle(
      context.handler,
      transaction,
      bill,
      command('AnswerReturn', { answer: 'Here it is', documents: [] }, { by: staff, at }),
    )
  if (kind === 'dispute') {
    const asked = command('DisputeTransaction', { reason: 'Twice', documents: [] }, { by: staff, at })
    await raiseDispute(context.handler, bill, asked, async () => [])
  }
  await context.caughtUp(await context.eventLog.head())
  const role = CHAIN_PEOPLE[step] ?? 'FINANCE'
  if (kind === 'step') {
    const coe = second ? { coe_id: ministry.otherCoeId } : {}
    const body = { ...bodyOf(ministry, [known]), start_date: '2021-01-01', ...coe }
    await (await ministry.as(role, pick % 2 === 0 ? 2 : undefined)).send('POST', STEP_PATHS[role], body)
  }
  if (kind === 'return') await giveBack(await ministry.as('NCCP'), [known], 'A line is missing').catch(() => undefined)
  if (kind === 'invoice') {
    const made = await generate(ministry, 'COE_STAFF', second).catch(() => undefined)
    if (made !== undefined) invoices.push(made.id)
  }
  if (kind === 'invoice step')
    for (const next of ['cmd', 'initiate', 'recommend', 'approve', 'dfa', 'permsec'] as const)
      if ((await take(ministry, next, invoice).catch(() => undefined)) !== undefined) break
  if (kind === 'invoice return')
    await giveBackInvoice(ministry, STEP_PEOPLE.recommend, invoice, 'Wrong').catch(() => undefined)
  await context.caughtUp(await context.eventLog.head())
}

/** Of the lists of bills, what their screens read out of an address: what is no filter of theirs narrows nothing. */
const READ: Readonly<Record<string, readonly SelectName[]>> = {
  '/payments/consolidated_report': BILL_FILTERS,
  '/superadmin/billings': COE_FILTERS,
}

/** The list of the API that a screen's address shows. */
function listAt(address: string, caller: Caller): string {
  const { pathname, searchParams } = new URL(address, 'http://portal')
  const read = READ[pathname]
  const asked = read === undefined ? [...searchParams] : Object.entries(listQueryOf(readFilter(searchParams, read)))
  const said = asked.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]]))
  const filter = new URLSearchParams(said).toString()
  const own = DEMO_PEOPLE.find(({ userId }) => userId === caller.person.userId)?.coeCode
  const hospital = own === personOf('COE_STAFF').coeCode ? ministry.coeId : ministry.otherCoeId
  const lists: Readonly<Record<string, string>> = {
    '/payments/consolidated_report': '/api/report/transactions/consolidated',
    '/coestaff/billings': '/api/coestaff/transactions',
    '/superadmin/billings': `/api/coes/${hospital}/billings`,
    '/cmd/invoice': `/api/coes/${hospital}/invoice`,
    '/coes': '/api/coes/list',
    '/fmoh/finance-and-accounting/funds': '/api/fundings',
    '/superadmin/transactions/dispute': '/api/disputes',
    '/transactions/dispute': '/api/transactions/dispute',
    '/coeadmin/dispute': `/api/coes/${hospital}/disputes`,
  }
  const list = lists[pathname] ?? (/\/invoices?$/.test(pathname) ? '/api/invoices' : undefined)
  if (list === undefined) throw new Error(`Nothing is known of ${pathname}`)
  return `${list}/totals?${filter}`
}

type Counted = { readonly count?: number; readonly total?: string | undefined }
const followed = new Set<string>()

/** Opens a figure: the list has as many rows as it counts, and adds up to what it says. */
async function follow(caller: Caller, name: string, address: string, { count, total }: Counted): Promise<void> {
  const { data } = ok(await caller.get(listAt(address, caller)), ReportTotals)
  const sum = data.totals['total'] ?? data.totals['computed_total']
  const said = [count ?? data.total, total ?? sum]
  const shown = [data.total, sum]
  expect([caller.person.role, name, address, shown]).toEqual([caller.person.role, name, address, said])
  if (data.total > 0) followed.add(name)
}

function ok<T>(answer: Answer, schema: { parse(value: unknown): T }): T {
  expect(answer.statusCode, answer.body).toBe(200)
  return schema.parse(answer.json())
}

/** Every figure of a person's home, badges and folds. */
async function followAll(caller: Caller): Promise<void> {
  const { userId: me } = caller.person
  const menu = ok(await caller.get('/api/uimenu'), MenuAnswer).data
  for (const { name, waiting, waiting_at: at } of menu) {
    expect([name, waiting === null]).toEqual([name, at === null])
    if (waiting !== null && at !== null) await follow(caller, `badge ${name}`, at, { count: waiting })
  }
  const links = new Set(menu.map(({ link }) => link))
  if (links.has('/payments/consolidated_report')) {
    await followSummary(caller)
    await followTimes(caller)
    const waiting = await caller.get('/api/fanda/payment/waiting')
    if (waiting.statusCode === 200) await followWaiting(caller, WaitingAnswer.parse(waiting.json()).data)
  }
  const invoicesReady = await caller.get('/api/invoices/waiting')
  if (invoicesReady.statusCode === 200)
    for (const step of InvoicesWaiting.parse(invoicesReady.json()).data) {
      await follow(caller, 'invoices', readyInvoices(me, step), { count: step.invoices, total: step.total })
      for (const { coe_id: coe, invoices: count, total } of step.hospitals)
        await follow(caller, 'invoices of a hospital', readyInvoices(me, step, coe), { count, total })
    }
  const late = await caller.get('/api/fanda/payment/late')
  if (late.statusCode === 200) {
    const invoicesAt = menu.find(({ link }) => /\/invoices?$/.test(link))?.link ?? '/invoices'
    for (const { step, by_invoice: byInvoice, transactions, invoices: on, total } of LateAnswer.parse(late.json()).data)
      await follow(caller, `overdue${byInvoice ? ' on invoices' : ''}`, overdueAt(step, byInvoice, invoicesAt), {
        ...{ count: byInvoice ? on : transactions, total },
      })
  }
  const figures = await caller.get('/api/coes/analytics')
  if (figures.statusCode === 200) {
    const { data } = HospitalAnalytics.parse(figures.json())
    const isOfHospital = data.coe !== null
    if (data.coe === null) await followAllocations(caller, data.allocation_balance)
    else await followStaff(caller, staffList(data.coe.id), data.staff_count)
    if (isOfHospital || links.has('/payments/consolidated_report')) {
      const all = { count: data.transactions_count, total: data.hospital_billing_volume }
      await follow(caller, 'card: billing volume', volumeList(isOfHospital), all)
      const month = presetRange('This month', lagosDay(new Date().toISOString()))
      for (const [name, filter, total] of [
        ['paid', { status: 'permsec approved' }, data.paid_volume],
        ['reversed', { status: 'reversed' }, data.reversed_volume],
        ['payable', { stage: UNPAID }, data.payable_balance],
        ['current month', month, data.current_month_volume],
      ] as const)
        await follow(caller, `card: ${name}`, volumeList(isOfHospital, { ...filter }), { total })
      const stages = ok(await caller.get('/api/analytics/stages'), StageTotals).data
      for (const { stage, transactions: count, total } of stages)
        await follow(caller, `stage: ${stage}`, volumeList(isOfHospital, { stage }), { count, total })
    }
  }
  const returned = await caller.get('/api/coestaff/returned')
  if (returned.statusCode === 200) {
    const { returned: count, total } = ReturnedBills.parse(returned.json()).data
    await follow(caller, 'returned to the hospital', '/coestaff/billings?status=returned', { count, total })
  }
}

async function followWaiting(caller: Caller, steps: WaitingAnswer['data']): Promise<void> {
  const { userId: me } = caller.person
  await select(caller, steps)
  for (const step of steps) {
    await follow(caller, 'ready', readyBills(me, step), { count: step.transactions, total: step.total })
    for (const { name, transactions, total, to } of besideBills(step))
      await follow(caller, name, to, { count: transactions, total })
    for (const { coe_id: coe, transactions: count, total } of step.hospitals) {
      await follow(caller, 'ready at a hospital', readyBills(me, step, coe), { count, total })
      // Nothing stands in an office's list that it cannot act on, the pre-flight says.
      const filter = { ready_for: me, step: step.step, coe }
      const preview = await caller.post('/api/fanda/payment/matching/preview', { step: step.step, filter })
      const { done, refused } = ok(preview, StepOutcomes).data
      expect([caller.person.role, done, refused]).toEqual([caller.person.role, count, 0])
    }
  }
}

/** Of all bills, those can be selected that the pre-flight of one of the reader's steps would do something with. */
async function select(caller: Caller, steps: WaitingAnswer['data']): Promise<void> {
  const acts = PAYMENT_STEPS.filter(({ step }) => steps.some((one) => one.step === step))
  const able: string[] = []
  for (const { step } of acts) {
    const answer = await caller.post('/api/fanda/payment/matching/preview', { step, filter: {} })
    const { outcomes } = ok(answer, StepOutcomes).data
    // All that match may be asked by any filter of the list; where there are none it says so.
    for (const filter of [{ overdue: step }, { waits_for: step }, { age: 'age_1' }]) {
      const matched = await caller.post('/api/fanda/payment/matching/preview', { step, filter })
      expect([200, 422]).toContain(matched.statusCode)
    }
    able.push(...outcomes.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : [])))
  }
  const list = ok(await caller.get('/api/report/transactions/consolidated?per_page=100'), reportPage(ChainListRow)).data
  expect(list.next).toBe(null)
  const from = acts.map(({ shownFrom }) => ({ from: shownFrom }))
  const selectable = list.data.filter((row) => whyBlocked(row, from, caller.person.userId) === undefined)
  expect([caller.person.role, selectable.map(({ id }) => id).sort()]).toEqual([caller.person.role, able.sort()])
}

/** The staff of a hospital by the list that counts no closed account. */
async function followStaff(caller: Caller, address: string, count: number): Promise<void> {
  const { total } = ok(await caller.get(`/api${address}`), PeoplePage).data
  expect([caller.person.role, 'card: staff', total]).toEqual([caller.person.role, 'card: staff', count])
}

/** What hospitals have left, which the funds show by hospital. */
async function followAllocations(caller: Caller, balance: string): Promise<void> {
  const { coes } = ok(await caller.get('/api/funds'), FundsOverview).data
  expect(sumNaira(coes.map(({ fund_allocation: left }) => left))).toBe(balance)
}

/** Time in step: a band of the ageing chart, and a row of the grid. */
async function followTimes(caller: Caller): Promise<void> {
  const times = '/api/report/payments/steps'
  const { totals } = ok(await caller.get(`${times}/totals`), ReportTotals).data
  for (const age of AGE_NAMES)
    await follow(caller, `age: ${age}`, waitingList({ age, coe: '' }), { count: Number(totals[age]) })
  const rows = ok(await caller.get(`${times}?per_page=100`), reportPage(StepTimeRow)).data
  for (const { coe, step, waiting: count, waiting_total: total } of rows.data)
    await follow(caller, `time in step: ${step}`, waitingList({ waits_for: step, coe: coe.id }), { count, total })
}

async function followSummary(caller: Caller): Promise<void> {
  const { data } = ok(await caller.get('/api/report/billing/summary/billings'), HospitalSummary)
  for (const { coe_id: coe, transactions, total, by_status, ready, on_invoice } of data) {
    const at = (filter: Record<string, string>) =>
      `/payments/consolidated_report?${new URLSearchParams({ coe, ...filter }).toString()}`
    await follow(caller, 'fold: all', at({}), { count: transactions, total })
    for (const [status, stage] of Object.entries(by_status))
      await follow(caller, `fold: ${status}`, at({ status }), { count: stage.transactions, total: stage.total })
    const mine = { count: ready.transactions, total: ready.total }
    await follow(caller, 'fold: ready', at({ ready_for: caller.person.userId }), mine)
    const invoiced = { count: on_invoice.transactions, total: on_invoice.total }
    await follow(caller, 'fold: on invoices', at({ on_invoice: '1' }), invoiced)
  }
}

test('every figure of homes, badges and folds opens exactly its rows, for every role, whatever happened', async () => {
  const people = await Promise.all([
    ...[...new Set(DEMO_PEOPLE.map(({ role }) => role))].map((role) => ministry.demo.as(role)),
    ...(['FINANCE', 'NCCP', 'COE_ADMIN'] as const).map((role) => ministry.demo.as(role, 2)),
  ])
  const followEveryone = async () => {
    await ministry.demo.context.pool.query('delete from call_count')
    for (const caller of people) await followAll(caller)
  }
  for (const one of PROLOGUE) await play(one)
  // A closed account is of nobody who works there.
  const admin = await ministry.as('SUPER_ADMIN')
  expect(await admin.send('POST', `/api/users/${personOf('DOCTOR', 2).userId}/deactivate`, {})).toMatchObject({
    status: 200,
  })
  await ministry.demo.context.caughtUp(await ministry.demo.context.eventLog.head())
  await followEveryone()
  const history = fc.asyncProperty(fc.array(anAct, { minLength: 8, maxLength: 12 }), async (acts) => {
    for (const one of acts) await play(one)
    await followEveryone()
  })
  await fc.assert(history, { numRuns: 3, endOnFailure: true })
  const needed = [
    'ready',
    'ready at a hospital',
    'On invoices',
    'Disputed',
    'Returned',
    'fold: billed',
    'fold: ready',
    'overdue',
    'card: payable',
    'stage: billed',
    'stage: payment initiated',
    'age: age_1',
    'age: age_more',
    'time in step: cmd',
    'time in step: answer',
  ]
  expect([...followed]).toEqual(expect.arrayContaining([...needed, 'returned to the hospital']))
}, 400_000)

test('a link shows another person the same rows', async () => {
  const [finance, auditor] = [await ministry.demo.as('FINANCE'), await ministry.demo.as('AUDITOR')]
  const list = `/api/report/transactions/consolidated?ready_for=${finance.person.userId}`
  expect((await auditor.get(list)).json()).toEqual((await finance.get(list)).json())
  // The CMD of one hospital approves no other's invoices, whoever looks.
  for (const second of [undefined, 2] as const) {
    await ministry.billServices(1, second)
    await generate(ministry, 'COE_STAFF', second)
    const cmd = await ministry.demo.as('COE_ADMIN', second)
    const approvals = `/api/invoices?ready_for=${cmd.person.userId}`
    const own = await cmd.get(approvals)
    expect(own.json<{ data: { data: unknown[] } }>().data.data).not.toEqual([])
    expect((await auditor.get(approvals)).json()).toEqual(own.json())
  }
})

test('a period that ends in the future is refused before anything is shown', async () => {
  const staff = await ministry.demo.as('COE_STAFF')
  for (const days of ['startDate=2026-01-01&endDate=2099-12-31', 'startDate=2020-12-31&endDate=2021-01-31']) {
    const { statusCode, body } = await staff.get(`${GENERATE}/preview?${days}`)
    expect([statusCode, body]).toEqual([422, expect.stringContaining('when the programme began')])
  }
  const refused = await staff.post(GENERATE, { ...periodOf(ministry), endDate: '2099-12-31' })
  expect(refused.statusCode).toBe(422)
})
