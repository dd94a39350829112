import { Table } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ImportLine, PriceImportPreview } from '#api/catalogue/contracts/price-import.ts'
import styles from './prices.module.css'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'

const OUTCOMES = { new: 'New', changed: 'Changed', unchanged: 'Unchanged', refused: 'Refused' } as const

/** What a price list would change, line by line; what stays is counted alone. */
export function ImportLines({ preview: { counts, lines } }: { preview: PriceImportPreview }) {
  const shown = lines.filter(({ outcome }) => outcome !== 'unchanged')
  const large = lines.filter(({ change }) => change !== null).length
  return (
    <>
      <p role="status" className={styles['about'] ?? ''}>
        {counts.new} new, {counts.changed} changed, {counts.unchanged} unchanged, {counts.refused} refused
        {counts.refused > 0 ? '. Refused lines are left out.' : '.'}
        {large > 0 && ` ${large} ${large === 1 ? 'price changes' : 'prices change'} by more than half.`}
      </p>
      {shown.length > 0 && (
        <ScrollRegion label="Lines of the file" className={styles['lines']}>
          <Table horizontalSpacing="sm" verticalSpacing={4} fz={14} stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th ta="right">Row</Table.Th>
                <Table.Th>Service</Table.Th>
                <Table.Th>Outcome</Table.Th>
                <Table.Th>What</Table.Th>
                <Table.Th>From</Table.Th>
                <Table.Th>To</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((line) => (
                <Line key={line.row} line={line} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollRegion>
      )}
    </>
  )
}

const Line = ({ line: { row, service_code: code, outcome, what, from, to, change } }: { line: ImportLine }) => (
  <Table.Tr data-outcome={outcome}>
    <Table.Td ta="right">{row}</Table.Td>
    <Table.Td>{code}</Table.Td>
    <Table.Td>{OUTCOMES[outcome]}</Table.Td>
    <Table.Td>{what}</Table.Td>
    <Table.Td>{from ?? ''}</Table.Td>
    <Table.Td>
      {to ?? ''}
      {change !== null && (
        <strong className={styles['large']}>
          <IconAlertTriangle size={14} aria-hidden /> {change}
        </strong>
      )}
    </Table.Td>
  </Table.Tr>
)
