import { Skeleton } from '@mantine/core'
import type { Permission } from '#api/people/contracts/session.ts'
import { onDemand, Part } from '#web/shell/on-demand.tsx'
import { useUser } from '#web/shell/session-queries.ts'
import { TurnedAway } from '#web/shell/turned-away.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { QuickLinks } from './quick-links.tsx'

// Everyone lands here: what draws charts, what patients see and what is work are fetched only by whom they are for.
const analytics = onDemand(() => import('#web/features/money/analytics/analytics.tsx'))
const banksWaiting = onDemand(() => import('#web/features/catalogue/coes/banks-waiting.tsx'))
const billed = onDemand(() => import('#web/features/money/billing/billed-figures.tsx'))
const disputes = onDemand(() => import('#web/features/money/disputes/disputes-notice.tsx'))
const findBilled = onDemand(() => import('#web/features/money/billing/find-billed.tsx'))
const findPatient = onDemand(() => import('./find-patient.tsx'))
const findUser = onDemand(() => import('./find-user.tsx'))
const fundsWaiting = onDemand(() => import('#web/features/money/funding/funds-waiting.tsx'))
const late = onDemand(() => import('#web/features/money/waiting/late.tsx'))
const invoicesWaiting = onDemand(() => import('#web/features/money/waiting/invoices-waiting.tsx'))
const limitWaiting = onDemand(() => import('#web/features/people/settings/limit-waiting.tsx'))
const mySummary = onDemand(() => import('#web/features/money/my-billing/my-summary.tsx'))
const patients = onDemand(() => import('./patients-figure.tsx'))
const resetsWaiting = onDemand(() => import('#web/features/people/second-factor/resets-waiting.tsx'))
const returnedInvoices = onDemand(() => import('#web/features/money/invoices/returned-invoices.tsx'))
const waiting = onDemand(() => import('#web/features/money/waiting/waiting.tsx'))

/** Who takes steps of the payment chain. By name: the chain's own table is a file more to fetch for whoever lands here. */
const CHAIN = ['INITIATE_PAYMENT', 'RECOMMEND_PAYMENT', 'APPROVE_PAYMENT', 'DFA_APPROVAL', 'PERMSEC_APPROVAL'] as const

/**
 * Where everyone lands (spec, S019): first what waits for them, or a patient's own wallet and last bills; then quick
 * links; then figures, those of whoever may see no others within their reach.
 */
export default function DashboardScreen() {
  const user = useUser()
  const holds = (...permissions: readonly Permission[]) => permissions.some((one) => user.permissions.includes(one))
  const isPatient = holds('APPLY_FUND') && user.patient !== null
  const bills = user.coe !== null && holds('BILL_SERVICES', 'BILL_DRUGS')
  const maySee = holds('VIEW_COE_ANALYTICS')
  const looksAfter = !maySee && holds('VIEW_PATIENT', 'VIEW_PATIENT_CAREPLAN')
  return (
    <Screen
      title="Dashboard"
      intro={`Welcome, ${user.first_name}. ${user.coe ? user.coe.coe_name : 'Cancer Health Fund'}.`}
    >
      <TurnedAway />
      {holds('VERIFY_USER_EMAIL') && (
        <Part of={findUser} fallback={<Skeleton height={120} />}>
          {({ default: FindUser }) => <FindUser />}
        </Part>
      )}
      {/* The head of a hospital may bill too, but begins with what others wait for. */}
      {bills && !holds('APPROVE_INVOICE') && (
        <Part of={findBilled} fallback={<Skeleton height={120} />}>
          {({ default: FindBilled }) => <FindBilled />}
        </Part>
      )}
      {looksAfter && !bills && (
        <Part of={findPatient} fallback={<Skeleton height={120} />}>
          {({ default: FindPatient }) => <FindPatient />}
        </Part>
      )}
      {holds(...CHAIN) && (
        <Part of={waiting} fallback={<Skeleton height={160} />}>
          {({ default: Waiting }) => <Waiting />}
        </Part>
      )}
      {holds(...CHAIN, 'APPROVE_INVOICE') && (
        <Part of={invoicesWaiting} fallback={null}>
          {({ default: InvoicesWaiting }) => <InvoicesWaiting />}
        </Part>
      )}
      {holds('CREATE_COE') && (
        <Part of={banksWaiting} fallback={null}>
          {({ default: BanksWaiting }) => <BanksWaiting />}
        </Part>
      )}
      {holds('MANAGE_SITE_SETTING') && (
        <Part of={limitWaiting} fallback={null}>
          {({ default: LimitWaiting }) => <LimitWaiting />}
        </Part>
      )}
      {holds('MANAGE_ROLE') && (
        <Part of={resetsWaiting} fallback={null}>
          {({ default: ResetsWaiting }) => <ResetsWaiting />}
        </Part>
      )}
      {user.coe === null && holds('CREDIT_POOL', 'ALLOCATE_POOL') && (
        <Part of={fundsWaiting} fallback={null}>
          {({ default: FundsWaiting }) => <FundsWaiting />}
        </Part>
      )}
      {(user.coe === null ? holds('VIEW_CHF_REPORT', ...CHAIN) : holds('APPROVE_INVOICE')) && (
        <Part of={late} fallback={null}>
          {({ default: Late }) => <Late />}
        </Part>
      )}
      {isPatient && (
        <Part of={mySummary} fallback={<Skeleton height={320} />}>
          {({ default: MySummary }) => <MySummary />}
        </Part>
      )}
      {bills && (
        <Part of={billed} fallback={null}>
          {({ ReturnedNotice }) => <ReturnedNotice />}
        </Part>
      )}
      {user.coe !== null && holds('GENERATE_INVOICE') && (
        <Part of={returnedInvoices} fallback={null}>
          {({ default: ReturnedInvoices }) => <ReturnedInvoices />}
        </Part>
      )}
      {user.coe !== null && holds('FLAG_TRANSACTION') && (
        <Part of={disputes} fallback={null}>
          {({ default: DisputesNotice }) => <DisputesNotice />}
        </Part>
      )}
      <QuickLinks />
      {bills && (
        <Part of={billed} fallback={<Skeleton height={120} />}>
          {({ default: BilledFigures }) => <BilledFigures />}
        </Part>
      )}
      {looksAfter && (
        <Part of={patients} fallback={<Skeleton height={120} />}>
          {({ default: PatientsFigure }) => <PatientsFigure />}
        </Part>
      )}
      {maySee && (
        <Part of={analytics} fallback={<Skeleton height={320} />}>
          {({ default: Analytics }) => <Analytics />}
        </Part>
      )}
    </Screen>
  )
}
