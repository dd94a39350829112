import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kobo } from '#domain/kernel/money.ts'
import { INVOICE_STEPS, type InvoiceStep } from '#domain/money/invoice/chain.ts'
import { MOST_ON_INVOICE } from '#domain/money/invoice/events.ts'
import { invoice, isGenerated } from '#domain/money/invoice/invoice.ts'
import type { InvoiceCommand } from '#domain/money/invoice/standing.ts'
import { digestOfInvoice } from '#domain/money/invoice/rules.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, leftOut, swapped } from '#tests/support/follows-properties.ts'
import { after, ask, begin, complete, end, lineOf, lost, PAYMENT, sendBack, sent, take, upTo } from './invoices.ts'

const says = (state: ReturnType<typeof after>['state'], command: InvoiceCommand) => {
  const decision = invoice.decide(command, state)
  return 'refused' in decision ? decision : decision[0]
}

describe('generating', () => {
  test('keeps what was asked for, and each transaction once', () => {
    const { history } = after(ask({ transactionIds: ['t1', 't2', 't1'], leftOut: [lost('t3')] }))
    expect(history[0]).toMatchObject({
      type: 'InvoiceGenerationRequested',
      data: { transactionIds: ['t1', 't2'], leftOut: [lost('t3')], by: 'staff', coeId: 'coe-1' },
    })
    const replaces = { invoiceId: 'former', reference: 'INV-2026-000044' }
    expect(after(ask({ replaces })).history[0]).toMatchObject({ data: { replaces } })
  })

  test.each([
    ['invoice_period_backwards', { periodStart: '2026-04-01' }],
    ['invoice_period_beyond_programme', { periodStart: '2020-12-31' }],
    ['invoice_period_beyond_programme', { periodEnd: '2026-03-03' }],
    ['invoice_period_beyond_programme', { periodEnd: '2099-12-31' }],
    ['invoice_without_transactions', { transactionIds: [] }],
    [
      'invoice_too_many_transactions',
      { transactionIds: Array.from({ length: MOST_ON_INVOICE + 1 }, (_, index) => `t${index}`) },
    ],
  ])('is refused: %s', (refused, over) => {
    expect(says(invoice.initial(), ask(over))).toMatchObject({ refused })
  })

  test('by staff waits for the CMD; by the CMD it is approved with the same stamp', () => {
    expect(after(ask(), complete()).state).toMatchObject({
      status: 'pending',
      acts: [{ step: 'generate', by: 'staff' }],
    })
    const own = after(ask({ isByCmd: true }, 'cmd'), { ...complete(), by: 'cmd' }).state
    const [generated, approved] = isGenerated(own) ? own.acts : []
    expect(own).toMatchObject({ status: 'cmdApproved' })
    expect([generated, approved]).toEqual([
      { step: 'generate', by: 'cmd', at: generated?.at },
      { step: 'cmd', by: 'cmd', at: generated?.at },
    ])
  })

  test('tells the total of what is on it, and those who are to be told', () => {
    const { history } = after(ask(), complete([lineOf('t1')], [lost('t2')]))
    expect(history.at(-1)).toMatchObject({ data: { total: 30_050, leftOut: [lost('t2')], told: ['cmd'] } })
  })

  test('comes to nothing when every transaction was lost to another', () => {
    const { history, state } = after(ask(), complete([], [lost('t1'), lost('t2')]))
    expect(history.at(-1)?.type).toBe('InvoiceGenerationFailed')
    expect(says(state, begin('cmd', 'cmd'))).toMatchObject({ refused: 'invoice_ended' })
  })

  test.each([
    ['one is missing', [lineOf('t1')], []],
    ['one is of no one', [lineOf('t1'), lineOf('t2'), lineOf('t3')], []],
    ['one stands twice', [lineOf('t1'), lineOf('t1')], []],
    ['one is on it and is not', [lineOf('t1'), lineOf('t2')], [lost('t2')]],
  ])('accounts for each transaction: not when %s', (_, lines, out) => {
    expect(says(after(ask()).state, complete(lines, out))).toMatchObject({ refused: 'invoice_not_accounted_for' })
  })
})

