import { Anchor, Group, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import type { HospitalPeriod } from '#api/money/contracts/hospital-period.ts'
import { dateText } from '#web/ui/dates.ts'
import { Detail } from '#web/ui/detail.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { ListFilter } from '#web/ui/list-filter.ts'
import { Money } from '#web/ui/money.tsx'
import { Facts, Panel } from '#web/ui/screen.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { monthText } from '#web/features/money/analytics/month-text.ts'
import { useHospitalPeriodFilter } from './hospital-period-filter.ts'
import { hospitalPeriodQuery } from './payments-api.ts'
import styles from './payments.module.css'

/** A hospital's period at its own URL: its sums, the months that add up to them, and the way to the payments and bills. */
export default function HospitalPeriodDetail() {
  const { id = '' } = useParams()
  const filter = useHospitalPeriodFilter()
  const { data, isPending, isError, error, refetch } = useQuery(hospitalPeriodQuery(id, filter.query))
  return (
    <Detail title="Hospital's period">
      {isPending && <p role="status">Adding up the months</p>}
      {isError && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && <Period period={data.data} filter={filter} />}
    </Detail>
  )
}

const periodText = ({ from, to }: ListFilter): string => {
  if (from === '' && to === '') return 'All time'
  if (from === '') return `Up to ${dateText(to)}`
  return to === '' ? `Since ${dateText(from)}` : `${dateText(from)} to ${dateText(to)}`
}

function Period({ period, filter }: { period: HospitalPeriod; filter: ListFilter }) {
  const counted = (count: number) => (count === 1 ? '1 bill' : `${count.toLocaleString('en-NG')} bills`)
  const { from, to } = filter
  const narrowed = (more: Readonly<Record<string, string>> = {}) =>
    new URLSearchParams({ coe: period.coe_id, ...(from && { from }), ...(to && { to }), ...more }).toString()
  return (
    <>
      <h2 className={styles['whose']}>{period.coe_name}</h2>
      <Facts
        items={[
          { name: 'Period', value: periodText(filter) },
          { name: 'Opening balance', value: <Money naira={period.to_pay_before} /> },
          { name: `Billed, ${counted(period.billed_count)}`, value: <Money naira={period.billed} /> },
          { name: `Paid, ${counted(period.paid_count)}`, value: <Money naira={period.paid} /> },
          { name: `Reversed, ${counted(period.reversed_count)}`, value: <Money naira={period.reversed} /> },
          { name: 'Closing balance', value: <Money naira={period.to_pay} /> },
          { name: `Disputed, ${counted(period.disputed_count)}`, value: <Money naira={period.disputed} /> },
          { name: `Initiated, ${counted(period.initiated_count)}`, value: <Money naira={period.initiated} /> },
          { name: `Returned, ${counted(period.returned_count)}`, value: <Money naira={period.returned} /> },
        ]}
      />
      <Group gap="md" data-chrome>
        <Anchor component={Link} to={`/payments?${narrowed()}`}>
          Payments initiated in the period
        </Anchor>
        <Anchor component={Link} to={`/payments/consolidated_report?${narrowed({ status: '' })}`}>
          Bills of the period
        </Anchor>
      </Group>
      <Panel title="By month, NGN">
        {period.months.length === 0 ? (
          <EmptyState title="No data available" hint="No bills, initiations, returns or payments in this period." />
        ) : (
          <Months period={period} />
        )}
      </Panel>
    </>
  )
}

const COLUMNS = [
  { name: 'billed', title: 'Billed' },
  { name: 'paid', title: 'Paid' },
  { name: 'reversed', title: 'Reversed' },
  { name: 'to_pay', title: 'Closing balance' },
  { name: 'initiated', title: 'Initiated' },
  { name: 'returned', title: 'Returned' },
] as const

function Months({ period }: { period: HospitalPeriod }) {
  return (
    <ScrollRegion label="By month, NGN" className={styles['summary']}>
      <Table horizontalSpacing="xs" fz={13}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Month</Table.Th>
            {COLUMNS.map(({ name, title }) => (
              <Table.Th key={name} ta="right">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {period.months.map((month) => (
            <Table.Tr key={month.month}>
              <Table.Td>{monthText(month.month)}</Table.Td>
              {COLUMNS.map(({ name }) => (
                <Table.Td key={name} ta="right">
                  <Money naira={month[name]} bare />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>Period</Table.Th>
            {COLUMNS.map(({ name }) => (
              <Table.Th key={name} ta="right">
                <Money naira={period[name]} bare />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollRegion>
  )
}
