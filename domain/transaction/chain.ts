import type { Permission } from '../kernel/permissions.ts'

/**
 * The five steps that pay a hospital, in order (domain.md, Transaction and its payment chain). `from` and `to` are
 * states of the aggregate; `status` is the word that lists and filters show (spec, open-questions Q079).
 */
export const CHAIN = [
  {
    step: 'initiate',
    from: 'billed',
    to: 'initiated',
    permission: 'INITIATE_PAYMENT',
    event: 'TransactionPaymentInitiated',
    status: 'payment initiated',
  },
  {
    step: 'recommend',
    from: 'initiated',
    to: 'recommended',
    permission: 'RECOMMEND_PAYMENT',
    event: 'TransactionPaymentRecommended',
    status: 'payment recommended',
  },
  {
    step: 'approve',
    from: 'recommended',
    to: 'approved',
    permission: 'APPROVE_PAYMENT',
    event: 'TransactionPaymentApproved',
    status: 'payment approved',
  },
  {
    step: 'dfa',
    from: 'approved',
    to: 'dfaApproved',
    permission: 'DFA_APPROVAL',
    event: 'TransactionDfaApproved',
    status: 'dfa approved',
  },
  {
    step: 'permsec',
    from: 'dfaApproved',
    to: 'permsecApproved',
    permission: 'PERMSEC_APPROVAL',
    event: 'TransactionPermsecApproved',
    status: 'permsec approved',
  },
] as const satisfies readonly ChainLink[]

type ChainLink = { step: string; from: string; to: string; permission: Permission; event: string; status: string }

export type ChainStep = (typeof CHAIN)[number]['step']
export type ChainState = (typeof CHAIN)[number]['from'] | (typeof CHAIN)[number]['to']
export type ChainStatus = 'billed' | (typeof CHAIN)[number]['status']

/** The link of a step. */
export function linkOf(step: ChainStep): (typeof CHAIN)[number] {
  const link = CHAIN.find((candidate) => candidate.step === step)
  if (link === undefined) throw new Error(`Not a step of the payment chain: ${step}`)
  return link
}

/** The word that lists and filters show for a state. */
function statusIn(state: ChainState): ChainStatus {
  return CHAIN.find(({ to }) => to === state)?.status ?? 'billed'
}

/** The word for what waits for a step. */
export const statusBefore = (step: ChainStep): ChainStatus => statusIn(linkOf(step).from)

/** The step whose turn it is in a state; none once paid. */
export function nextStep(state: ChainState): ChainStep | undefined {
  return CHAIN.find(({ from }) => from === state)?.step
}
