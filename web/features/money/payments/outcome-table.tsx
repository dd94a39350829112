import { Table, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { INVOICE_STEP_VIEWS } from '#api/money/contracts/invoice-steps.ts'
import { PAYMENT_STEPS } from '#api/money/contracts/payment-steps.ts'
import { Money, sumNaira } from '#web/ui/money.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import type { ActedOn } from './chain-acts.ts'
import type { Outcome } from './chain-run.ts'
import { doable } from './chain-target.ts'
import styles from './payments.module.css'

const DONE = new Map<string, string>([
  ['generate', 'Generated'],
  ...[...INVOICE_STEP_VIEWS, ...PAYMENT_STEPS].map(({ step, words }) => [step, words.done] as const),
])
/** More than these are folded away behind their hospital's subtotal. */
const MOST_OPEN = 40

type OutcomeTableProps = {
  readonly of: ActedOn
  readonly label: string
  readonly outcomes: readonly Outcome[]
  /** Before it is done: what would be refused is left out, and stands last. */
  readonly isPreview?: boolean
}

/** Per transaction or invoice what will happen, or has happened, and why not, by hospital; of a result what was refused stands first. */
export function OutcomeTable({ of, label, outcomes, isPreview = false }: OutcomeTableProps) {
  const side = isPreview ? -1 : 1
  const inOrder = outcomes
    .map((one): Outcome => (isPreview && one.outcome === 'refused' ? { ...one, outcome: 'left out' } : one))
    .sort((a, b) => side * (Number(a.outcome === 'done') - Number(b.outcome === 'done')))
  const hospitals = [...new Set(outcomes.map(({ coe_id: id }) => id))]
  const isGrouped = hospitals.length > 1 || outcomes.length > MOST_OPEN
  return (
    <ScrollRegion label={label} className={styles['outcomes']}>
      <Table stickyHeader horizontalSpacing="sm" fz={14}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th tt="capitalize">{of.one}</Table.Th>
            <Table.Th ta="right">Total (NGN)</Table.Th>
            <Table.Th>{label}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        {isGrouped ? (
          hospitals.map((id) => (
            <HospitalOutcomes
              key={id}
              outcomes={inOrder.filter(({ coe_id: own }) => own === id)}
              isLong={outcomes.length > MOST_OPEN}
            />
          ))
        ) : (
          <Table.Tbody>{inOrder.map(outcomeRow)}</Table.Tbody>
        )}
      </Table>
    </ScrollRegion>
  )
}

/** A hospital's subtotal of what is done, and its transactions; of many only those that are refused, until it is opened. */
function HospitalOutcomes({ outcomes, isLong }: { outcomes: readonly Outcome[]; isLong: boolean }) {
  const [isOpen, setOpen] = useState(!isLong)
  const done = doable(outcomes)
  const [first] = outcomes
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const shown = isOpen ? outcomes : outcomes.filter(({ outcome }) => outcome !== 'done')
  return (
    <Table.Tbody>
      <Table.Tr className={styles['subtotal'] ?? ''}>
        <Table.Th scope="rowgroup">
          <UnstyledButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Chevron size={16} aria-hidden /> {first?.coe_name ?? 'Not found'}
          </UnstyledButton>
        </Table.Th>
        <Table.Th ta="right">
          <Money naira={sumNaira(done.map(({ total }) => total))} bare />
        </Table.Th>
        <Table.Th>
          {done.length.toLocaleString('en-NG')} of {outcomes.length.toLocaleString('en-NG')}
        </Table.Th>
      </Table.Tr>
      {shown.map(outcomeRow)}
    </Table.Tbody>
  )
}

const outcomeRow = ({ id, transaction_id: reference, item, total, outcome, reason, becomes, acts = [] }: Outcome) => (
  <Table.Tr key={id}>
    <Table.Td>
      <span className={styles['reference']}>{reference}</span>
      {item !== undefined && <p className={styles['acts']}>{item}</p>}
    </Table.Td>
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
)
