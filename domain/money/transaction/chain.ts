import { chain } from '#domain/kernel/chain.ts'

/**
 * The five steps that pay a hospital, in order (domain.md, Transaction and its payment chain). `from` and `to` are
 * states of the aggregate; `status` is the word that lists and filters show (spec, open-questions Q079).
 */
export const PAYMENT_CHAIN = chain(
  'transaction',
  { state: 'billed', status: 'billed', words: { waits: 'Not initiated', is: 'not initiated yet' } },
  [
    {
      step: 'initiate',
      from: 'billed',
      to: 'initiated',
      permission: 'INITIATE_PAYMENT',
      event: 'TransactionPaymentInitiated',
      status: 'payment initiated',
      stem: 'initiated',
      words: { verb: 'Initiate', act: 'initiate', done: 'Initiated', did: 'initiated it', is: 'initiated' },
    },
    {
      step: 'recommend',
      from: 'initiated',
      to: 'recommended',
      permission: 'RECOMMEND_PAYMENT',
      event: 'TransactionPaymentRecommended',
      status: 'payment recommended',
      stem: 'recommended',
      words: { verb: 'Recommend', act: 'recommend', done: 'Recommended', did: 'recommended it', is: 'recommended' },
    },
    {
      step: 'approve',
      from: 'recommended',
      to: 'approved',
      permission: 'APPROVE_PAYMENT',
      event: 'TransactionPaymentApproved',
      status: 'payment approved',
      stem: 'approved',
      words: { verb: 'Approve', act: 'approve', done: 'Approved', did: 'approved it', is: 'approved' },
    },
    {
      step: 'dfa',
      from: 'approved',
      to: 'dfaApproved',
      permission: 'DFA_APPROVAL',
      event: 'TransactionDfaApproved',
      status: 'dfa approved',
      stem: 'dfa',
      words: {
        verb: 'DFA approve',
        act: 'approve as DFA',
        done: 'DFA approved',
        did: 'approved it as DFA',
        is: 'approved by the DFA',
      },
    },
    {
      step: 'permsec',
      from: 'dfaApproved',
      to: 'permsecApproved',
      permission: 'PERMSEC_APPROVAL',
      event: 'TransactionPermsecApproved',
      status: 'permsec approved',
      stem: 'permsec',
      words: {
        verb: 'Pay out',
        act: 'pay out',
        done: 'Permanent Secretary approved',
        did: 'approved it as Permanent Secretary',
        is: 'paid',
      },
    },
  ],
)

export type PaymentLink = (typeof PAYMENT_CHAIN)['links'][number]
/** The events of its steps. */
export type StepEvent = PaymentLink['event']
export type ChainStep = PaymentLink['step']
export type ChainState = 'billed' | PaymentLink['to']
export type ChainStatus = (typeof PAYMENT_CHAIN)['statuses'][number]

type Joined<Words extends string> = Words extends `${infer First} ${infer Rest}` ? `${First}_${Joined<Rest>}` : Words

/**
 * When a step was taken and by whom, as rows and answers name them: `dfa_at`, `dfa_by`; and as the spec names the time
 * of a transaction's step (entities.tsv): `dfa_approved_on`.
 */
export function namesOf({ stem, status }: PaymentLink) {
  const on = `${status.replaceAll(' ', '_') as Joined<PaymentLink['status']>}_on` as const
  return { at: `${stem}_at`, by: `${stem}_by`, on } as const
}
