import type { SessionUser } from '#api/people/contracts/session.ts'

/** What somebody at work has notices of. */
export type ToldAtWork = 'bills' | 'banks' | 'funds' | 'invoices' | 'payments' | 'disputes' | 'resets'

type Holder = Pick<SessionUser, 'coe' | 'permissions'>

/** A hospital makes invoices, and the ministry pays them (tests/web/told-at-work.test.ts holds both against the chain). */
const MAKES_INVOICES: Holder['permissions'] = ['GENERATE_INVOICE', 'APPROVE_INVOICE']
const PAYS: Holder['permissions'] = [
  ...(['INITIATE_PAYMENT', 'RECOMMEND_PAYMENT', 'APPROVE_PAYMENT'] as const),
  ...(['DFA_APPROVAL', 'PERMSEC_APPROVAL'] as const),
]

/** Who is told what: by what they may do, and where. */
const TOLD: Readonly<Record<ToldAtWork, (user: Holder) => boolean>> = {
  bills: ({ coe, permissions }) => coe !== null && holds(permissions, ['BILL_SERVICES', 'BILL_DRUGS']),
  banks: ({ coe, permissions }) => coe === null && holds(permissions, ['CREATE_COE']),
  funds: ({ coe, permissions }) => coe === null && holds(permissions, ['CREDIT_POOL', 'ALLOCATE_POOL', 'FUND_PATIENT']),
  invoices: ({ coe, permissions }) => holds(permissions, coe === null ? PAYS : MAKES_INVOICES),
  payments: ({ coe, permissions }) => coe === null && holds(permissions, PAYS),
  // Who only reads disputes of every hospital takes part in none.
  disputes: ({ coe, permissions }) =>
    holds(permissions, coe === null ? ['SEND_DISPUTE_CHAT', 'FLAG_TRANSACTION'] : ['VIEW_DISPUTE_CHAT']),
  resets: ({ permissions }) => permissions.includes('MANAGE_ROLE'),
}

const holds = (held: Holder['permissions'], some: Holder['permissions']): boolean =>
  some.some((one) => held.includes(one))

/** What somebody has notices of; the bell is for who has any. */
export const toldAtWork = (user: Holder): readonly ToldAtWork[] =>
  (Object.keys(TOLD) as ToldAtWork[]).filter((about) => TOLD[about](user))
