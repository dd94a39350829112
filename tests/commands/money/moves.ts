import { endDispute } from '#commands/money/dispute/end-dispute.ts'
import { disputeOf, raiseDispute } from '#commands/money/dispute/raise-dispute.ts'
import { confirmFunds, finishFunding, moveFunds, refuseFunding } from '#commands/money/funding/move-funds.ts'
import { handle, type Handler } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { billPatient, finishBilling } from '#commands/money/transaction/bill-patient.ts'
import { returnPayments } from '#commands/money/transaction/return-payments.ts'
import { takeStep } from '#commands/money/transaction/take-step.ts'
import type { DisputeOutcome } from '#domain/money/dispute/outcomes.ts'
import { refuse } from '#domain/kernel/decider.ts'
import { kobo, MAX_AMOUNT, MAX_GIVEN } from '#domain/kernel/money.ts'
import { funding } from '#domain/money/funding/funding.ts'
import { FUNDING_PERMISSIONS } from '#domain/money/funding/second-person.ts'
import { type ChainStep, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { type BillCommand, transaction } from '#domain/money/transaction/transaction.ts'
import { INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import { command } from '#tests/support/command.ts'
import { generate, invoiceStep, sendInvoiceBack } from './invoices.ts'

/** The people and places of one story; fresh ones per story, so that stories can share a log. */
export type Place = {
  readonly story: string
  readonly coeId: string
  readonly patientId: string
  readonly bill: string
}

export const placeOf = (story: string): Place => ({
  story,
  coeId: `coe-${story}`,
  patientId: `patient-${story}`,
  bill: `bill-${story}`,
})

/** One move of money: what was there before, the request (safe to send again), and by how much each account changes. */
export type Move = {
  readonly name: string
  readonly before: readonly Act[]
  readonly act: Act
  readonly changes: (place: Place) => Record<string, number>
  /** The last event of an undisturbed move. */
  readonly ends: string
}

/** A request of the portal; sent twice it is the same request. */
export type Act = (handler: Handler, place: Place) => Promise<unknown>

/** A command whose id is the same each time that this story comes here. */
const same = <T extends string, D>({ story }: Place, what: string, type: T, data: D, by = 'fund-admin') =>
  command(type, data, { id: deriveId('money stories', story, what), by })
const fundingId = ({ story }: Place, what: string) => `${what}-${story}`

const GIVEN = 1_000_000
const ALLOCATED = 700_000
const FUNDED = 500_000
/** 3 x 333.35 naira: odd shares, and a kobo over. */
const LINE = { itemId: 'item-1', name: 'An item', categoryId: 4, quantity: 3, price: kobo(33_335) }
const TOTAL = 100_005
const BASIS_POINTS = { coe: 8500, bank: 500, manufacturer: 700, emge: 300 }

export const creditPool: Act = (handler, place) =>
  moveFunds(
    handler,
    fundingId(place, 'gift'),
    same(place, 'gift', 'RequestPoolCredit', { benefactor: 'A giver', amount: kobo(GIVEN) }),
  )

const allocateOf =
  (amount: number): Act =>
  (handler, place) =>
    moveFunds(
      handler,
      fundingId(place, 'allocation'),
      // Each by another: one person's day adds up.
      same(
        place,
        'allocation',
        'RequestAllocation',
        { coeId: place.coeId, amount: kobo(amount), above: MAX_AMOUNT },
        `fund-admin-${place.story}`,
      ),
    )
export const allocate = allocateOf(ALLOCATED)

/** Above any limit: it takes a second person. */
const ABOVE = { above: kobo(1), toConfirm: ['second-admin'] }
const proposeGift: Act = (handler, place) => {
  const data = { benefactor: 'A giver', amount: kobo(GIVEN), ...ABOVE }
  return moveFunds(handler, fundingId(place, 'large-gift'), same(place, 'large-gift', 'RequestPoolCredit', data))
}
const proposeAllocation: Act = (handler, place) => {
  const data = { coeId: place.coeId, amount: kobo(ALLOCATED), ...ABOVE }
  const asked = same(place, 'large-allocation', 'RequestAllocation', data)
  return moveFunds(handler, fundingId(place, 'large-allocation'), asked)
}
const bySecond = { permissions: FUNDING_PERMISSIONS }
const confirmOf =
  (what: string): Act =>
  (handler, place) => {
    const confirm = same(place, `confirmed ${what}`, 'ConfirmFunding', bySecond, 'second-admin')
    return confirmFunds(handler, fundingId(place, what), confirm)
  }
/** As when the pool is emptied between the look at it and the debit: the second person's word is there, the money is not. */
const recordConfirmed = async (handler: Handler, place: Place) => {
  const id = fundingId(place, 'large-allocation')
  const data = { ...bySecond, room: MAX_GIVEN }
  const confirm = same(place, 'confirmed too much', 'ConfirmFunding', data, 'second-admin')
  await handle(handler, funding, id, confirm)
  return { id, confirm }
}
const confirmTooMuch: Act = async (handler, place) => {
  const { id, confirm } = await recordConfirmed(handler, place)
  return finishFunding(handler, id, confirm)
}
/** The same as it ends when the pool, which all stories share, is short: it waits again. */
const confirmedInVain: Act = async (handler, place) => {
  const { id, confirm } = await recordConfirmed(handler, place)
  return refuseFunding(handler, id, confirm, refuse('funding_source_short'))
}

export const fundPatient: Act = (handler, place) => {
  const { coeId, patientId } = place
  const data = {
    coeId,
    patientId,
    amount: kobo(FUNDED),
    reason: 'Committee of March',
    cap: kobo(2_000_000_00),
    above: MAX_AMOUNT,
  }
  return moveFunds(handler, fundingId(place, 'funding'), same(place, 'funding', 'RequestPatientFunding', data))
}

const billOf = (place: Place, kind: 'service' | 'drug', price = LINE.price): BillCommand => {
  const { coeId, patientId, story } = place
  const lines = [{ ...LINE, price }]
  const documents = [{ documentId: 'document-1', name: 'Prescription', sha256: 'a'.repeat(64) }]
  const data = { reference: `TRX-2026-${story}`, kind, patientId, coeId, lines, documents }
  return same(place, 'bill', 'RequestBilling', data, 'biller')
}
export const bill =
  (kind: 'service' | 'drug'): Act =>
  (handler, place) =>
    billPatient(handler, place.bill, billOf(place, kind))

/** As when the wallet is emptied between the look at it and the debit: the intention is there, the money is not. */
const billTooMuch: Act = async (handler, place) => {
  const request = billOf(place, 'service', kobo(MAX_AMOUNT / 10))
  await handle(handler, transaction, place.bill, request)
  return finishBilling(handler, place.bill, request)
}

/** Each step by a person of its own. */
export const take =
  (step: ChainStep, round = 'first'): Act =>
  (handler, place) => {
    const asked = {
      period: { start: '2026-03-01', end: '2026-03-02' },
      basisPoints: BASIS_POINTS,
      number: async () => 'PAY-2026-000001',
    }
    const cause = same(place, `${round} ${step}`, 'TakeStep', {}, `${step}-person`)
    return takeStep(handler, { step, coeId: place.coeId, transactionIds: [place.bill], ...asked }, cause)
  }

const sendBack: Act = (handler, place) => {
  const cause = same(place, 'return', 'ReturnPayments', {}, 'dhs-person')
  return returnPayments(handler, [place.bill], 'The scan is missing', new Set(['APPROVE_PAYMENT'] as const), cause)
}

const raise: Act = async (handler, place) => {
  const documents = [{ documentId: 'document-2', name: 'Chart', sha256: 'b'.repeat(64) }]
  const data = { reason: 'The drug was not given', documents }
  const asked = same(place, 'dispute', 'DisputeTransaction', data, 'finance-person')
  return (await raiseDispute(handler, place.bill, asked, async () => documents)).outcome
}

const endDisputed =
  (outcome: DisputeOutcome): Act =>
  async (handler, place) => {
    const disputeId = disputeOf(same(place, 'dispute', 'DisputeTransaction', {}))
    const data = { outcome, comment: 'As agreed', ofCoe: place.coeId }
    return (await endDispute(handler, disputeId, same(place, 'end of dispute', 'EndDispute', data, 'cmd-person')))
      .outcome
  }

const STEPS = PAYMENT_CHAIN.links.map(({ step }) => step)
const funded = [creditPool, allocate, fundPatient]
const billed = [...funded, bill('drug')]
const nothing = () => ({})

const invoiceIt = generate((place) => [(place as Place).bill])
const invoiced = [...billed, invoiceIt]
/** Exactly 85004.25, 5000.25, 7000.35 and 3000.15: the kobo that is left goes to the largest remainder. */
const paidOut = ({ coeId }: Place) => ({
  [`payable:${coeId}`]: -TOTAL,
  'disbursed:coe': 85_004,
  'disbursed:bank': 5000,
  'disbursed:manufacturer': 7001,
  'disbursed:emge': 3000,
})

/** Every move of money there is, and what leads to one. */
export const MOVES: readonly Move[] = [
  {
    name: 'a pool credit',
    before: [],
    act: creditPool,
    changes: () => ({ benefactors: -GIVEN, pool: GIVEN }),
    ends: 'FundingCompleted',
  },
  {
    name: 'an allocation to a hospital',
    before: [creditPool],
    act: allocate,
    changes: ({ coeId }) => ({ pool: -ALLOCATED, [`allocation:${coeId}`]: ALLOCATED }),
    ends: 'FundingCompleted',
  },
  {
    name: 'an allocation that the pool cannot pay',
    before: [],
    act: allocateOf(MAX_AMOUNT),
    changes: nothing,
    ends: 'FundingRefused',
  },
  {
    name: 'a pool credit that is proposed',
    before: [],
    act: proposeGift,
    changes: nothing,
    ends: 'PoolCreditProposed',
  },
  {
    name: 'a pool credit that a second person confirms',
    before: [proposeGift],
    act: confirmOf('large-gift'),
    changes: () => ({ benefactors: -GIVEN, pool: GIVEN }),
    ends: 'FundingCompleted',
  },
  {
    name: 'an allocation that a second person confirms',
    before: [creditPool, proposeAllocation],
    act: confirmOf('large-allocation'),
    changes: ({ coeId }) => ({ pool: -ALLOCATED, [`allocation:${coeId}`]: ALLOCATED }),
    ends: 'FundingCompleted',
  },
  {
    name: 'a confirmed allocation that the pool can no longer pay',
    before: [proposeAllocation],
    act: confirmTooMuch,
    changes: nothing,
    ends: 'FundingRefused',
  },
  {
    name: 'an allocation that is confirmed again when the pool can pay it',
    before: [proposeAllocation, confirmedInVain, creditPool],
    act: confirmOf('large-allocation'),
    changes: ({ coeId }) => ({ pool: -ALLOCATED, [`allocation:${coeId}`]: ALLOCATED }),
    ends: 'FundingCompleted',
  },
  {
    name: 'money into a patient’s wallet',
    before: [creditPool, allocate],
    act: fundPatient,
    changes: ({ coeId, patientId }) => ({ [`allocation:${coeId}`]: -FUNDED, [`patient:${patientId}`]: FUNDED }),
    ends: 'FundingCompleted',
  },
  ...(['service', 'drug'] as const).map((kind): Move => ({
    name: `a bill for a ${kind}`,
    before: funded,
    act: bill(kind),
    changes: ({ coeId, patientId }) => ({ [`patient:${patientId}`]: -TOTAL, [`payable:${coeId}`]: TOTAL }),
    ends: 'TransactionBilled',
  })),
  {
    name: 'a bill that the wallet cannot pay',
    before: funded,
    act: billTooMuch,
    changes: nothing,
    ends: 'TransactionBillingRefused',
  },
  ...STEPS.map((step, index): Move => ({
    name: `the step ${step} of the payment chain`,
    before: [...billed, ...STEPS.slice(0, index).map((earlier) => take(earlier))],
    act: take(step),
    changes: step === 'permsec' ? paidOut : nothing,
    ends: PAYMENT_CHAIN.link(step).event,
  })),
  {
    name: 'a payment that is returned',
    before: [...billed, take('initiate'), take('recommend')],
    act: sendBack,
    changes: nothing,
    ends: 'TransactionPaymentReturned',
  },
  { name: 'an invoice that is generated', before: billed, act: invoiceIt, changes: nothing, ends: 'InvoiceGenerated' },
  ...INVOICE_STEPS.map((step, index): Move => ({
    name: `the step ${step} of an invoice`,
    before: [...invoiced, ...INVOICE_STEPS.slice(0, index).map((earlier) => invoiceStep(earlier))],
    act: invoiceStep(step),
    changes: step === 'permsec' ? paidOut : nothing,
    ends: 'InvoiceStepTaken',
  })),
  {
    name: 'an invoice that is returned',
    before: [...invoiced, invoiceStep('cmd'), invoiceStep('initiate')],
    act: sendInvoiceBack(),
    changes: nothing,
    ends: 'InvoiceReturned',
  },
  { name: 'a bill that is disputed', before: billed, act: raise, changes: nothing, ends: 'DisputeRaised' },
  {
    name: 'a dispute after which the bill stands',
    before: [...billed, raise],
    act: endDisputed('resolved'),
    changes: nothing,
    ends: 'TransactionDisputeEnded',
  },
  {
    name: 'a bill that is reversed',
    before: [...billed, raise],
    act: endDisputed('reversed'),
    changes: ({ coeId, patientId }) => ({ [`patient:${patientId}`]: TOTAL, [`payable:${coeId}`]: -TOTAL }),
    ends: 'TransactionReversed',
  },
]
