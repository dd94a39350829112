import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AnyEvent, isRefusal } from '#domain/kernel/decider.ts'
import { kobo } from '#domain/kernel/money.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import { isBilled, transaction, type TransactionCommand } from '#domain/money/transaction/transaction.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, leftOut, type Line, swapped } from '#tests/support/follows-properties.ts'
import {
  answerTo,
  bill,
  complete,
  dispute,
  LINE,
  refuseBill,
  release,
  reverse,
  reversed,
  SCAN,
  sendBack,
  take,
} from './bills.ts'
import {
  anyOfInvoices,
  anyone,
  anyOnInvoice,
  isJoining,
  isOfInvoices,
  isWordOfCmd,
  onOneInvoice,
  STEPS,
} from './on-invoices.ts'
import { answer, type ModelOf, NOTHING, turnOf, type Wish } from './chain-model.ts'

const anyAnswer = fc.constantFrom('It is attached', 'As agreed', ' ')
const anyReason = fc.constantFrom('Wrong price', '', ' ', 'x')

const anyEnd = fc.constantFrom('release', 'reverse')

/**
 * `next`: whoever comes takes the step whose turn it is, so that a fair part of the sequences reaches the end; `ask`: sends
 * back what is on its way, and answers what was sent back; `hold`: disputes what has no status, and ends that so.
 */
type Try =
  | Wish
  | { readonly want: 'next'; readonly by: string }
  | { readonly want: 'ask'; readonly by: string; readonly text: string }
  | { readonly want: 'hold'; readonly by: string; readonly end: 'release' | 'reverse' }

const anyTry: fc.Arbitrary<Try> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ want: fc.constantFrom('bill', 'complete', 'deny'), by: anyone }) },
  { weight: 12, arbitrary: fc.record({ want: fc.constant('next'), by: anyone }) },
  { weight: 2, arbitrary: fc.record({ want: fc.constant('take'), by: anyone, step: fc.constantFrom(...STEPS) }) },
  {
    weight: 1,
    arbitrary: fc.record({ want: fc.constant('return'), by: anyone, may: fc.subarray([...STEPS]), reason: anyReason }),
  },
  { weight: 1, arbitrary: fc.record({ want: fc.constant('answer'), by: anyone, text: anyAnswer }) },
  { weight: 1, arbitrary: fc.record({ want: fc.constant('dispute'), by: anyone, reason: anyReason }) },
  { weight: 1, arbitrary: fc.record({ want: fc.constantFrom('release', 'reverse', 'reversed'), by: anyone }) },
  { weight: 2, arbitrary: fc.record({ want: fc.constant('hold'), by: anyone, end: anyEnd }) },
  { weight: 2, arbitrary: fc.record({ want: fc.constant('ask'), by: anyone, text: anyAnswer }) },
)

function wishOf(attempt: Try, model: ModelOf): Wish {
  if (attempt.want === 'ask') {
    const { by, text } = attempt
    if (model.back !== undefined) return { want: 'answer', by, text }
    if (typeof model.at === 'number' && model.at > 0) return { want: 'return', by, may: STEPS, reason: 'Wrong price' }
    return wishOf({ want: 'next', by }, model)
  }
  if (attempt.want === 'hold') {
    const { by, end } = attempt
    if (model.held === 'disputed') return { want: end, by }
    return model.at === 0 ? { want: 'dispute', by, reason: 'Not given' } : wishOf({ want: 'next', by }, model)
  }
  if (attempt.want !== 'next') return attempt
  if (model.held === 'reversing') return { want: 'reversed', by: attempt.by }
  const step = turnOf(model)
  if (step !== undefined) return { want: 'take', by: attempt.by, step }
  return { want: model.at === 'asked' ? 'complete' : 'bill', by: attempt.by }
}

function commandOf(wish: Wish): TransactionCommand {
  switch (wish.want) {
    case 'bill':
      return bill({ kind: 'drug' }, wish.by)
    case 'complete':
      return complete(wish.by)
    case 'deny':
      return refuseBill(wish.by)
    case 'take':
      return take(wish.step, wish.by)
    case 'return':
      return sendBack(wish.by, wish.may, wish.reason)
    case 'answer':
      return answerTo(wish.by, wish.text)
    case 'dispute':
      return dispute(wish.by, wish.reason)
    case 'release':
      return release(wish.by)
    case 'reverse':
      return reverse(wish.by)
    case 'reversed':
      return reversed(wish.by)
  }
}

