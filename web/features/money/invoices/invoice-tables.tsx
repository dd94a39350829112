import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import type { InvoiceDetail } from '#api/money/contracts/invoice.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { amountOf } from './amount-of.ts'
import styles from './invoices.module.css'

/** So many rows are drawn in a record: a phone shows thousands only after seconds. All of them are a list of their own, with CSV. */
const MOST_ROWS = 200

/** How many rows are not drawn. */
function More({ of }: { readonly of: number }) {
  if (of <= MOST_ROWS) return null
  return <p>{(of - MOST_ROWS).toLocaleString('en-NG')} more are in the list and its CSV.</p>
}

function Scrolled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ScrollRegion label={label} className={styles['scrolled']}>
      <Table horizontalSpacing="sm" fz={14}>
        {children}
      </Table>
    </ScrollRegion>
  )
}

const KINDS = { service: 'Hospital services', drug: 'Drugs' } as const

/** What an invoice is for, by service and by drug, with a subtotal of each kind; it adds up to the invoice's total. */
export function GroupsTable({ invoice }: { readonly invoice: InvoiceDetail }) {
  const { groups } = invoice
  const total = amountOf(invoice)
  if (groups.length === 0) return <EmptyState title="No data available" hint="Nothing is on this invoice." />
  return (
    <Scrolled label="Services and drugs of the invoice">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Service or drug</Table.Th>
          <Table.Th ta="right">Unit price (NGN)</Table.Th>
          <Table.Th ta="right">Quantity</Table.Th>
          <Table.Th ta="right">Cost (NGN)</Table.Th>
        </Table.Tr>
      </Table.Thead>
      {(['service', 'drug'] as const).map((kind) => (
        <KindRows key={kind} kind={kind} groups={groups.filter((one) => one.kind === kind)} />
      ))}
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th colSpan={3}>Total</Table.Th>
          <Table.Th ta="right">
            <Money naira={total} bare />
          </Table.Th>
        </Table.Tr>
      </Table.Tfoot>
    </Scrolled>
  )
}

function KindRows({ kind, groups }: { readonly kind: keyof typeof KINDS; readonly groups: InvoiceDetail['groups'] }) {
  if (groups.length === 0) return null
  return (
    <Table.Tbody>
      <Table.Tr className={styles['kind'] ?? ''}>
        <Table.Th scope="rowgroup" colSpan={4}>
          {KINDS[kind]}
        </Table.Th>
      </Table.Tr>
      {groups.map(({ name, description, price, quantity, total }, place) => (
        // Two items may be called the same.
        <Table.Tr key={place}>
          <Table.Td>
            {name}
            {description !== null && <small>{description}</small>}
          </Table.Td>
          <Table.Td ta="right">
            <Money naira={price} bare />
          </Table.Td>
          <Table.Td ta="right">{quantity.toLocaleString('en-NG')}</Table.Td>
          <Table.Td ta="right">
            <Money naira={total} bare />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  )
}

/** The first transactions of an invoice, each in a line. */
export function OnIt({ transactions }: { readonly transactions: InvoiceDetail['transactions'] }) {
  if (transactions.length === 0) return <EmptyState title="No data available" hint="Nothing is on this invoice." />
  return (
    <>
      <Scrolled label="Transactions of the invoice">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>TRX ID</Table.Th>
            <Table.Th>Date</Table.Th>
            <Table.Th>Service or drug</Table.Th>
            <Table.Th ta="right">Quantity</Table.Th>
            <Table.Th ta="right">Cost (NGN)</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {transactions.slice(0, MOST_ROWS).map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td className={styles['reference'] ?? ''}>{one.transaction_id}</Table.Td>
              <Table.Td>
                <DateText value={one.created_at} />
              </Table.Td>
              <Table.Td>{one.item}</Table.Td>
              <Table.Td ta="right">{one.quantity.toLocaleString('en-NG')}</Table.Td>
              <Table.Td ta="right">
                <Money naira={one.cost} bare />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Scrolled>
      <More of={transactions.length} />
    </>
  )
}

type Row = { readonly id: string; readonly transaction_id: string; readonly total: string; readonly reason: string }

/** What is not on an invoice, and why. */
export function NotOnIt({ label, rows }: { readonly label: string; readonly rows: readonly Row[] }) {
  return (
    <Scrolled label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>TRX ID</Table.Th>
          <Table.Th ta="right">Total (NGN)</Table.Th>
          <Table.Th className={styles['why'] ?? ''}>Why</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ id, transaction_id: reference, total, reason }) => (
          <Table.Tr key={id}>
            <Table.Td className={styles['reference'] ?? ''}>{reference}</Table.Td>
            <Table.Td ta="right">
              <Money naira={total} bare />
            </Table.Td>
            <Table.Td className={styles['why'] ?? ''}>{reason}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Scrolled>
  )
}
