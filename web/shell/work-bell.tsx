import { useQuery } from '@tanstack/react-query'
import type { CoeNotices } from '#api/catalogue/contracts/coe-notice.ts'
import type { DisputeNotices } from '#api/money/contracts/dispute-notice.ts'
import type { FundingNotices } from '#api/money/contracts/funding.ts'
import { INVOICE_STEP_VIEWS } from '#api/money/contracts/invoice-steps.ts'
import type { InvoiceNotices } from '#api/money/contracts/invoice-notice.ts'
import type { BillNotices } from '#api/money/contracts/notice.ts'
import type { ResetNotices } from '#api/people/contracts/second-factor.ts'
import type { PaymentNotices } from '#api/money/contracts/payment-notice.ts'
import { PAYMENT_STEPS } from '#api/money/contracts/payment-steps.ts'
import { nairaText } from '#web/ui/money.tsx'
import { BellOf } from './bell.tsx'
import { bankOf, coeNoticesQuery } from './coe-notices.ts'
import { disputeNoticesQuery } from './dispute-notices.ts'
import { fundingAbout, FUNDS, fundingAt, fundingNoticesQuery } from './funding-notices.ts'
import { invoiceNoticesQuery } from './invoice-notices.ts'
import { paymentNoticesQuery } from './payment-notices.ts'
import { noticesQuery } from './patient-queries.ts'
import { factorAt, resetNoticesQuery } from './reset-notices.ts'
import { addressOf } from './search-finds.ts'
import { useUser } from './session-queries.ts'
import { type ToldAtWork, toldAtWork } from './told-at-work.ts'

type All = { readonly to: string; readonly label: string }
type Told = {
  readonly id: string
  readonly kind: string
  readonly created_at: string
  readonly is_read: boolean
  readonly to: string
  readonly words: string
}

const SENT_BACK = '/coestaff/billings?status=returned'

/** What the bell says to who is told of one thing only. */
const OF_ONE: Readonly<Record<ToldAtWork, { readonly none: string; readonly some: string; readonly all: All }>> = {
  bills: {
    none: 'No returned bills for your hospital to answer',
    some: 'Returned: your hospital must answer',
    all: { to: SENT_BACK, label: 'All returned bills' },
  },
  banks: {
    none: 'No bank details to confirm',
    some: 'Bank details of hospitals',
    all: { to: '/coes', label: 'All hospitals' },
  },
  funds: {
    none: 'No credit or allocation to confirm',
    some: 'Movements of funds',
    all: { to: FUNDS, label: 'Pool and allocations' },
  },
  invoices: {
    none: 'No invoice is ready for you',
    some: 'Invoices',
    all: { to: '/dashboard', label: 'Ready for me' },
  },
  payments: {
    none: 'No bill is ready for you',
    some: 'Bills',
    all: { to: '/dashboard', label: 'Ready for me' },
  },
  disputes: {
    none: 'Nothing new in your disputes',
    some: 'Your disputes',
    all: { to: '/superadmin/transactions/dispute', label: 'All disputes' },
  },
  resets: {
    none: 'No lost phone to confirm',
    some: 'Lost phones',
    all: { to: '/dashboard', label: 'Ready for me' },
  },
}
const OF_MORE = {
  none: 'Nothing new for you',
  some: 'Ready for you, and updates on your bills',
  all: { to: '/dashboard', label: 'Ready for me' },
}

function ofBill({ transaction_id: reference, total, ...notice }: BillNotices['data'][number]): Told {
  const to = `/coestaff/billings/${encodeURIComponent(notice.id)}?status=returned`
  return { ...notice, to, words: `${reference} was returned, NGN ${nairaText(total)}` }
}

function ofBank({ coe_name: name, by, ...notice }: CoeNotices['data'][number]): Told {
  const words =
    notice.kind === 'waiting'
      ? `${name}: ${by} entered new ones for you to confirm`
      : `${name}: ${by} ${notice.kind} yours`
  return { ...notice, to: bankOf(notice.id), words }
}

function ofFunding({ what, amount, benefactor, coe_name: name, by, ...notice }: FundingNotices['data'][number]): Told {
  const money = `NGN ${nairaText(amount)} ${fundingAbout({ what, benefactor, hospital: name })}`
  const words =
    notice.kind === 'waiting' ? `${money}: ${by} proposed it for you to confirm` : `${money}: ${by} ${notice.kind} it`
  return { ...notice, to: fundingAt(notice.id), words }
}

const INVOICE_WORDS = { waiting: 'is ready for you', paid: 'is paid', returned: 'was returned' } as const