describe('its steps', () => {
  test('come in order, each by another person, to the end', () => {
    const { state } = after(...upTo('permsec'))
    expect(state).toMatchObject({ status: 'permsecApproved', payment: PAYMENT })
    expect(says(state, begin('permsec', 'other'))).toMatchObject({ refused: 'invoice_step_already_taken' })
    expect(says(state, sendBack('other'))).toMatchObject({ refused: 'invoice_not_in_chain' })
  })

  test('that come too early are refused', () => {
    expect(says(after(ask(), complete()).state, begin('initiate', 'fin'))).toMatchObject({
      refused: 'invoice_step_too_early',
    })
  })

  test('leave nothing to be decided while one is in progress', () => {
    const { state } = after(...upTo('initiate'), begin('recommend', 'nccp'))
    const under = { refused: 'invoice_under_way', detail: { step: 'recommend', by: 'nccp' } }
    expect(says(state, begin('recommend', 'other'))).toEqual(under)
    expect(says(state, sendBack('other'))).toEqual(under)
  })

  test('are taken by nobody twice, whoever generated among them', () => {
    const { state } = after(...upTo('initiate'))
    for (const by of ['staff', 'cmd', 'initiate'])
      expect(says(state, begin('recommend', by))).toMatchObject({ refused: 'invoice_same_person' })
  })

  test('are taken by nobody who billed, but the CMD’s own', () => {
    const lines = [lineOf('t1', 'both'), lineOf('t2')]
    const pending = after(ask(), complete(lines)).state
    expect(says(pending, begin('cmd', 'both'))).toMatchObject({ type: 'InvoiceStepRequested' })
    const { state } = after(ask(), complete(lines), ...take('cmd'))
    expect(says(state, begin('initiate', 'both'))).toEqual({
      refused: 'invoice_same_person',
      detail: { did: 'bill', by: 'both' },
    })
  })

  test('of the CMD are of the hospital whose invoice it is', () => {
    const pending = after(ask(), complete()).state
    for (const ofCoe of ['coe-2', null])
      expect(says(pending, begin('cmd', 'cmd', { ofCoe }))).toEqual({ refused: 'invoice_of_the_hospital' })
  })

  test('begin a payment with the initiation, and need one', () => {
    const { state } = after(...upTo('cmd'))
    const { payment: _, ...without } = begin('initiate', 'fin').data as { payment?: unknown }
    const command = { ...begin('initiate', 'fin'), data: without } as InvoiceCommand
    expect(says(state, command)).toEqual({ refused: 'invoice_payment_missing' })
  })

  test('that lost a transaction say so, and what is left', () => {
    const { history, state } = after(...upTo('initiate'), begin('recommend', 'nccp'), end('nccp', [lost('t2')]))
    expect(history.at(-1)).toMatchObject({ data: { dropped: [lost('t2')], total: 30_050 } })
    expect(says(state, begin('approve', 'dhs'))).toMatchObject({ type: 'InvoiceStepRequested' })
  })

  test('that lost all of them leave nothing to step on, only to return', () => {
    const all = [lost('t1'), lost('t2')]
    const { state } = after(...upTo('initiate'), begin('recommend', 'nccp'), end('nccp', all))
    expect(says(state, begin('approve', 'dhs'))).toEqual({ refused: 'invoice_without_transactions' })
    expect(says(state, sendBack('dhs'))).toMatchObject({ type: 'InvoiceReturnRequested' })
  })

  test('cannot lose what is not on it', () => {
    const { state } = after(...upTo('initiate'), begin('recommend', 'nccp'))
    expect(says(state, end('nccp', [lost('t9')]))).toEqual({ refused: 'invoice_not_accounted_for' })
  })

  test('are refused on what is not what the caller saw, or not what was approved', () => {
    const { state } = after(...upTo('initiate'))
    if (!isGenerated(state)) throw new Error('It is not generated')
    expect(says(state, begin('recommend', 'nccp', { seen: 'f'.repeat(64) }))).toEqual({ refused: 'invoice_changed' })
    expect(says(state, begin('recommend', 'nccp', { seen: digestOfInvoice(state) }))).toMatchObject({
      type: 'InvoiceStepRequested',
    })
    const other = { ...state, lines: [{ ...lineOf('t1'), total: kobo(1) }, lineOf('t2')] }
    expect(says(other, begin('recommend', 'nccp'))).toEqual({ refused: 'invoice_changed' })
  })

  test('tell whoever is next, and at the end all who acted and whom it was looked up for', () => {
    expect(after(...upTo('initiate')).history.at(-1)).toMatchObject({ data: { told: ['after-initiate'] } })
    const told = ['staff', 'cmd', 'initiate', 'recommend', 'approve', 'dfa', 'after-permsec']
    expect(after(...upTo('permsec')).history.at(-1)).toMatchObject({ data: { told } })
  })
})

