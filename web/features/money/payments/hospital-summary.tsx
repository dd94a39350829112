import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import type { HospitalSummary as Answer } from '#api/money/contracts/payment.ts'
import { SHOWN_CHOICES, STATUS_CHOICES } from '#api/money/contracts/payment-steps.ts'
import { useAddressParams } from '#web/shell/address-params.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { ListFilterControl } from '#web/ui/list-filter.ts'
import { Money, sumNaira } from '#web/ui/money.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { useChainActs } from './chain-acts.ts'
import { hospitalSummaryQuery } from './payments-api.ts'
import styles from './payments.module.css'

type Hospital = Answer['data'][number]

/** In a line what the hospitals billed; opened, where it stands in the chain: a figure narrows the list to what it counts. */
export function HospitalSummary({ filter }: { filter: ListFilterControl }) {
  const { data, isPending, isError, error, refetch } = useQuery(hospitalSummaryQuery(filter.query))
  const mine = useChainActs().flatMap(({ from }) => from)
  const [params] = useAddressParams()
  // Nothing on paper can be opened.
  const [isOpen, setOpen] = useState(params.has('print'))
  if (isPending)
    return (
      <p role="status" className={styles['fold']}>
        Adding up the hospitals
      </p>
    )
  if (isError) return <ErrorState error={error} onRetry={() => refetch()} />
  const hospitals = data.data
  if (hospitals.length === 0) return null
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const waits = STATUS_CHOICES.filter(({ value }) => mine.includes(value))
  return (
    <section aria-label="Billings per hospital" className={styles['hospitals']}>
      <UnstyledButton className={styles['fold'] ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Chevron size={16} aria-hidden data-chrome /> <strong>Billings per hospital</strong>
        <span>
          {hospitals.length === 1 ? '1 hospital' : `${hospitals.length} hospitals`},{' '}
          <Money naira={sumNaira(hospitals.map(({ total }) => total))} /> billed
          {waits.map(({ value, label }) => (
            <Fragment key={value}>
              {', '}
              {label.toLowerCase()} <Money naira={sumNaira(hospitals.map((one) => one.by_status[value]?.total))} />
            </Fragment>
          ))}
        </span>
      </UnstyledButton>
      {isOpen && <HospitalTable hospitals={hospitals} mine={mine} filter={filter} />}
    </section>
  )
}

type HospitalTableProps = {
  readonly hospitals: readonly Hospital[]
  readonly mine: readonly string[]
  readonly filter: ListFilterControl
}

/** Beside the chain's, so that the row adds up to its total: what is disputed or reversed, where anything is. */
const columnsOf = (hospitals: readonly Hospital[]) =>
  SHOWN_CHOICES.filter(
    ({ value }) =>
      STATUS_CHOICES.some((choice) => choice.value === value) ||
      hospitals.some(({ by_status: stages }) => stages[value] !== undefined),
  )

function HospitalTable({ hospitals, mine, filter }: HospitalTableProps) {
  const columns = columnsOf(hospitals)
  return (
    <ScrollRegion label="Billings per hospital, NGN" className={styles['summary']}>
      <Table highlightOnHover horizontalSpacing="xs" fz={13}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Hospital</Table.Th>
            {columns.map(({ value, label }) => (
              <Table.Th key={value} ta="right" className={mine.includes(value) ? styles['mine'] : undefined}>
                {label}
                {mine.includes(value) && <small data-chrome>Ready for you</small>}
              </Table.Th>
            ))}
            <Table.Th ta="right">Total (NGN)</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {hospitals.map((hospital) => (
            <Table.Tr key={hospital.coe_id}>
              <Table.Td>
                <UnstyledButton
                  className={styles['hospital'] ?? ''}
                  title={hospital.coe_name}
                  onClick={() => filter.set({ coe: hospital.coe_id })}
                >
                  {hospital.coe_name}
                </UnstyledButton>
              </Table.Td>
              {columns.map(({ value, label }) => (
                <Table.Td key={value} ta="right" className={mine.includes(value) ? styles['mine'] : undefined}>
                  <Stage
                    stage={hospital.by_status[value]}
                    name={`${hospital.coe_name}, ${label}`}
                    onChoose={() => filter.set({ coe: hospital.coe_id, status: value })}
                  />
                </Table.Td>
              ))}
              <Table.Td ta="right">
                <Money naira={hospital.total} bare />
                <small>{hospital.transactions.toLocaleString('en-NG')}</small>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>Total</Table.Th>
            {columns.map(({ value }) => (
              <Table.Th key={value} ta="right">
                <Money naira={sumNaira(hospitals.map(({ by_status: stages }) => stages[value]?.total))} bare />
              </Table.Th>
            ))}
            <Table.Th ta="right">
              <Money naira={sumNaira(hospitals.map(({ total }) => total))} bare />
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollRegion>
  )
}

type StageProps = {
  readonly stage: Hospital['by_status'][string] | undefined
  readonly name: string
  readonly onChoose: () => void
}

function Stage({ stage, name, onChoose }: StageProps) {
  if (stage === undefined) return <Money naira="0.00" bare />
  return (
    <UnstyledButton onClick={onChoose}>
      <VisuallyHidden>{name}, NGN </VisuallyHidden>
      <Money naira={stage.total} bare />
      <small>{stage.transactions.toLocaleString('en-NG')}</small>
    </UnstyledButton>
  )
}
