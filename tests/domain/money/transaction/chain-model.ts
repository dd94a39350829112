import type { ChainStep } from '#domain/money/transaction/chain.ts'

/**
 * What domain.md says of a bill and its chain, as a table walked by hand: an oracle that shares no code and no shape
 * with the decider. `at` counts the steps taken of a paid bill.
 */
export type ModelOf = {
  readonly at: 'nothing' | 'asked' | 'denied' | number
  readonly tries: number
  readonly biller: string
  /** Who took which step in this round. */
  readonly doers: readonly (readonly [step: string, by: string])[]
  /** Who sent it back last, and is waited for by nobody since; with what was said to them last. */
  readonly back: { readonly by: string; readonly said: string } | undefined
  /** Who spoke up for it at the hospital. */
  readonly speakers: readonly string[]
  /** Whether a dispute is open; its money on the way back; or gone back, for good. */
  readonly held: 'no' | 'disputed' | 'reversing' | 'reversed'
}

/** What someone wants of a bill. */
export type Wish =
  | { readonly want: 'bill'; readonly by: string }
  | { readonly want: 'complete'; readonly by: string }
  | { readonly want: 'deny'; readonly by: string }
  | { readonly want: 'take'; readonly by: string; readonly step: ChainStep }
  | { readonly want: 'answer'; readonly by: string; readonly text: string }
  | { readonly want: 'return'; readonly by: string; readonly may: readonly ChainStep[]; readonly reason: string }
  | { readonly want: 'dispute'; readonly by: string; readonly reason: string }
  | { readonly want: 'release'; readonly by: string }
  | { readonly want: 'reverse'; readonly by: string }
  | { readonly want: 'reversed'; readonly by: string }

/** The event that follows, silence, or the refusal; and the bill after it. */
export type Answer = { readonly says: string; readonly then: ModelOf }

export const NOTHING: ModelOf = {
  at: 'nothing',
  tries: 0,
  biller: '',
  doers: [],
  back: undefined,
  speakers: [],
  held: 'no',
}

const TABLE: readonly (readonly [step: ChainStep, event: string])[] = [
  ['initiate', 'TransactionPaymentInitiated'],
  ['recommend', 'TransactionPaymentRecommended'],
  ['approve', 'TransactionPaymentApproved'],
  ['dfa', 'TransactionDfaApproved'],
  ['permsec', 'TransactionPermsecApproved'],
]

/** The step whose turn it is. */
export const turnOf = ({ at }: ModelOf): ChainStep | undefined => (typeof at === 'number' ? TABLE[at]?.[0] : undefined)

/** What the rules say to a wish. */
export function answer(model: ModelOf, wish: Wish): Answer {
  const no = (says: string): Answer => ({ says, then: model })
  const { at, tries, doers, biller, back, speakers, held } = model
  if (wish.want === 'bill') {
    if (at !== 'nothing' && at !== 'denied') return no('transaction_already_billed')
    return { says: 'TransactionBillingRequested', then: { ...NOTHING, at: 'asked', tries: tries + 1, biller: wish.by } }
  }
  if (wish.want === 'complete') {
    if (at === 'asked') return { says: 'TransactionBilled', then: { ...model, at: 0 } }
    return no(typeof at === 'number' ? 'silence' : 'transaction_unknown')
  }
  if (wish.want === 'deny') {
    if (at === 'asked') return { says: 'TransactionBillingRefused', then: { ...model, at: 'denied' } }
    return no(at === 'denied' ? 'silence' : 'transaction_unknown')
  }
  if (typeof at !== 'number') return no('transaction_unknown')
  if (wish.want === 'dispute') {
    if (held === 'reversed') return no('transaction_reversed')
    if (held !== 'no') return no('transaction_already_disputed')
    if (at !== 0) return no('transaction_not_disputable')
    if (!/\S/.test(wish.reason)) return no('transaction_dispute_reason_required')
    return { says: 'TransactionDisputed', then: { ...model, held: 'disputed' } }
  }
  if (wish.want === 'release' || wish.want === 'reverse' || wish.want === 'reversed') {
    if (held !== (wish.want === 'reversed' ? 'reversing' : 'disputed')) return no('transaction_not_disputed')
    if (wish.want === 'release') return { says: 'TransactionDisputeEnded', then: { ...model, held: 'no' } }
    if (wish.want === 'reverse') return { says: 'TransactionReversalRequested', then: { ...model, held: 'reversing' } }
    return { says: 'TransactionReversed', then: { ...model, held: 'reversed', back: undefined } }
  }
  if (wish.want === 'answer') {
    if (held === 'reversed') return no('transaction_reversed')
    if (back === undefined) return no('transaction_not_returned')
    const said = `${wish.by}: ${wish.text}`
    if (said === back.said) return no('silence')
    if (wish.by === back.by) return no('transaction_same_person')
    if (!/\S/.test(wish.text)) return no('transaction_answer_required')
    const then = { ...model, back: { ...back, said }, speakers: [...speakers, wish.by] }
    return { says: 'TransactionReturnAnswered', then }
  }
  const known = wish.by === biller || speakers.includes(wish.by) || doers.some(([, by]) => by === wish.by)
  if (wish.want === 'return') {
    if (at === 0 || at === TABLE.length) return no('transaction_not_in_chain')
    if (!wish.may.some((step) => step === TABLE[at]?.[0])) return no('transaction_not_your_turn')
    if (!/\S/.test(wish.reason)) return no('transaction_reason_required')
    if (known) return no('transaction_same_person')
    return { says: 'TransactionPaymentReturned', then: { ...model, at: 0, doers: [], back: { by: wish.by, said: '' } } }
  }
  if (held === 'reversed') return no('transaction_reversed')
  const place = TABLE.findIndex(([step]) => step === wish.step)
  if (place < at) return no('transaction_step_already_taken')
  if (place > at) return no('transaction_step_too_early')
  if (known) return no('transaction_same_person')
  if (held !== 'no') return no('transaction_disputed')
  const then = { ...model, at: at + 1, doers: [...doers, [wish.step, wish.by] as const], back: undefined }
  return { says: TABLE[at]?.[1] ?? '', then }
}
