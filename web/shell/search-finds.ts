import { queryOptions } from '@tanstack/react-query'
import type { Found, SearchAnswer } from '#api/money/contracts/search.ts'
import type { Permission } from '#api/people/contracts/session.ts'
import { api } from './api-client.ts'
import { newKey } from './submitting.ts'

/** As the API asks for it: one letter finds nothing. */
const LEAST = 2

/** What the server finds by a text. It goes in the body, and is forgotten with the dialog: it may name a person. */
export const findsQuery = (text: string) =>
  queryOptions({
    queryKey: ['/api/search', text],
    queryFn: () => api.post<typeof SearchAnswer>('/api/search', { text }, newKey()),
    enabled: text.length >= LEAST,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const KINDS: Readonly<Record<Found['kind'], string>> = {
  patient: 'Patient',
  transaction: 'Transaction',
  payment: 'Payment',
  invoice: 'Invoice',
  hospital: 'Hospital',
  wallet: 'Wallet',
}

/** Who takes steps of the payment chain: a record opens over the list of what is ready for them. */
const STEPS = [
  ...(['INITIATE_PAYMENT', 'RECOMMEND_PAYMENT', 'APPROVE_PAYMENT'] as const),
  ...(['DFA_APPROVAL', 'PERMSEC_APPROVAL'] as const),
]

/** The screens that show a kind, each with who may open it, the best for them first. */
const SCREENS: Readonly<Record<Found['kind'], readonly (readonly [Permission, (id: string) => string])[]>> = {
  patient: [
    ['BILL_SERVICES', (id) => `/coestaff/billing?patient=${id}`],
    ['BILL_DRUGS', (id) => `/coestaff/billing?tab=drugs&patient=${id}`],
    ['VIEW_PATIENT_CAREPLAN', (id) => `/patients/${id}/history`],
  ],
  transaction: [
    ['APPLY_FUND', (id) => `/users/billing_history/${id}`],
    ['BILL_SERVICES', (id) => `/coestaff/billings/${id}`],
    ['BILL_DRUGS', (id) => `/coestaff/billings/${id}`],
    ...STEPS.map((step) => [step, (id: string) => `/payments/consolidated_report/${id}`] as const),
    ['VIEW_ALL_BILLING', (id) => `/superadmin/transactions/${id}`],
    ['VIEW_CHF_REPORT', (id) => `/payments/consolidated_report/${id}?status=`],
    ['VIEW_COE_ANALYTICS', (id) => `/superadmin/billings/bill/${id}`],
  ],
  payment: [['VIEW_CHF_REPORT', (id) => `/payments/${id}`]],
  invoice: [
    ['INITIATE_PAYMENT', (id) => `/initiator/invoice/${id}`],
    ['RECOMMEND_PAYMENT', (id) => `/nccp/invoice/${id}`],
    ['APPROVE_PAYMENT', (id) => `/dhs/invoice/${id}`],
    ['DFA_APPROVAL', (id) => `/dfa/invoice/${id}`],
    ['PERMSEC_APPROVAL', (id) => `/permsec/invoice/${id}`],
    ['APPROVE_INVOICE', (id) => `/cmd/invoice/${id}`],
    ['GENERATE_INVOICE', (id) => `/cmd/invoice/${id}`],
    ['VIEW_CHF_REPORT', (id) => `/invoices/${id}/paper`],
  ],
  hospital: [['VIEW_COE_ANALYTICS', (id) => `/superadmin/billings/${id}`]],
  wallet: [['VIEW_LEDGER', (id) => `/ledger/wallets/${id}`]],
}

/** Every permission by which something that is searched can be opened: without one there is nothing to ask the server for. */
const OPENING: ReadonlySet<string> = new Set(
  Object.values(SCREENS).flatMap((all) => all.map(([permission]) => permission)),
)

export const mayFind = (permissions: readonly string[]): boolean => permissions.some((one) => OPENING.has(one))

/** Where a find is shown to who holds these; undefined where they have no screen for it. */
export function addressOf(
  { kind, id }: Pick<Found, 'kind' | 'id'>,
  permissions: readonly string[],
): string | undefined {
  return SCREENS[kind].find(([permission]) => permissions.includes(permission))?.[1](encodeURIComponent(id))
}
