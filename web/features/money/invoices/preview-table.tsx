import { Table } from '@mantine/core'
import type { InvoicePreview } from '#api/money/contracts/invoice.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Money } from '#web/ui/money.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import styles from './invoices.module.css'

/** More than these are told by their number alone: the invoice then shows all of them. */
const MOST_SHOWN = 200

/** What would be on an invoice. */
export function PreviewTable({ transactions }: Pick<InvoicePreview, 'transactions'>) {
  const more = transactions.length - MOST_SHOWN
  return (
    <ScrollRegion label="Bills on the invoice" className={styles['preview']}>
      <Table stickyHeader horizontalSpacing="sm" fz={14}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>TRX ID</Table.Th>
            <Table.Th>Date</Table.Th>
            <Table.Th>Service or drug</Table.Th>
            <Table.Th ta="right">Total (NGN)</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {transactions.slice(0, MOST_SHOWN).map(({ id, transaction_id: reference, created_at: at, item, total }) => (
            <Table.Tr key={id}>
              <Table.Td className={styles['reference'] ?? ''}>{reference}</Table.Td>
              <Table.Td>
                <DateText value={at} />
              </Table.Td>
              <Table.Td>{item}</Table.Td>
              <Table.Td ta="right">
                <Money naira={total} bare />
              </Table.Td>
            </Table.Tr>
          ))}
          {more > 0 && (
            <Table.Tr>
              <Table.Td colSpan={4}>and {more.toLocaleString('en-NG')} more</Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}
