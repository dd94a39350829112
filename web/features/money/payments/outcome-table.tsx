import { Table } from '@mantine/core'
import { PAYMENT_STEPS } from '#api/money/contracts/payment-steps.ts'
import { Money } from '#web/ui/money.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import type { Outcome } from './chain-run.ts'
import styles from './payments.module.css'

const DONE = new Map<string, string>(PAYMENT_STEPS.map(({ step, words }) => [step, words.done]))

/** Per transaction what will happen, or has happened, and why not; what is refused stands first. */
export function OutcomeTable({ label, outcomes }: { label: string; outcomes: readonly Outcome[] }) {
  const refusedFirst = [...outcomes].sort((a, b) => Number(a.outcome === 'done') - Number(b.outcome === 'done'))
  return (
    <div className={styles['outcomes']} role="region" aria-label={label} tabIndex={0}>
      <Table stickyHeader horizontalSpacing="sm" fz={14}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Transaction</Table.Th>
            <Table.Th ta="right">Total (NGN)</Table.Th>
            <Table.Th>{label}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {refusedFirst.map(({ id, transaction_id: reference, total, outcome, reason, becomes, acts = [] }) => (
            <Table.Tr key={id}>
              <Table.Td className={styles['reference'] ?? ''}>{reference}</Table.Td>
              <Table.Td ta="right">
                <Money naira={total} bare />
              </Table.Td>
              <Table.Td>
                <StatusChip status={outcome === 'done' ? becomes : outcome} />
                {reason !== null && <p className={styles['why']}>{reason}</p>}
                {acts.length > 0 && (
                  <p className={styles['acts']}>
                    {acts.map(({ step, by }) => `${DONE.get(step) ?? 'Billed'} by ${by}`).join(', ')}
                  </p>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
