import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { ExportManifest, reportPage, ReportTotals } from '#api/contracts/report.ts'
import { STEP_TIME_FIELDS } from '#api/money/contracts/fields.ts'
import { PaymentRow } from '#api/money/contracts/payment.ts'
import { StepTimeRow } from '#api/money/contracts/step-time.ts'
import { TransactionDetail, TransactionRow } from '#api/money/contracts/transaction.ts'
import { LateAnswer } from '#api/money/contracts/waiting.ts'
import { handle } from '#commands/handle.ts'
import { disputeOf, raiseDispute } from '#commands/money/dispute/raise-dispute.ts'
import { endDispute } from '#commands/money/dispute/end-dispute.ts'
import { billPatient } from '#commands/money/transaction/bill-patient.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { runningMinutes, workCalendar, workingMinutes } from '#domain/kernel/working-time.ts'
import { waitsOf } from '#domain/money/transaction/clock.ts'
import { INVOICE_STEPS, type InvoiceStep } from '#domain/money/invoice/chain.ts'
import { type ChainStep, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import { transaction, type TransactionCommand } from '#domain/money/transaction/transaction.ts'
import { calendar, HOLIDAYS } from '#domain/people/calendar/calendar.ts'
import { setting, SITE } from '#domain/people/setting/setting.ts'
import { momentOf } from '#projections/moment.ts'
import { calendarOf, minutesBetween } from '#projections/people/holiday/working-time.ts'
import { personOf } from '#tests/support/demo-app.ts'
import { command } from '#tests/support/command.ts'
import { addedUp } from '#tests/support/added-up.ts'
import { BASIS_POINTS, LINE } from '#tests/domain/money/transaction/bills.ts'
import { type Colleague, type Ministry, startMinistry } from './ministry.ts'
import { csvLines } from '#tests/support/csv-lines.ts'

const PATH = '/api/report/payments/steps'
const UNTIL = '2026-11-20T12:34:56.000Z'
const BILLS = 20
/** So that of what waits some is late and some is not. */
const DEADLINES = { cmd: 900, initiate: 900, recommend: 900, approve: 900, dfa: 900, permsec: 900 }
/** Indexes of bills. */
const INVOICED = [7, 12, 18]
const STEPS = PAYMENT_CHAIN.links.map(({ step }) => step)

let ministry: Ministry
let auditor: Colleague
let days: readonly string[]
/** Every bill's hospital and history. */
let histories: readonly { readonly coeId: string; readonly events: readonly TransactionEvent[] }[]
let beforeHoliday: number

/** The same numbers in every run. */
let seed = 12
const chance = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}

