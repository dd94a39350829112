import type { AccountKind } from '#domain/kernel/accounts.ts'
import type { Fields } from '#projections/report/field.ts'

/** The kinds of account in the order in which money flows, as people call them. */
const KINDS = {
  benefactors: 'Benefactors',
  pool: 'Pool',
  allocation: 'Allocations',
  patient: "Patients' wallets",
  payable: 'Payable to hospitals',
  disbursed: 'Disbursed',
  'in-transit': 'In transit',
} as const satisfies Record<AccountKind, string>

const kind = { heading: 'Kind of account', kind: 'code', words: KINDS } as const

/** What an account, or a kind of them, was given, gave, and holds. */
export const ACCOUNT_FIGURES = {
  debits: { heading: 'Debits', kind: 'naira', total: true, width: 168, about: 'All that it has given' },
  credits: { heading: 'Credits', kind: 'naira', total: true, width: 168, about: 'All that it has received' },
  balance: { heading: 'Balance', kind: 'naira', total: true, width: 168 },
  movements: { heading: 'Movements', kind: 'count', total: true, width: 112 },
  last_moved_at: {
    heading: 'Last movement',
    kind: 'instant',
    nullable: true,
    width: 148,
    about: 'ISO date and time; null before the first movement',
  },
} as const satisfies Fields

/** The trial balance: one line for each kind of account. */
export const TRIAL_BALANCE_FIELDS = {
  line: { heading: 'Line', kind: 'count', sortable: true, unlisted: true },
  kind: { ...kind, width: 184 },
  ...ACCOUNT_FIGURES,
} as const satisfies Fields

/** The accounts of the ledger; a patient is their CHF id. */
export const ACCOUNT_FIELDS = {
  name: { heading: 'Account', kind: 'text', width: 204 },
  kind: { ...kind, width: 190, hidden: true },
  ...ACCOUNT_FIGURES,
  account: { heading: 'Account id', kind: 'code', sortable: true, width: 320, hidden: true },
} as const satisfies Fields