/** What waits for a step leads to that step's screen; else to the best that one may open. */
function ofInvoice(permissions: readonly string[]) {
  return ({ step, invoice_number, coe_name: name, total, ...notice }: InvoiceNotices['data'][number]): Told => {
    const own = INVOICE_STEP_VIEWS.find((one) => one.step === step)
    const may = own === undefined ? permissions : [own.permission]
    const about = [invoice_number, ...(name === null ? [] : [name]), `NGN ${nairaText(total)}`].join(', ')
    return {
      ...notice,
      to: addressOf({ kind: 'invoice', id: notice.id }, may) ?? '/dashboard',
      words: `${about} ${INVOICE_WORDS[notice.kind]}`,
    }
  }
}

/** Bills that are ready for a step lead to their queue. */
function ofPayment({ step, bills, total, ...notice }: PaymentNotices['data'][number]): Told {
  const act = PAYMENT_STEPS.find((one) => one.step === step)
  const to = `/payments/consolidated_report?${new URLSearchParams({ status: act?.waits ?? '' }).toString()}`
  const what = bills === 1 ? '1 bill is' : `${bills.toLocaleString('en')} bills are`
  return {
    ...notice,
    kind: 'waiting',
    to,
    words: `${what} ready for you to ${act?.words.act ?? 'process'}, NGN ${nairaText(total)}`,
  }
}

const DISPUTE_WORDS = {
  raised: 'disputed',
  message: 'new message in the dispute',
  resolved: 'dispute resolved, the bill is right',
  reversed: 'dispute resolved, the bill is reversed',
  withdrawn: 'dispute withdrawn',
} as const

/** News of a dispute leads to its chat. */
function ofDispute({ bill_id: bill, transaction_id, coe_name: name, ...notice }: DisputeNotices['data'][number]): Told {
  const to = `/transactions/${encodeURIComponent(bill)}/dispute/chat?${new URLSearchParams({ dispute: notice.id }).toString()}`
  const about = [transaction_id, ...(name === null ? [] : [name])].join(', ')
  return { ...notice, to, words: `${about}: ${DISPUTE_WORDS[notice.kind]}` }
}

/** The reset of a lost phone leads to where it is confirmed or declined. */
function ofReset({ name, by, ...notice }: ResetNotices['data'][number]): Told {
  return {
    ...notice,
    to: factorAt(notice.id),
    words: `Phone of ${name || 'a person'}: ${by} requested a reset for you to confirm`,
  }
}

/**
 * The bell of those at work: bills that were sent back to a hospital, bank details and large sums that take a second person,
 * invoices and bills that are ready for a step, news of disputes, lost phones; and what became of one's own.
 */
export default function WorkBell() {
  const user = useUser()
  const told = toldAtWork(user)
  const bills = useQuery({ ...noticesQuery, enabled: told.includes('bills') })
  const banks = useQuery({ ...coeNoticesQuery, enabled: told.includes('banks') })
  const funds = useQuery({ ...fundingNoticesQuery, enabled: told.includes('funds') })
  const invoices = useQuery({ ...invoiceNoticesQuery, enabled: told.includes('invoices') })
  const payments = useQuery({ ...paymentNoticesQuery, enabled: told.includes('payments') })
  const disputes = useQuery({ ...disputeNoticesQuery, enabled: told.includes('disputes') })
  const resets = useQuery({ ...resetNoticesQuery, enabled: told.includes('resets') })
  const queries = { bills, banks, funds, invoices, payments, disputes, resets }
  const notices = [
    ...(bills.data?.data ?? []).map(ofBill),
    ...(banks.data?.data ?? []).map(ofBank),
    ...(funds.data?.data ?? []).map(ofFunding),
    ...(payments.data?.data ?? []).map(ofPayment),
    ...(invoices.data?.data ?? []).map(ofInvoice(user.permissions)),
    ...(disputes.data?.data ?? []).map(ofDispute),
    ...(resets.data?.data ?? []).map(ofReset),
  ]
  notices.sort((one, other) => other.created_at.localeCompare(one.created_at))
  const [only] = told
  const says = told.length === 1 && only !== undefined ? OF_ONE[only] : OF_MORE
  return (
    <BellOf
      notices={notices}
      says={{ ...says, addressOf: ({ to }) => to }}
      words={({ words }) => words}
      isWhole={told.every((about) => queries[about].data !== undefined)}
      queryKeys={told.map((about) => KEYS[about])}
    />
  )
}

const KEYS: Readonly<Record<ToldAtWork, readonly string[]>> = {
  bills: noticesQuery.queryKey,
  banks: coeNoticesQuery.queryKey,
  funds: fundingNoticesQuery.queryKey,
  invoices: invoiceNoticesQuery.queryKey,
  payments: paymentNoticesQuery.queryKey,
  disputes: disputeNoticesQuery.queryKey,
  resets: resetNoticesQuery.queryKey,
}