test('the chain answers any sequence of wishes as the table of its rules does, word for word', () => {
  const heard = new Set<string>()
  fc.assert(
    fc.property(fc.array(anyTry, { maxLength: 40 }), (tries) => {
      let model = NOTHING
      let state = transaction.initial()
      for (const attempt of tries) {
        const wish = wishOf(attempt, model)
        const wanted = answer(model, wish)
        const decision = transaction.decide(commandOf(wish), state)
        const said = isRefusal(decision) ? decision.refused : decision.map(({ type }) => type).join() || 'silence'
        expect(said).toBe(wanted.says)
        heard.add(said)
        model = wanted.then
        if (!isRefusal(decision)) state = decision.reduce(transaction.evolve, state)
        if (state.status !== 'none') {
          expect([state.attempt, state.billedBy]).toEqual([model.tries, model.biller])
        }
        if (isBilled(state)) expect(state.acts.map(({ step, by }) => [step, by])).toEqual(model.doers)
      }
    }),
    { numRuns: 1500 },
  )
  // Had the sequences never come this far, agreement would have meant nothing.
  expect([...heard].sort()).toEqual([
    'TransactionBilled',
    'TransactionBillingRefused',
    'TransactionBillingRequested',
    'TransactionDfaApproved',
    'TransactionDisputeEnded',
    'TransactionDisputed',
    'TransactionPaymentApproved',
    'TransactionPaymentInitiated',
    'TransactionPaymentRecommended',
    'TransactionPaymentReturned',
    'TransactionPermsecApproved',
    'TransactionReturnAnswered',
    'TransactionReversalRequested',
    'TransactionReversed',
    'silence',
    'transaction_already_billed',
    'transaction_already_disputed',
    'transaction_answer_required',
    'transaction_dispute_reason_required',
    'transaction_disputed',
    'transaction_not_disputable',
    'transaction_not_disputed',
    'transaction_not_in_chain',
    'transaction_not_returned',
    'transaction_not_your_turn',
    'transaction_reason_required',
    'transaction_reversed',
    'transaction_same_person',
    'transaction_step_already_taken',
    'transaction_step_too_early',
    'transaction_unknown',
  ])
})

const anyLines = fc.array(
  fc.record({ quantity: fc.integer({ min: 0, max: 4 }), price: fc.integer({ min: 1, max: 1_000_000 }).map(kobo) }),
  { maxLength: 4 },
)
const anyCommand: fc.Arbitrary<TransactionCommand> = fc.oneof(
  fc.tuple(anyone, anyLines, fc.constantFrom('service', 'drug')).map(([by, lines, kind]) => {
    return bill({ kind, lines: lines.map((line) => ({ ...LINE, ...line })) }, by)
  }),
  anyone.map((by) => complete(by)),
  anyone.map((by) => refuseBill(by)),
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom(...STEPS), anyone).map(([step, by]) => take(step, by)) },
  fc.tuple(anyone, anyReason).map(([by, reason]) => sendBack(by, STEPS, reason)),
  fc.tuple(anyone, anyAnswer).map(([by, text]) => answerTo(by, text)),
  fc.tuple(anyone, anyReason).map(([by, reason]) => dispute(by, reason)),
  fc.tuple(anyone, fc.constantFrom(release, reverse, reversed)).map(([by, end]) => end(by)),
  { weight: 5, arbitrary: anyOfInvoices },
)

const OF_DISPUTES = /Disput|Revers/
const isOfDisputes = ({ type }: AnyEvent) => OF_DISPUTES.test(type)

/** Per round (from a bill or a return to the next): who acted, and what was at stake. */
function roundsOf(history: readonly TransactionEvent[]) {
  const rounds: TransactionEvent[][] = [[]]
  for (const event of history) {
    if (event.type === 'TransactionPaymentReturned' || event.type === 'TransactionReleased') rounds.push([])
    else if (event.type !== 'TransactionReturnAnswered' && !isOfDisputes(event) && !isJoining(event))
      rounds.at(-1)?.push(event)
  }
  return rounds
}

