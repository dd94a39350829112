import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { UNPAID } from '#api/money/contracts/payment-steps.ts'
import { PAYMENT_READERS } from '#web/features/money/payments/payments-readers.ts'
import { ALLOCATIONS, staffList, volumeList } from '#web/features/money/waiting/figure-lists.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { presetRange, today } from '#web/ui/dates.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Cards, Figure, Panel } from '#web/ui/screen.tsx'
import { figuresQuery, monthsQuery, stagesQuery } from './analytics-api.ts'
import { BillingChart } from './billing-chart.tsx'
import { StagesChart } from './stages-chart.tsx'

/** Fixed by the spec (constants.tsv: analytics fixed total allocation; open-questions Q105). */
const TOTAL_ALLOCATION = '100000000.00'

/** The dashboard's analytics block, for holders of VIEW_COE_ANALYTICS (spec, S019). */
export default function Analytics() {
  return (
    <>
      <Panel title="Analytics">
        <Figures />
      </Panel>
      <Panel title="Billing">
        <Months />
      </Panel>
      <Panel title="Payment chain">
        <Stages />
      </Panel>
    </>
  )
}

/** The list of what was billed, of what a filter lets through; undefined for who may open none. */
function useVolumeList() {
  const { coe, permissions } = useUser()
  const mayOpen = coe !== null || PAYMENT_READERS.some((one) => permissions.includes(one))
  return useCallback(
    (filter: Readonly<Record<string, string>> = {}) => (mayOpen ? volumeList(coe !== null, filter) : undefined),
    [mayOpen, coe],
  )
}

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

function Figures() {
  const { coe, permissions } = useUser()
  const at = useVolumeList()
  const { data, isError, error, refetch } = useQuery(figuresQuery)
  if (isError) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={180} />
  const figures = data.data
  const month = presetRange('This month', today())
  const whose = figures.coe?.coe_name ?? 'All hospitals'
  return (
    <Cards>
      <Figure name="Total allocation" value={<Money naira={TOTAL_ALLOCATION} />} note="Fixed by the programme" />
      <Figure
        name="Allocation balance"
        value={<Money naira={figures.allocation_balance} />}
        note={whose}
        to={coe === null && permissions.includes('VIEW_CHF_REPORT') ? ALLOCATIONS : undefined}
      />
      <Figure name="Billing volume" value={<Money naira={figures.hospital_billing_volume} />} note="Total" to={at()} />
      <Figure
        name="Current month"
        value={<Money naira={figures.current_month_volume} />}
        note="Billing volume"
        to={at(month)}
      />
      <Figure
        name="Last month"
        value={<Money naira={figures.last_month_volume} />}
        note="Billing volume"
        to={at(presetRange('This month', dayBefore(month.from)))}
      />
      <Figure
        name="Paid"
        value={<Money naira={figures.paid_volume} />}
        note="Through the payment chain"
        to={at({ status: 'permsec approved' })}
      />
      <Figure
        name="Reversed"
        value={<Money naira={figures.reversed_volume} />}
        note="Of what was billed"
        to={at({ status: 'reversed' })}
      />
      <Figure
        name="Payable"
        value={<Money naira={figures.payable_balance} />}
        note="Billed and not yet paid"
        to={at({ stage: UNPAID })}
      />
      <Figure name="Patients" value={figures.patients_count.toLocaleString('en-NG')} note={whose} />
      <Figure name="Transactions" value={figures.transactions_count.toLocaleString('en-NG')} note={whose} to={at()} />
      <Figure
        name="Staff"
        value={figures.staff_count.toLocaleString('en-NG')}
        note={whose}
        to={coe !== null && permissions.includes('VIEW_OWN_COESTAFF') ? staffList(coe.id) : undefined}
      />
    </Cards>
  )
}

function Months() {
  const { data, isError, error, refetch } = useQuery(monthsQuery)
  if (isError) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={300} />
  return <BillingChart months={data.data} />
}

function Stages() {
  const at = useVolumeList()
  const { data, isError, error, refetch } = useQuery(stagesQuery)
  if (isError) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={260} />
  return <StagesChart stages={data.data} listOf={at} />
}