describe('a return', () => {
  test.each(INVOICE_STEPS)(
    'comes from whoever’s turn it is, that of %s among them, and is an end',
    (step: InvoiceStep) => {
      const before = INVOICE_STEPS[INVOICE_STEPS.indexOf(step) - 1]
      const here = before === undefined ? [ask(), complete()] : upTo(before)
      const { state } = after(...here, sendBack(step, 'Wrong month', [step]), sent(step))
      expect(state).toMatchObject({ isReturned: true })
      expect(says(state, begin(step, 'other'))).toEqual({ refused: 'invoice_ended', detail: { status: 'returned' } })
    },
  )

  test('comes from nobody else, and not without a reason', () => {
    const { state } = after(...upTo('initiate'))
    expect(says(state, sendBack('dhs', 'Wrong', ['approve']))).toMatchObject({ refused: 'invoice_not_your_turn' })
    expect(says(state, sendBack('nccp', ' '))).toEqual({ refused: 'invoice_reason_required' })
    expect(says(state, sendBack('initiate'))).toMatchObject({ refused: 'invoice_same_person' })
    expect(says(after(ask(), complete()).state, sendBack('cmd', 'Wrong', ['cmd'], 'coe-2'))).toEqual({
      refused: 'invoice_of_the_hospital',
    })
  })

  test('tells all who acted, and the hospital', () => {
    const { history } = after(...upTo('recommend'), sendBack('dhs'), sent('dhs'))
    expect(history.at(-1)).toMatchObject({
      data: { from: 'recommended', told: ['staff', 'cmd', 'initiate', 'recommend'] },
    })
  })
})

test('of what there is not nothing can be done', () => {
  expect(says(invoice.initial(), begin('cmd', 'cmd'))).toEqual({ refused: 'invoice_unknown' })
  expect(says(after(ask()).state, begin('cmd', 'cmd'))).toMatchObject({ refused: 'invoice_ended' })
  expect(says(after(ask()).state, ask())).toEqual({ refused: 'invoice_already_generated' })
})

const anyone = fc.constantFrom('staff', 'cmd', 'fin', 'nccp', 'dhs', 'dfa', 'perm', 'biller')
const anyStep = fc.constantFrom(...INVOICE_STEPS)
const anyLost = fc.constantFrom([], [], [], [lost('t2')], [lost('t1'), lost('t2')])
/** Whole, without one that was lost, or nothing. */
const GENERATED = [
  () => complete(),
  () => complete([lineOf('t1', 'dhs')], [lost('t2')]),
  () => complete([], [lost('t1'), lost('t2')]),
]
const anyCommand: fc.Arbitrary<InvoiceCommand> = fc.oneof(
  fc.tuple(anyone, fc.boolean()).map(([by, isByCmd]) => ask({ isByCmd }, by)),
  fc.tuple(fc.constantFrom(0, 0, 1, 2), anyone).map(([which, by]) => ({ ...(GENERATED[which]?.() ?? complete()), by })),
  { weight: 6, arbitrary: fc.tuple(anyStep, anyone).map(([step, by]) => begin(step, by)) },
  { weight: 5, arbitrary: fc.tuple(anyone, anyLost).map(([by, dropped]) => end(by, dropped)) },
  fc.tuple(anyone, fc.constantFrom('Wrong month', ' ')).map(([by, reason]) => sendBack(by, reason)),
  anyone.map((by) => sent(by)),
)

/** As people have them: whoever comes does what is next, so that a fair part comes to the end. */
const PEOPLE = ['staff', 'cmd', 'fin', 'nccp', 'dhs', 'dfa', 'perm'] as const
const anyRun = fc
  .tuple(fc.nat({ max: 6 }), fc.boolean(), anyLost, fc.array(anyCommand, { maxLength: 12 }), fc.boolean())
  .map(([far, isByCmd, dropped, rest, isFailed]) => {
    const lines = isFailed && far === 0 ? complete([], [lost('t1'), lost('t2')]) : complete()
    const steps = INVOICE_STEPS.slice(isByCmd ? 1 : 0, far).flatMap((step, index) => {
      const by = PEOPLE[INVOICE_STEPS.indexOf(step) + 1] ?? ''
      return [begin(step, by), end(by, index === far - 2 ? dropped : [])]
    })
    const back = isFailed ? [sendBack('halima'), sent('halima')] : []
    return [ask({ isByCmd }), lines, ...steps, ...back, ...rest]
  })

