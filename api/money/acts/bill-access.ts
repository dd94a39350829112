import type { Permission } from '#domain/kernel/permissions.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { BillAct } from '#commands/money/transaction/would-refuse.ts'
import { STEP_PATHS } from '#api/money/contracts/payment-steps.ts'

/** The call of an act, whom it is open to, and its words. */
export type Access = {
  /** Method and address; what is said here of it is held against the route itself (tests/api/money/acts). */
  readonly route: string
  readonly permission: readonly Permission[]
  /** `all`: of the fund alone; `hospital`: of a hospital alone; else whoever reaches the bill. */
  readonly scope: 'all' | 'reach' | 'hospital'
  /** On its button. */
  readonly verb: string
  /** After 'could'. */
  readonly act: string
}

/** 'approve as DFA' done to something: 'approve it as DFA'. */
export const onIt = (act: string): string => {
  const [verb = '', ...rest] = act.split(' ')
  return [verb, 'it', ...rest].join(' ')
}

const steps = PAYMENT_CHAIN.links.map(({ step, permission, words }) => {
  const access: Access = {
    ...{ route: `POST ${STEP_PATHS[step]}`, permission: [permission], scope: 'all' },
    ...{ verb: words.verb, act: onIt(words.act) },
  }
  return [step, access] as const
})

const ending = (verb: string, act: string): Access => ({
  ...{ route: 'PUT /api/transactions/dispute/:id', permission: ['FLAG_TRANSACTION'], scope: 'reach', verb, act },
})

/** Every act on a bill. */
export const BILL_ACCESS = {
  ...(Object.fromEntries(steps) as Record<(typeof steps)[number][0], Access>),
  return: {
    ...{ route: 'POST /api/fanda/payment/return', permission: PAYMENT_CHAIN.permissions, scope: 'all' },
    ...{ verb: 'Return', act: 'return it' },
  },
  answer: {
    ...{ route: 'POST /api/coestaff/billings/answer', permission: ['BILL_SERVICES', 'BILL_DRUGS'], scope: 'hospital' },
    ...{ verb: 'Answer', act: 'answer its return' },
  },
  dispute: {
    ...{ route: 'POST /api/transactions/dispute', permission: ['FLAG_TRANSACTION'], scope: 'reach' },
    ...{ verb: 'Dispute', act: 'dispute it' },
  },
  resolved: ending('Resolve: the bill is right', 'resolve the dispute'),
  reversed: ending('Reverse the bill', 'reverse it'),
  withdrawn: ending('Withdraw the dispute', 'withdraw the dispute'),
} as const satisfies Readonly<Record<BillAct, Access>>
