import { Button, NativeSelect, Table, TextInput } from '@mantine/core'
import { Fragment, useState } from 'react'
import { LEFT_OFF_CHOICES, type LeftOffReason } from '#api/money/contracts/invoice-steps.ts'
import type { InvoicePreview } from '#api/money/contracts/invoice.ts'
import { BillLines } from './bill-lines.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { Money } from '#web/ui/money.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import styles from './invoices.module.css'

/** More than these are found by typing: the invoice then shows all of them. */
const MOST_SHOWN = 200

/** The bills that are left off, by id, and why. */
export type LeftOff = ReadonlyMap<string, LeftOffReason>

type PreviewTableProps = Pick<InvoicePreview, 'transactions'> & {
  readonly leftOff: LeftOff
  readonly onLeaveOff: (id: string, reason: LeftOffReason | undefined) => void
  readonly isLocked: boolean
}

/** What would be on an invoice; each bill can be left off with a reason, and one with several lines opens to show all of them. */
export function PreviewTable({ transactions, leftOff, onLeaveOff, isLocked }: PreviewTableProps) {
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setOpened((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id])))
  const sought = typed.trim().toLowerCase()
  const found = transactions.filter(({ transaction_id: reference, item }) =>
    `${reference} ${item}`.toLowerCase().includes(sought),
  )
  const more = found.length - MOST_SHOWN
  return (
    <>
      {transactions.length > MOST_SHOWN && (
        <TextInput
          label="Find a bill"
          placeholder="TRX number, service or drug"
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      )}
      <ScrollRegion label="Bills on the invoice" className={styles['preview']}>
        <Table stickyHeader horizontalSpacing="sm" fz={14}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>TRX ID</Table.Th>
              <Table.Th>Date</Table.Th>
              <Table.Th>Service or drug</Table.Th>
              <Table.Th ta="right">Total (NGN)</Table.Th>
              <Table.Th className={styles['leave'] ?? ''}>Leave off</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found
              .slice(0, MOST_SHOWN)
              .map(({ id, transaction_id: reference, created_at: at, item, line_count: lines, total }) => (
                <Fragment key={id}>
                  <Table.Tr className={leftOff.has(id) ? (styles['isOff'] ?? '') : ''}>
                    <Table.Td className={styles['reference'] ?? ''}>{reference}</Table.Td>
                    <Table.Td>
                      <DateText value={at} />
                    </Table.Td>
                    <Table.Td>
                      {item}
                      {lines > 1 && (
                        <Button
                          variant="subtle"
                          size="compact-xs"
                          aria-expanded={opened.has(id)}
                          aria-label={`${opened.has(id) ? 'Hide' : 'Show'} the ${lines} lines of ${reference}`}
                          onClick={() => toggle(id)}
                        >
                          {opened.has(id) ? 'Hide' : 'Show all'}
                        </Button>
                      )}
                    </Table.Td>
                    <Table.Td ta="right">
                      <Money naira={total} bare />
                    </Table.Td>
                    <Table.Td className={styles['leave'] ?? ''}>
                      <NativeSelect
                        aria-label={`Leave off ${reference}`}
                        size="xs"
                        data={CHOICES}
                        value={leftOff.get(id) ?? ''}
                        disabled={isLocked}
                        onChange={({ currentTarget: { value } }) =>
                          onLeaveOff(id, LEFT_OFF_CHOICES.find((one) => one.value === value)?.value)
                        }
                      />
                    </Table.Td>
                  </Table.Tr>
                  {opened.has(id) && (
                    <Table.Tr>
                      <Table.Td colSpan={5}>
                        <BillLines id={id} />
                      </Table.Td>
                    </Table.Tr>
                  )}
                </Fragment>
              ))}
            {more > 0 && (
              <Table.Tr>
                <Table.Td colSpan={5}>and {more.toLocaleString('en-NG')} more</Table.Td>
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
    </>
  )
}

const CHOICES = [{ value: '', label: 'No' }, ...LEFT_OFF_CHOICES]