/** A bill that goes some way by some people, in its own time: up to six days for each thing that happens to it. */
async function live(index: number): Promise<void> {
  const { context } = ministry.demo
  const nth = index % 2 === 0 ? undefined : 2
  const coeId = nth === undefined ? ministry.coeId : ministry.otherCoeId
  const id = `bill-${index}`
  let now = Date.UTC(2026, 1, 1) + chance(120) * 86_400_000 + chance(86_400) * 1_000
  const later = () => new Date((now += chance(6 * 86_400) * 1_000)).toISOString()
  const lines = [{ ...LINE, quantity: 1 + index }]
  const about = { patientId: personOf('PATIENT', nth).userId, coeId, kind: 'service' as const, lines, documents: [] }
  const asked = command('RequestBilling', { reference: `TRX-2026-9${index}`, ...about }, { by: 'biller', at: later() })
  await billPatient(context.handler, id, asked)
  const does = async (wanted: TransactionCommand) => {
    const done = await handle(context.handler, transaction, id, wanted)
    if (done.outcome === 'refused') throw new Error(JSON.stringify(done.refusal))
  }
  const take = (step: ChainStep, round: number) => {
    const stamp = { by: `${step}-${round}`, at: later() }
    if (step !== 'initiate') return does(command('ApprovePaymentStep', { step }, stamp))
    const payment = { paymentId: `payment-${index}-${round}`, paymentReference: `PAY-2026-9${index}${round}` }
    const period = { periodStart: '2026-01-01', periodEnd: lagosDay(stamp.at) }
    return does(command('InitiatePayment', { ...payment, ...period, basisPoints: BASIS_POINTS }, stamp))
  }
  const argue = async (outcome: 'resolved' | 'reversed' | undefined) => {
    const flag = command('DisputeTransaction', { reason: 'Twice', documents: [] }, { by: 'raiser', at: later() })
    await raiseDispute(context.handler, id, flag, async () => [])
    const end = { comment: 'It is', ofCoe: coeId }
    if (outcome !== undefined)
      await endDispute(
        context.handler,
        disputeOf(flag),
        command('EndDispute', { ...end, outcome }, { by: 'head', at: later() }),
      )
  }
  if (index % 5 === 0) await argue((['resolved', 'reversed', undefined, 'resolved'] as const)[index / 5])
  if (index === 5 || index === 10) return
  // Some come on an invoice: one of them waits for its CMD, the others leave it before that or after.
  if (INVOICED.includes(index)) {
    const on = { invoiceId: `invoice-${index}` }
    const asked = { ...on, invoiceReference: `INV-2026-9${index}`, isByCmd: false }
    await does(command('InvoiceTransaction', asked, { by: 'generator', at: later() }))
    if (index === INVOICED[0]) return
    if (index === INVOICED[1]) await does(command('CmdApproveTransaction', on, { by: 'cmd', at: later() }))
    await does(command('ReleaseFromInvoice', on, { by: 'returner', at: later() }))
  }
  const isSentBack = chance(2) === 0
  for (let round = 1; round <= (isSentBack ? 2 : 1); round += 1) {
    const steps = STEPS.slice(0, 1 + chance(STEPS.length))
    for (const step of steps) await take(step, round)
    if (steps.length === STEPS.length || round === 2) return
    if (!isSentBack) return
    const data = { reason: 'Wrong', mayTake: STEPS }
    await does(command('ReturnPayment', data, { by: `returner-${round}`, at: later() }))
    if (chance(2) === 0)
      await does(command('AnswerReturn', { answer: 'So', documents: [] }, { by: 'clerk', at: later() }))
    if (chance(4) === 0) await argue('resolved')
  }
}

const set = async (deadlines: typeof DEADLINES) => {
  const done = await handle(ministry.demo.context.handler, setting, SITE, command('SetDeadlines', deadlines))
  if (done.outcome === 'refused') throw new Error(done.refusal.refused)
}

beforeAll(async () => {
  ministry = await startMinistry()
  const { context } = ministry.demo
  for (let index = 0; index < BILLS; index += 1) await live(index)
  await set(DEADLINES)
  beforeHoliday = await context.eventLog.head()
  const holiday = { day: '2026-04-15', name: 'A day of mourning' }
  const added = await handle(context.handler, calendar, HOLIDAYS, command('AddHoliday', holiday))
  if (added.outcome === 'refused') throw new Error(added.refusal.refused)
  days = [...added.state.holidays.keys()]
  await context.caughtUp(await context.log.head())
  auditor = await ministry.as('AUDITOR')
  const logged = await Promise.all(
    Array.from({ length: BILLS }, (_, index) => context.log.read<TransactionEvent>(`transaction-bill-${index}`)),
  )
  histories = logged.map((recorded, index) => ({
    coeId: index % 2 === 0 ? ministry.coeId : ministry.otherCoeId,
    events: recorded.map(({ event }) => event),
  }))
})
afterAll(() => ministry.end())

const rowsOf = async (query: string) =>
  (await auditor.get(`${PATH}?until=${UNTIL}&limit=100${query}`, reportPage(StepTimeRow))).data.data

