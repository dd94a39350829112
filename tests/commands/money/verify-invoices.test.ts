import { expect, test } from 'vitest'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { checkInvoices } from '#commands/money/ledger/verify-invoices.ts'
import { AT } from '#tests/support/command.ts'

type Said = readonly [stream: string, type: string, data?: object]

/** Where something is wrong with some events, in their order: 1, 2, 3 … */
function wrongAt(...events: readonly Said[]): readonly number[] {
  const differences: Difference[] = []
  const invoices = checkInvoices((difference) => differences.push(difference))
  for (const [index, [stream, type, data = {}]] of events.entries()) {
    const place = { id: `event-${index}`, position: index + 1, stream, revision: 0, recordedAt: AT }
    // The metadata tell this check nothing.
    const read = { ...place, event: { type, data: { by: 'ade', at: AT, ...data } }, meta: {} } as unknown as Recorded
    invoices.event({ ...place, type, data: '', meta: '' }, read)
  }
  return differences.map(({ position }) => position)
}

const facts = { coeId: 'uch', isByCmd: false, replaces: null }
const on = (type: string, data: object = {}): Said => ['invoice-i', type, { coeId: 'uch', ...data }]
const bill = (id: string, type: string, data: object = {}): Said => [`transaction-${id}`, type, data]
const lineOf = (transactionId: string, over: object = {}) => ({ transactionId, total: 5, billedBy: 'biller', ...over })
const lost = (transactionId: string) => ({ transactionId, refused: 'transaction_disputed' })

const asked = on('InvoiceGenerationRequested', { ...facts, reference: 'INV', transactionIds: ['t', 'u'] })
const came = (id: string, over: object = {}): Said =>
  bill(id, 'TransactionInvoiced', {
    ...{ ...facts, invoiceId: 'i', invoiceReference: 'INV', total: 5, billedBy: 'biller' },
    ...over,
  })
const generated = (lines = [lineOf('t'), lineOf('u')], leftOut: readonly object[] = []) =>
  on('InvoiceGenerated', { lines, leftOut })
const there = [asked, came('t'), came('u'), generated()]

const by = { by: 'cmd' }
const asks = (step: string, over: object = by) => on('InvoiceStepRequested', { step, ...over })
const taken = (step: string, over: object = by, dropped: readonly object[] = []) =>
  on('InvoiceStepTaken', { step, dropped, ...over })
const cmd = (id: string, over: object = by) => bill(id, 'TransactionCmdApproved', { invoiceId: 'i', ...over })
const approved = [asks('cmd'), cmd('t'), cmd('u'), taken('cmd')]

const fin = { by: 'fin' }
const initiates = asks('initiate', { ...fin, payment: { paymentId: 'p' } })
const initiated = (id: string, over: object = {}) =>
  bill(id, 'TransactionPaymentInitiated', { ...fin, paymentId: 'p', ...over })
const paying = [initiates, initiated('t'), initiated('u'), taken('initiate', fin)]

const back = { by: 'nccp' }
const returns = on('InvoiceReturnRequested', back)
const off = (id: string, over: object = back) => bill(id, 'TransactionReleased', { invoiceId: 'i', ...over })
const returned = on('InvoiceReturned', back)

const again: Said = ['invoice-j', 'InvoiceGenerationRequested', { ...asked[2], replaces: { invoiceId: 'i' } }]

const ROOT = [...there, ...approved, ...paying]