describeDeciderProperties(transaction, anyCommand, (state, history) => {
  const count = (type: TransactionEvent['type']) => history.filter((event) => event.type === type).length
  expect(count('TransactionBilled')).toBeLessThanOrEqual(1)
  expect(count('TransactionPermsecApproved')).toBeLessThanOrEqual(1)
  // Paid is the end: nothing comes after it, so it cannot be taken back by the chain.
  const paid = history.findIndex(({ type }) => type === 'TransactionPermsecApproved')
  if (paid >= 0) expect(paid).toBe(history.length - 1)
  // And reversed is one; between a dispute and its end no step is taken.
  expect(count('TransactionReversed') + count('TransactionPermsecApproved')).toBeLessThanOrEqual(1)
  const back = history.findIndex(({ type }) => type === 'TransactionReversed')
  if (back >= 0) expect(back).toBe(history.length - 1)
  history.forEach(({ type }, at) => {
    if (type !== 'TransactionDisputed') return
    const quiet = ['TransactionReturnAnswered', 'TransactionLeftOut']
    const next = history.slice(at + 1).find(({ type: later }) => !quiet.includes(later))?.type
    expect(['TransactionDisputeEnded', 'TransactionReversalRequested', undefined]).toContain(next)
  })
  for (const round of roundsOf(history)) {
    const acts = round.filter(({ type }) => !/Bill/.test(type)).map(({ data }) => data.by)
    expect(new Set(acts).size).toBe(acts.length)
    // The CMD's word alone may be for what the CMD billed.
    const steps = round.filter((event) => !/Bill/.test(event.type) && !isWordOfCmd(event)).map(({ data }) => data.by)
    if (isBilled(state)) expect(steps).not.toContain(state.billedBy)
  }
  onOneInvoice(history)
  history.forEach((event, at) => {
    if (event.type !== 'TransactionReturnAnswered') return
    // Nobody answers what is on its way, nor themselves; nobody decides about what they spoke up for.
    const before = history
      .slice(0, at)
      .findLast((one) => one.type !== 'TransactionReturnAnswered' && !isOfDisputes(one) && !isOfInvoices(one))
    expect(before).toMatchObject({ type: 'TransactionPaymentReturned', data: { paymentId: event.data.paymentId } })
    expect(before?.data.by).not.toBe(event.data.by)
    expect(
      history
        .slice(at)
        .filter(({ type, data }) => /Payment|(Dfa|Permsec)Approved/.test(type) && data.by === event.data.by),
    ).toEqual([])
  })
  for (const event of history) {
    if (event.type !== 'TransactionPaymentInitiated' && event.type !== 'TransactionPermsecApproved') continue
    const { shares, total } = event.data
    expect(shares.coe + shares.bank + shares.manufacturer + shares.emge).toBe(total)
  }
})

// Free to whoever holds the key: what is written in words, prices and quantities of a bill that nothing builds on yet
// (its wallet is held against the total), the shares of the day at the first step, and times.
const asked = fc.record({ want: fc.constant('ask' as const), by: anyone, text: fc.constant('It is attached') })
/** Wishes as people have them, so that a fair part of the runs comes to the end, and a fair part back. */
const held = fc.record({ want: fc.constant('hold' as const), by: anyone, end: anyEnd })
const anyTries = fc.oneof(
  fc.array(anyTry, { maxLength: 40 }),
  fc.array(fc.oneof(anyTry, asked), { maxLength: 40 }),
  fc.array(fc.oneof(anyTry, held), { maxLength: 40 }),
)
const anyAlone = anyTries.map((tries) => {
  let model = NOTHING
  return tries.map((attempt): TransactionCommand => {
    const wish = wishOf(attempt, model)
    model = answer(model, wish).then
    return commandOf(wish)
  })
})
const anyRun: fc.Arbitrary<readonly TransactionCommand[]> = fc.oneof(
  { weight: 2, arbitrary: anyAlone },
  { weight: 1, arbitrary: anyOnInvoice },
)

/** A step of the chain, taken by somebody else, who says so in the metadata too. */
function byActor(history: readonly Line<TransactionEvent>[], at: number, by: string) {
  const line = history[at]
  if (line === undefined || !('digest' in line.event.data)) return undefined
  const event = { ...line.event, data: { ...line.event.data, by } }
  return [...history.slice(0, at), { event, written: { ...line.written, actor: by } }]
}

/** Nothing is decided by it: of an answer the hashes tell, and of what did not come on an invoice that invoice. */
const isAside = (line: Line<AnyEvent> | undefined) =>
  line?.event.type === 'TransactionReturnAnswered' || line?.event.type === 'TransactionLeftOut'
/** Whose only trace is in the invoice's own stream (verify-invoices.ts): its word, and that it came and went. */
const isOfInvoice = (line: Line<AnyEvent> | undefined) => line !== undefined && isOfInvoices(line.event)

/** The forgery, of lines that are not so. */
const unless =
  (isSo: (line: Line<AnyEvent> | undefined) => boolean, forge: typeof leftOut): typeof leftOut =>
  (history, at) =>
    isSo(history[at]) || isSo(history[at + 1]) ? undefined : forge(history, at)