/** What the report must say, worked out of the log by the rules alone. */
function expected(holidays: readonly string[], from = '2000-01-01', to = '2100-01-01') {
  const sums = new Map<
    string,
    Record<'taken' | 'returned' | 'invoiced' | 'reversed' | 'hours' | 'waiting' | 'waiting_hours' | 'late', number>
  >()
  const none = { taken: 0, returned: 0, invoiced: 0, reversed: 0, hours: 0, waiting: 0, waiting_hours: 0, late: 0 }
  const add = (key: string, more: Partial<typeof none>) => {
    const sum = { ...(sums.get(key) ?? none) }
    for (const [name, amount] of Object.entries(more)) sum[name as keyof typeof none] += amount
    sums.set(key, sum)
  }
  const on = workCalendar(holidays)
  for (const { coeId, events } of histories)
    for (const [index, { from: since, pauses, ended }] of waitsOf(events, UNTIL).entries()) {
      const minutes = runningMinutes({ from: since, until: ended?.at ?? UNTIL }, pauses, on)
      const before = waitsOf(events, UNTIL)[index - 1]?.ended
      // What is disputed waits for its dispute.
      if (ended === undefined && pauses.some(({ until }) => until === UNTIL)) continue
      if (ended === undefined) {
        const last = nextAfter(before)
        const deadline = last === 'answer' ? Infinity : (DEADLINES[last as InvoiceStep] ?? 0)
        add(`${coeId}:${last}`, { waiting: 1, waiting_hours: minutes, late: minutes > deadline * 60 ? 1 : 0 })
        continue
      }
      const day = new Date(Date.parse(ended.at) + 3_600_000).toISOString().slice(0, 10)
      if (day < from || day > to) continue
      const { waitedFor, end } = ended
      add(`${coeId}:${waitedFor}`, { hours: minutes, [end === 'answered' ? 'taken' : end]: 1 })
    }
  return Object.fromEntries([...sums].sort())
}

function nextAfter(before: { readonly waitedFor: string; readonly end: string } | undefined): string {
  if (before === undefined || before.end === 'answered' || before.waitedFor === 'cmd') return 'initiate'
  if (before.end === 'invoiced') return 'cmd'
  if (before.end === 'returned') return before.waitedFor === 'initiate' ? 'initiate' : 'answer'
  return STEPS[STEPS.indexOf(before.waitedFor as ChainStep) + 1] ?? 'nothing'
}

