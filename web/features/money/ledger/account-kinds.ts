import { ACCOUNT_KINDS } from '#api/money/contracts/choices.ts'

const labels: Readonly<Record<(typeof ACCOUNT_KINDS)[number], string>> = {
  benefactors: 'Benefactors',
  pool: 'Pool',
  allocation: 'Allocations',
  patient: "Patients' wallets",
  payable: 'Payable to hospitals',
  disbursed: 'Disbursed',
  'in-transit': 'In transit',
}

/** A kind of account as people call it. */
export const kindLabel = (kind: string): string =>
  ACCOUNT_KINDS.filter((one) => one === kind).map((one) => labels[one])[0] ?? kind

export const KIND_CHOICES = ACCOUNT_KINDS.map((value) => ({ value, label: labels[value] }))