describeDeciderProperties(invoice, anyCommand, (state, history) => {
  const count = (type: string) => history.filter((event) => event.type === type).length
  expect(count('InvoiceGenerated') + count('InvoiceGenerationFailed')).toBeLessThanOrEqual(1)
  // An intention, then its outcome: nothing comes between.
  history.forEach(({ type }, at) => {
    const before = history[at - 1]?.type
    const outcomes: Record<string, readonly string[]> = {
      InvoiceGenerationRequested: ['InvoiceGenerated', 'InvoiceGenerationFailed'],
      InvoiceStepRequested: ['InvoiceStepTaken'],
      InvoiceReturnRequested: ['InvoiceReturned'],
    }
    if (before !== undefined && before in outcomes) expect(outcomes[before]).toContain(type)
  })
  // Each step once, in order; nobody twice; an end is one.
  const steps = history.flatMap((event) => (event.type === 'InvoiceStepRequested' ? [event.data] : []))
  expect(new Set(steps.map(({ step }) => step)).size).toBe(steps.length)
  expect(new Set(steps.map(({ by }) => by)).size).toBe(steps.length)
  const returned = history.findIndex(({ type }) => type === 'InvoiceReturned')
  if (returned >= 0) expect(returned).toBe(history.length - 1)
  const generated = history.find((event) => event.type === 'InvoiceGenerated')
  if (generated?.type !== 'InvoiceGenerated') return
  const billers = generated.data.lines.map(({ billedBy }) => billedBy)
  for (const { step, by } of steps) if (step !== 'cmd') expect([...billers, generated.data.by]).not.toContain(by)
  // What is on it and what has left it is what was on it.
  const gone = history.flatMap((event) => (event.type === 'InvoiceStepTaken' ? event.data.dropped : []))
  if (isGenerated(state)) expect(state.lines.length + gone.length).toBe(generated.data.lines.length)
})

describeFollows(invoice, anyRun, {
  // What is left out last has nothing behind it that tells.
  'an event left out': leftOut,
  'two events swapped': swapped,
  'another total': changed(({ data }) => ('total' in data ? { total: data.total + 1 } : undefined)),
  'another hospital': changed(({ type }) => (type === 'InvoiceGenerationRequested' ? undefined : { coeId: 'coe-2' })),
  'another digest': changed(({ data }) => ('digest' in data ? { digest: 'f'.repeat(64) } : undefined)),
  'a line that was not asked for': changed((event) =>
    event.type === 'InvoiceGenerated' ? { lines: [...event.data.lines, lineOf('t9')] } : undefined,
  ),
  'a transaction that nobody accounts for': changed((event) =>
    event.type === 'InvoiceGenerated' ? { lines: event.data.lines.slice(1) } : undefined,
  ),
  'an approval that the CMD did not give': changed((event) =>
    event.type === 'InvoiceGenerated' ? { isByCmd: !event.data.isByCmd } : undefined,
  ),
  'another step than was asked for': changed((event) =>
    event.type === 'InvoiceStepTaken' ? { step: event.data.step === 'dfa' ? 'permsec' : 'dfa' } : undefined,
  ),
  'what was not on it dropped': changed((event) =>
    event.type === 'InvoiceStepTaken' ? { dropped: [lost('t9')] } : undefined,
  ),
  'others told than were to be': changed(({ data }) =>
    'told' in data ? { told: [...data.told, 'mallory'] } : undefined,
  ),
  'a payment that begins with no initiation': changed((event) =>
    event.type === 'InvoiceStepRequested' && event.data.step !== 'initiate' ? { payment: PAYMENT } : undefined,
  ),
  'a return without a reason': changed(({ type }) => (type === 'InvoiceReturnRequested' ? { reason: ' ' } : undefined)),
  'a return from another state': changed((event) =>
    event.type === 'InvoiceReturned' || event.type === 'InvoiceReturnRequested'
      ? { from: event.data.from === 'initiated' ? 'approved' : 'initiated' }
      : undefined,
  ),
  'a step by who billed': (history, at) => {
    const line = history[at]
    if (line?.event.type !== 'InvoiceStepRequested' || line.event.data.step === 'cmd') return
    const event = { ...line.event, data: { ...line.event.data, by: 'biller' } }
    return [...history.slice(0, at), { event, written: { ...line.written, actor: 'biller' } }]
  },
})