const said = (rows: readonly StepTimeRow[]) =>
  Object.fromEntries(
    rows
      .map(
        ({ coe, step, taken, returned, invoiced, reversed, hours, waiting, waiting_hours, late }) =>
          [`${coe.id}:${step}`, { taken, returned, invoiced, reversed, hours, waiting, waiting_hours, late }] as const,
      )
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

test('the report says what the events add up to, by hospital and step, with disputes and returns', async () => {
  const rows = await rowsOf('')
  expect(said(rows)).toEqual(expected(days))
  const all = Object.values(expected(days))
  // The world has everything in it.
  for (const name of ['taken', 'returned', 'invoiced', 'reversed', 'waiting', 'late'] as const)
    expect(
      all.reduce((sum, one) => sum + one[name], 0),
      name,
    ).toBeGreaterThan(0)
  expect(rows.map(({ oldest }) => oldest)).toEqual(rows.map(({ oldest }) => oldest).toSorted((a, b) => b - a))
  for (const { waiting, age_1, age_3, age_5, age_10, age_more, hours, average, longest } of rows) {
    expect(age_1 + age_3 + age_5 + age_10 + age_more).toBe(waiting)
    expect(average).toBeLessThanOrEqual(longest)
    expect(longest).toBeLessThanOrEqual(hours)
  }
})

test('of a period and of one hospital it says that much', async () => {
  const period = await rowsOf('&start_date=2026-03-15&end_date=2026-05-20')
  expect(
    said(
      period.filter(
        ({ taken, returned, invoiced, reversed, waiting }) => taken + returned + invoiced + reversed + waiting > 0,
      ),
    ),
  ).toEqual(expected(days, '2026-03-15', '2026-05-20'))
  const own = await rowsOf(`&coe=${ministry.otherCoeId}`)
  expect(new Set(own.map(({ coe }) => coe.id))).toEqual(new Set([ministry.otherCoeId]))
})

test('what waits is what the lists say that waits, and what was taken what their bills say', async () => {
  const rows = await rowsOf('')
  const totals = async (path: string) => (await auditor.get(path, ReportTotals)).data
  for (const { status, step } of [
    { status: 'payment initiated', step: 'recommend' },
    { status: 'payment recommended', step: 'approve' },
    { status: 'payment approved', step: 'dfa' },
    { status: 'dfa approved', step: 'permsec' },
  ]) {
    const waiting = rows.filter((row) => row.step === step).reduce((sum, row) => sum + row.waiting, 0)
    const [payments, bills] = [
      await totals(`/api/fanda/payment/totals?status=${status}`),
      await totals(`/api/report/transactions/consolidated/totals?status=${status}`),
    ]
    // Each of these payments has one bill.
    expect([payments.total, bills.total], step).toEqual([waiting, waiting])
  }
})

test('a holiday that is entered late corrects what is said of the past; what was said before is said again', async () => {
  const [now, then] = [said(await rowsOf('')), said(await rowsOf(`&as_of_position=${beforeHoliday}`))]
  expect(then).toEqual(expected(days.filter((day) => day !== '2026-04-15')))
  expect(then).not.toEqual(now)
})

test('its CSV says the same in hours, adds up to its manifest and the screen, and again byte for byte', async () => {
  const { demo } = ministry
  const reader = await demo.as('AUDITOR')
  const csv = await reader.get(`${PATH}/csv`)
  const [heading = '', ...lines] = csvLines(csv.body)
  expect(heading).toContain('Hospital,Step,Office,Waiting')
  expect(lines).toHaveLength((await rowsOf('')).length)
  const manifest = await reader.get(`/api/exports/${String(csv.headers['x-export-id'])}`)
  const { url, totals } = ExportManifest.parse(manifest.json()).data
  expect(addedUp(csv.body, STEP_TIME_FIELDS, totals)).toContain('hours')
  const { data: screen } = ReportTotals.parse(
    (await reader.get(url.replace('/csv', '/totals').replace(/&layout=\w+/, ''))).json(),
  )
  expect(screen.totals).toEqual(totals)
  expect(url).toContain('until=')
  expect((await reader.get(url)).body).toBe(csv.body)
})

test('who is late is told of it, and so is who is above: own steps, those before them, and all for who only reads', async () => {
  const rows = (await auditor.get(`${PATH}?limit=100`, reportPage(StepTimeRow))).data.data
  const lateBy = (step: string) => rows.filter((row) => row.step === step).reduce((sum, { late }) => sum + late, 0)
  const told = async (role: string) => (await (await ministry.as(role)).get('/api/fanda/payment/late', LateAnswer)).data
  const late = INVOICE_STEPS.filter((step) => lateBy(step) > 0)
  // One hospital's bills at several steps are late, or nothing is shown here.
  expect(late.length).toBeGreaterThan(2)
  for (const role of ['AUDITOR', 'PERMSEC']) expect((await told(role)).map(({ step }) => step)).toEqual(late)
  const ofDhs = await told('DHS')
  expect(ofDhs.map(({ step }) => step)).toEqual(late.filter((step) => !['dfa', 'permsec'].includes(step)))
  for (const { step, is_own: isOwn, transactions, deadline, oldest, hospitals } of ofDhs) {
    expect([step, isOwn, transactions, deadline]).toEqual([step, step === 'approve', lateBy(step), 900])
    expect(oldest).toBeGreaterThan(900 * 60)
    expect(hospitals.reduce((sum, one) => sum + one.transactions, 0)).toBe(transactions)
    expect(hospitals.map((one) => one.oldest)).toEqual(hospitals.map((one) => one.oldest).toSorted((a, b) => b - a))
  }
  expect((await told('FINANCE')).map(({ step, is_own: isOwn }) => isOwn === (step === 'initiate'))).not.toContain(false)
})

test('a bill says for how many working hours each step waited, and the one that waits whether it is late', async () => {
  const on = workCalendar(days)
  const seen = { taken: 0, late: 0, inTime: 0 }
  for (const [index, { events }] of histories.entries()) {
    const { data } = await auditor.get(`/api/transactions/bill-${index}`, TransactionDetail)
    const now = new Date().toISOString()
    const waits = waitsOf(events, now)
    for (const { step, state, waited_minutes: minutes, is_late: isLate } of data.chain) {
      const wait = state === 'done' ? waits.findLast(({ ended }) => ended?.waitedFor === step) : waits.at(-1)
      if (state === 'waiting' || wait === undefined) continue
      if (state === 'current' && wait.ended !== undefined) continue
      if (state === 'current' && data.returned !== null && data.returned.answers.length === 0) continue
      const until = wait.ended?.at ?? now
      // The present goes on while it is asked.
      const expected = runningMinutes({ from: wait.from, until }, wait.pauses, on)
      expect(Math.abs((minutes ?? -1) - expected)).toBeLessThan(state === 'done' ? 1 : 3)
      if (state === 'done') seen.taken += 1
      else if (isLate) seen.late += 1
      else seen.inTime += 1
      expect(isLate).toBe(state === 'current' && (minutes ?? 0) > 900 * 60)
    }
  }
  expect(seen.taken).toBeGreaterThan(0)
  expect(seen.late + seen.inTime).toBeGreaterThan(0)
})

test('what waits is listed as a queue, the oldest bill first; what does not, the newest first', async () => {
  const dates = async (query: string) =>
    (
      await auditor.get(`/api/report/transactions/consolidated?limit=100${query}`, reportPage(TransactionRow))
    ).data.data.map(({ created_at: at }) => at)
  for (const status of ['billed', 'payment initiated', 'payment recommended', 'returned'])
    expect([status, await dates(`&status=${status}`)]).toEqual([status, (await dates(`&status=${status}`)).toSorted()])
  expect((await dates('&status=payment initiated')).length).toBeGreaterThan(1)
  const payments = async (query: string) =>
    (await auditor.get(`/api/fanda/payment?limit=100${query}`, reportPage(PaymentRow))).data.data.map(
      ({ initiated_on: at }) => at,
    )
  const queued = await payments('&status=payment initiated')
  expect(queued).toEqual(queued.toSorted())
  const every = await payments('')
  expect(every).toEqual(every.toSorted().toReversed())
  const all = await dates('')
  expect(all).toEqual(all.toSorted().toReversed())
  const turned = await dates('&status=billed&sort=-created_at')
  expect(turned).toEqual(turned.toSorted().toReversed())
})

describe('in SQL', () => {
  test('working minutes are those of the domain, whatever the instants and the holidays', async () => {
    const { db, eventLog } = ministry.demo.context
    const moment = momentOf(['holiday'], await eventLog.head())
    const instants = Array.from({ length: 400 }, () =>
      new Date(chance(1_900_000_000) * 1_000 - 20_000_000_000).toISOString(),
    )
    instants.push(
      '2026-04-15T07:00:00.000Z',
      '2026-04-15T16:00:00.000Z',
      '2026-12-31T22:59:59.000Z',
      '2027-01-01T08:30:00Z',
    )
    const { rows } = await sql<{ one: string; other: string; minutes: number }>`
      select one, other, ${minutesBetween(sql`one::timestamptz`, sql`other::timestamptz`, sql`calendar.days_off`)} as minutes
        from unnest(${instants}::text[]) with ordinality a(one, place)
        join unnest(${instants}::text[]) with ordinality b(other, next) on next between place - 1 and place + 3
        cross join ${calendarOf(moment)} calendar
       where one::timestamptz <= other::timestamptz`.execute(db)
    expect(rows.length).toBeGreaterThan(700)
    const on = workCalendar(days)
    for (const { one, other, minutes } of rows)
      expect(Number(minutes), `${one} to ${other}`).toBe(workingMinutes({ from: one, until: other }, on))
  })

  test('without holidays there are none', async () => {
    const { rows } = await sql<{ minutes: number }>`
      select ${minutesBetween(sql`'2026-11-16T09:00Z'::timestamptz`, sql`'2026-11-23T09:00Z'::timestamptz`, sql`calendar.days_off`)} as minutes
        from ${calendarOf(momentOf(['holiday'], 0))} calendar`.execute(ministry.demo.context.db)
    expect(Number(rows[0]?.minutes)).toBe(2_700)
  })
})
