import { Anchor, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { billedList } from '#web/features/money/waiting/figure-lists.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { gridTotalsQuery } from '#web/ui/data-grid/grid-rows.ts'
import { presetRange, today } from '#web/ui/dates.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Cards, Figure, Panel } from '#web/ui/screen.tsx'

export { ReturnedNotice } from './returned-notice.tsx'

type Range = { readonly from: string; readonly to: string }

/** What the reader billed today and this month, and their hospital today: the sums of the lists that they link to. */
export default function BilledFigures() {
  const { id } = useUser()
  const now = today()
  const day = { from: now, to: now }
  const mine = { path: `/api/coestaff/${id}/transactions`, by: 'me' as const }
  const all = { path: '/api/coestaff/transactions' }
  return (
    <Panel
      title="Billed"
      aside={
        <Anchor component={Link} to="/coestaff/billings">
          Billing history
        </Anchor>
      }
    >
      <Cards>
        <Billed name="By you, today" {...mine} range={day} />
        <Billed name="By you, this month" {...mine} range={presetRange('This month', now)} />
        <Billed name="By your hospital, today" {...all} range={day} />
      </Cards>
    </Panel>
  )
}

type BilledProps = { readonly name: string; readonly path: string; readonly range: Range; readonly by?: 'me' }

function Billed({ name, path, range: { from, to }, by }: BilledProps) {
  const { data, error, isPending, refetch } = useQuery(
    gridTotalsQuery({ path, params: { start_date: from, end_date: to } }),
  )
  if (isPending) return <Skeleton height={96} role="status" aria-label={`Adding up: ${name}`} />
  if (data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />
  const { total, totals } = data.data
  const bills = total === 1 ? '1 bill' : `${total.toLocaleString('en-NG')} bills`
  const reversed = String(totals['reversed'] ?? '')
  return (
    <Figure
      name={name}
      to={billedList({ from, to, ...(by === undefined ? {} : { billed_by: by }) })}
      value={<Money naira={String(totals['total'] ?? '')} />}
      note={
        Number(reversed) > 0 ? (
          <>
            {bills}, of it <Money naira={reversed} /> reversed
          </>
        ) : (
          bills
        )
      }
    />
  )
}
