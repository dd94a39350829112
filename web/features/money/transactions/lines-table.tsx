import { Table } from '@mantine/core'
import type { TransactionDetail } from '#api/money/contracts/transaction.ts'
import { Money } from '#web/ui/money.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'

type LinesTableProps = {
  readonly lines: TransactionDetail['transactions']
  readonly isDrug: boolean
  readonly total: string
}

/** What was billed, with its total. Drugs show description and manufacturer, services their category (spec, S062). */
export function LinesTable({ lines, isDrug, total }: LinesTableProps) {
  const names = isDrug ? ['Drug', 'Description', 'Manufacturer'] : ['Service', 'Category']
  return (
    <ScrollRegion label={isDrug ? 'Drugs billed' : 'Services billed'}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {names.map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
            <Table.Th ta="right">{isDrug ? 'Cost (NGN)' : 'Unit cost (NGN)'}</Table.Th>
            <Table.Th ta="right">Quantity</Table.Th>
            <Table.Th ta="right">Total (NGN)</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line, index) => (
            <Table.Tr key={index}>
              <Table.Td>{line.drug?.productName ?? line.service?.service_name}</Table.Td>
              {isDrug && <Table.Td>{line.drug?.description}</Table.Td>}
              <Table.Td>{line.drug?.manufacturer?.manufacturerName ?? line.service?.category?.category_name}</Table.Td>
              <Table.Td ta="right">
                <Money naira={line.cost} bare />
              </Table.Td>
              <Table.Td ta="right">{line.quantity.toLocaleString('en-NG')}</Table.Td>
              <Table.Td ta="right">
                <Money naira={line.total} bare />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th colSpan={names.length + 1}>Total</Table.Th>
            <Table.Th ta="right">
              {lines.reduce((sum, { quantity }) => sum + quantity, 0).toLocaleString('en-NG')}
            </Table.Th>
            <Table.Th ta="right">
              <Money naira={total} />
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollRegion>
  )
}
