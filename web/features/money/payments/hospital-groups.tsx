import { Button, Skeleton, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { HospitalSummary } from '#api/money/contracts/payment.ts'
import type { Params } from '#web/shell/params.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Money, sumNaira } from '#web/ui/money.tsx'
import { Panel } from '#web/ui/screen.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { WithReason } from '#web/ui/with-reason.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { hospitalSummaryQuery } from './payments-api.ts'
import styles from './payments.module.css'

/** A hospital in a period, and whether its payment is initiated. */
export type Group = HospitalSummary['data'][number]

type HospitalGroupsProps = {
  /** Days and category. */
  readonly period: Params
  /** Undefined for who initiates no payments. */
  readonly onPay: ((group: Group) => void) | undefined
}

/** What of it went back to wallets after disputes, naira. */
const reversedOf = (group: Group): string => group.by_status['reversed']?.total ?? '0.00'

/** Each hospital with what it billed in a period, in all, what of it was reversed, and its payment, for who initiates it (spec, S075). */
export function HospitalGroups({ period, onPay }: HospitalGroupsProps) {
  const { data, isPending, isError, error, refetch } = useQuery(hospitalSummaryQuery(period))
  if (isPending) return <Skeleton height={160} role="status" aria-label="Adding up the hospitals" />
  if (isError) return <ErrorState error={error} onRetry={() => refetch()} />
  const groups = data.data
  if (groups.length === 0) return null
  const count = groups.reduce((sum, { transactions }) => sum + transactions, 0)
  return (
    <Panel title="Hospitals">
      <ScrollRegion label="Hospitals, NGN" className={styles['summary']}>
        <Table horizontalSpacing="sm" fz={14}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Hospital</Table.Th>
              <Table.Th ta="right">Transactions</Table.Th>
              <Table.Th ta="right">Total service (NGN)</Table.Th>
              <Table.Th ta="right">Reversed (NGN)</Table.Th>
              <Table.Th>Payment</Table.Th>
              {onPay && <Table.Th data-chrome>Action</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {groups.map((group) => (
              <Table.Tr key={group.coe_id}>
                <Table.Td>{group.coe_name}</Table.Td>
                <Table.Td ta="right">{group.transactions.toLocaleString('en-NG')}</Table.Td>
                <Table.Td ta="right">
                  <Money naira={group.total} bare />
                </Table.Td>
                <Table.Td ta="right">
                  <Money naira={reversedOf(group)} bare />
                </Table.Td>
                <Table.Td>
                  {group.payment_group ? <StatusChip status={group.payment_group} /> : 'Nothing to pay'}
                </Table.Td>
                {onPay && (
                  <Table.Td data-chrome>
                    <PayButton group={group} onPay={onPay} />
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th>Total</Table.Th>
              <Table.Th ta="right">{count.toLocaleString('en-NG')}</Table.Th>
              <Table.Th ta="right">
                <Money naira={sumNaira(groups.map(({ total }) => total))} />
              </Table.Th>
              <Table.Th ta="right">
                <Money naira={sumNaira(groups.map(reversedOf))} />
              </Table.Th>
              <Table.Th colSpan={onPay ? 2 : 1} />
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </ScrollRegion>
    </Panel>
  )
}

/** Why a hospital's period cannot be paid for at all; one that is mixed warns when it is asked for. */
const OFF = {
  split: 'All of it is already initiated',
  nothing: 'All of it is reversed or on an invoice',
}

function PayButton({ group, onPay }: { readonly group: Group; readonly onPay: (group: Group) => void }) {
  const reason = group.payment_group === 'split' ? OFF.split : group.payment_group === null ? OFF.nothing : undefined
  return (
    <WithReason reason={reason}>
      <Button
        size="compact-sm"
        variant="light"
        disabled={reason !== undefined}
        aria-label={`Initiate payment of ${group.coe_name}`}
        onClick={() => onPay(group)}
      >
        Initiate payment
      </Button>
    </WithReason>
  )
}
