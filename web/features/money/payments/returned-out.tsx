import { Anchor, Table } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { PaymentDetail } from '#api/money/contracts/payment.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { HIDDEN } from '#web/ui/hidden.ts'
import { Money } from '#web/ui/money.tsx'
import { Panel } from '#web/ui/screen.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import styles from './payments.module.css'

/** Which bills were sent back out of a payment, by whom and why; nothing where none was. */
export function ReturnedOut({ returned }: { returned: PaymentDetail['returned_transactions'] }) {
  if (returned.length === 0) return null
  return (
    <Panel title="Returned">
      <ScrollRegion label="Returned out of the payment" className={styles['summary']}>
        <Table horizontalSpacing="sm" fz={14}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>TRX ID</Table.Th>
              <Table.Th ta="right">Cost (NGN)</Table.Th>
              <Table.Th>Returned by</Table.Th>
              <Table.Th>Why</Table.Th>
              <Table.Th>Answered</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {returned.map(({ id, transaction_id: reference, total, by, at, reason, answered_at: answered }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Anchor component={Link} to={`/payments/consolidated_report/${id}`} fz={14}>
                    {reference}
                  </Anchor>
                </Table.Td>
                <Table.Td ta="right">
                  <Money naira={total} bare />
                </Table.Td>
                <Table.Td>
                  {by}
                  <small>
                    <DateText value={at} />
                  </small>
                </Table.Td>
                <Table.Td className={styles['returnedWhy'] ?? ''}>{reason ?? HIDDEN}</Table.Td>
                <Table.Td>{answered === null ? 'Not yet' : <DateText value={answered} />}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
    </Panel>
  )
}