describeFollows(transaction, anyRun, {
  'a step left out': unless((line) => isAside(line) || isOfInvoice(line), leftOut),
  'two steps swapped': unless((line) => isAside(line) || isOfInvoice(line), swapped),
  'a step by who billed': (history, at) => {
    const billed = history.slice(0, at).findLast(({ event }) => event.type === 'TransactionBillingRequested')
    return billed && byActor(history, at, billed.event.data.by)
  },
  'a step by who took the one before': (history, at) => {
    const before = history[at - 1]?.event
    return before !== undefined && 'digest' in before.data ? byActor(history, at, before.data.by) : undefined
  },
  'another total': changed(({ data }) => ('total' in data ? { total: data.total + 1 } : undefined)),
  'another hospital than billed': changed(({ type, data }) =>
    'coeId' in data && type !== 'TransactionBillingRequested' ? { coeId: 'coe-2' } : undefined,
  ),
  'another patient than billed': changed(({ type, data }) =>
    'patientId' in data && type !== 'TransactionBillingRequested' ? { patientId: 'patient-2' } : undefined,
  ),
  'another digest': changed(({ data }) => ('digest' in data ? { digest: 'f'.repeat(64) } : undefined)),
  'another payment than initiated': changed(({ type, data }) =>
    'paymentId' in data && type !== 'TransactionPaymentInitiated' ? { paymentId: 'payment-2' } : undefined,
  ),
  'a kobo moved between shares': changed(({ data }) =>
    'shares' in data ? { shares: { ...data.shares, coe: data.shares.coe - 1, bank: data.shares.bank + 1 } } : undefined,
  ),
  'a line that does not add up': changed(({ data }) =>
    'lines' in data
      ? { lines: data.lines.map((line, index) => (index === 0 ? { ...line, total: line.total + 1 } : line)) }
      : undefined,
  ),
  'a try that was not due': changed(({ data }) => ('attempt' in data ? { attempt: data.attempt + 1 } : undefined)),
  'a return from another state': changed((event) =>
    event.type === 'TransactionPaymentReturned'
      ? { from: event.data.from === 'initiated' ? 'approved' : 'initiated' }
      : undefined,
  ),
  'a return without a reason': changed(({ type }) =>
    type === 'TransactionPaymentReturned' ? { reason: ' ' } : undefined,
  ),
  'an answer to nothing': (history, at) => {
    const [before, line] = [history[at - 1], history[at]]
    if (line?.event.type !== 'TransactionReturnAnswered' || before?.event.type !== 'TransactionPaymentReturned') return
    return [...history.slice(0, at - 1), line]
  },
  'an answer by who returned it': (history, at) => {
    const [before, line] = [history[at - 1]?.event, history[at]]
    if (line?.event.type !== 'TransactionReturnAnswered' || before?.type !== 'TransactionPaymentReturned') return
    const { by } = before.data
    const event = { ...line.event, data: { ...line.event.data, by } }
    return [...history.slice(0, at), { event, written: { ...line.written, actor: by } }]
  },
  'an answer without a word': changed(({ type }) =>
    type === 'TransactionReturnAnswered' ? { answer: ' ' } : undefined,
  ),
  'more documents than a bill carries': changed(({ type }) =>
    type === 'TransactionReturnAnswered' ? { documents: Array.from({ length: 51 }, () => SCAN) } : undefined,
  ),
  'a dispute without a reason': changed(({ type }) => (type === 'TransactionDisputed' ? { reason: ' ' } : undefined)),
  'the end of another dispute': changed((event) =>
    isOfDisputes(event) && event.type !== 'TransactionDisputed' ? { disputeId: 'dispute-2' } : undefined,
  ),
  'a step of a bill on an invoice before the CMD’s word': (history, at) =>
    history[at]?.event.type === 'TransactionCmdApproved' &&
    history[at + 1]?.event.type === 'TransactionPaymentInitiated'
      ? history.toSpliced(at, 1)
      : undefined,
  'a release from another invoice': changed(({ type }) =>
    type === 'TransactionReleased' || type === 'TransactionCmdApproved' ? { invoiceId: 'invoice-9' } : undefined,
  ),
  'a release from another state': changed((event) =>
    event.type === 'TransactionReleased'
      ? { from: event.data.from === 'initiated' ? 'approved' : 'initiated' }
      : undefined,
  ),
  'an invoice that says another billed': changed(({ type }) =>
    type === 'TransactionInvoiced' ? { billedBy: 'mallory' } : undefined,
  ),
  'a period that the bill is not of': changed(({ type }) =>
    type === 'TransactionPaymentInitiated' ? { periodStart: '2027-01-01', periodEnd: '2027-01-31' } : undefined,
  ),
})
