import { useMemo } from 'react'
import type { ChainActName } from '../../../api/contracts/payment.ts'
import { useUser } from '../../shell/session-queries.ts'

/** What a person may do to transactions on the chain: one of the five steps, or the return. */
export type ChainAct = {
  readonly name: ChainActName
  /** On buttons and in the sentence that asks: 'Approve NGN … for …?' */
  readonly verb: string
  readonly path: string
  /** The status from which it starts; a return from any of these. */
  readonly from: readonly string[]
}
type Step = ChainAct & { readonly permission: string }

/** The five steps of the payment chain with the buttons of the spec (back-office 4.1). */
const STEPS: readonly Step[] = [
  step('initiate', 'Initiate', 'initiate', 'billed', 'INITIATE_PAYMENT'),
  step('recommend', 'Recommend', 'recommend', 'payment initiated', 'RECOMMEND_PAYMENT'),
  step('approve', 'Approve', 'approve', 'payment recommended', 'APPROVE_PAYMENT'),
  step('dfa', 'DFA approve', 'dfa/approve', 'payment approved', 'DFA_APPROVAL'),
  step('permsec', 'Perm Sec approve', 'permsec/approve', 'dfa approved', 'PERMSEC_APPROVAL'),
]

function step(name: ChainActName, verb: string, path: string, from: string, permission: string): Step {
  return { name, verb, path: `/api/fanda/payment/${path}`, from: [from], permission }
}

/** The steps that these permissions let a person take, and the return where a step of theirs is waited for. */
function actsOf(permissions: readonly string[]): readonly ChainAct[] {
  const steps = STEPS.filter(({ permission }) => permissions.includes(permission))
  const from = steps.flatMap((own) => own.from).filter((status) => status !== 'billed')
  if (from.length === 0) return steps
  return [...steps, { name: 'return', verb: 'Return', path: '/api/fanda/payment/return', from }]
}

/** What the signed-in person may do on the chain. */
export function useChainActs(): readonly ChainAct[] {
  const { permissions } = useUser()
  return useMemo(() => actsOf(permissions), [permissions])
}

/** The steps of the chain as people know them, by the column of a payment that says who took it. */
export const STEP_NAMES = {
  initiated: 'Initiated',
  recommended: 'Recommended',
  approved: 'Approved',
  dfa: 'DFA approved',
  permsec: 'Permanent Secretary approved',
} as const

/** The statuses of a transaction in the order of the chain, as filters name them. */
export const STATUS_CHOICES = [
  { value: 'billed', label: 'Not initiated' },
  { value: 'payment initiated', label: 'Initiated' },
  { value: 'payment recommended', label: 'Recommended' },
  { value: 'payment approved', label: 'Approved' },
  { value: 'dfa approved', label: 'DFA approved' },
  { value: 'permsec approved', label: 'Perm Sec approved' },
] as const