test('an invoice on its way, paid, returned or failed is right, and so is what is still in progress', () => {
  const rest = ['Recommended', 'Approved'].flatMap((did, index) => {
    const step = ['recommend', 'approve'][index] ?? ''
    const who = { by: step }
    const each = ['t', 'u'].map((id) => bill(id, `TransactionPayment${did}`, who))
    return [asks(step, who), ...each, taken(step, who)]
  })
  const leaves = [asks('recommend', back), bill('t', 'TransactionPaymentRecommended', back), off('u')]
  const dropped = [...leaves, taken('recommend', back, [lost('u')]), bill('u', 'TransactionPaymentInitiated', {})]
  const left = bill('t', 'TransactionLeftOut', { invoiceId: 'i' })
  for (const whole of [
    [...ROOT, ...rest],
    [...ROOT, ...dropped],
    [...ROOT, returns, off('t'), off('u'), returned, bill('t', 'TransactionPaymentInitiated')],
    [...ROOT, returns, off('t'), off('u'), returned, again],
    // What was paid or reversed by then says nothing: the outcome says that it is not on it.
    [asked, came('u'), left, generated([lineOf('u')], [lost('t')])],
    [asked, came('u'), generated([lineOf('u')], [lost('t')])],
    [asked, left, on('InvoiceGenerationFailed', { leftOut: [lost('t'), lost('u')] })],
    [bill('x', 'TransactionPaymentInitiated'), bill('x', 'TransactionPaymentRecommended')],
  ])
    for (let length = 0; length <= whole.length; length += 1) expect(wrongAt(...whole.slice(0, length))).toEqual([])
})

test.each<[string, readonly Said[], number]>([
  ['a transaction on an invoice that nobody asked for', [came('t')], 1],
  ['a transaction that was not asked for', [asked, came('x')], 2],
  ['a transaction by another', [asked, came('t', { by: 'bisi' })], 2],
  ['a transaction of another hospital', [asked, came('t', { coeId: 'lasuth' })], 2],
  ['a transaction with the CMD’s word, which nobody gave', [asked, came('t', { isByCmd: true })], 2],
  ['a transaction that comes again', [asked, came('t'), came('t')], 3],
  ['a transaction that comes later', [...there, came('t')], 5],
  ['an invoice with a line that never came', [asked, came('t'), generated()], 3],
  [
    'an invoice with another total of a line',
    [asked, came('t'), came('u'), generated([lineOf('t', { total: 6 }), lineOf('u')])],
    4,
  ],
  [
    'an invoice that says another billed',
    [asked, came('t'), came('u'), generated([lineOf('t', { billedBy: 'x' }), lineOf('u')])],
    4,
  ],
  ['an invoice without what came on it', [asked, came('t'), came('u'), generated([lineOf('t')], [lost('u')])], 4],
  [
    'a failure though one came on it',
    [asked, came('t'), on('InvoiceGenerationFailed', { leftOut: [lost('t'), lost('u')] })],
    3,
  ],
  ['an outcome that comes alone', [taken('cmd')], 1],
  ['a step that nobody asked for', [...there, cmd('t')], 5],
  ['a step by another than asked for it', [...there, asks('cmd'), cmd('t', { by: 'x' })], 6],
  ['a step of a transaction twice', [...there, asks('cmd'), cmd('t'), cmd('t')], 7],
  ['a step told before each has taken it', [...there, asks('cmd'), cmd('t'), taken('cmd')], 7],
  [
    'another step than was asked for',
    [...there, ...approved, initiates, bill('t', 'TransactionPaymentRecommended', fin)],
    10,
  ],
  ['a transaction paid past its invoice', [...there, ...approved, initiated('t')], 9],
  ['a transaction in another payment', [...there, ...approved, initiates, initiated('t', { paymentId: 'q' })], 10],
  ['a release that nobody asked for', [...ROOT, off('t')], 13],
  ['a release from another invoice', [...ROOT, returns, off('t', { ...back, invoiceId: 'j' })], 14],
  ['a release that comes again', [...ROOT, returns, off('t'), off('t')], 15],
  ['one that replaces an invoice which was not returned', [...ROOT, again], 13],
  ['a return told before each is released', [...ROOT, returns, off('t'), returned], 15],
  [
    'one that left and is not told',
    [
      ...ROOT,
      asks('recommend', back),
      bill('t', 'TransactionPaymentRecommended', back),
      off('u'),
      taken('recommend', back),
    ],
    16,
  ],
  [
    'one that is told to have left, and is on it',
    [
      ...ROOT,
      asks('recommend', back),
      bill('t', 'TransactionPaymentRecommended', back),
      bill('u', 'TransactionPaymentRecommended', back),
      taken('recommend', back, [lost('u')]),
    ],
    16,
  ],
])('%s is found at its place', (_, events, place) => {
  expect(wrongAt(...events)).toEqual([place])
})
