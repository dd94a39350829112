import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HospitalSummary as Answer } from '#api/money/contracts/payment.ts'
import { SHOWN_CHOICES, STATUS_CHOICES } from '#api/money/contracts/payment-steps.ts'
import { useAddressParams } from '#web/shell/address-params.ts'
import { READY_FOR } from '#web/shell/ready-for.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { ListFilterControl } from '#web/ui/list-filter.ts'
import { Money, sumNaira } from '#web/ui/money.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { useChainActs } from './chain-acts.ts'
import { MATCHED } from './chain-target.ts'
import { hospitalSummaryQuery } from './payments-api.ts'
import styles from './payments.module.css'

type Hospital = Answer['data'][number]

/** In a line what the hospitals billed; opened, where it stands in the chain: a figure narrows the list to what it counts. */
export function HospitalSummary({ filter }: { filter: ListFilterControl }) {
  const { data, isPending, isError, error, refetch } = useQuery(hospitalSummaryQuery(filter.query))
  const mayAct = useChainActs().length > 0
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
  return (
    <section aria-label="Billings per hospital" className={styles['hospitals']}>
      <UnstyledButton className={styles['fold'] ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Chevron size={16} aria-hidden data-chrome /> <strong>Billings per hospital</strong>
        <span>
          {hospitals.length === 1 ? '1 hospital' : `${hospitals.length} hospitals`},{' '}
          <Money naira={sumNaira(hospitals.map(({ total }) => total))} /> billed
          {mayAct && (
            <>
              , ready for you <Money naira={sumNaira(hospitals.map((one) => one.ready.total))} />
            </>
          )}
        </span>
      </UnstyledButton>
      {isOpen && <HospitalTable hospitals={hospitals} mayAct={mayAct} filter={filter} />}
    </section>
  )
}

type HospitalTableProps = {
  readonly hospitals: readonly Hospital[]
  readonly mayAct: boolean
  readonly filter: ListFilterControl
}

/** What the figures are counted within; whatever else the list was narrowed to, a figure opens all that it counts. */
const WITHIN = ['start_date', 'end_date', 'coe', 'is_drug']
const EVERYTHING = Object.fromEntries(MATCHED.filter((name) => !WITHIN.includes(name)).map((name) => [name, '']))

/** Beside the chain's, so that the row adds up to its total: what is disputed or reversed, where anything is. */
const columnsOf = (hospitals: readonly Hospital[]) =>
  SHOWN_CHOICES.filter(
    ({ value }) =>
      STATUS_CHOICES.some((choice) => choice.value === value) ||
      hospitals.some(({ by_status: stages }) => stages[value] !== undefined),
  )

function HospitalTable({ hospitals, mayAct, filter }: HospitalTableProps) {
  const { id: me } = useUser()
  const columns = columnsOf(hospitals)
  const open = (narrowed: Readonly<Record<string, string>>) => filter.set({ ...EVERYTHING, ...narrowed })
  const ready = ({ coe_id: coe }: Hospital) => ({ coe, [READY_FOR]: me })
  return (
    <ScrollRegion label="Billings per hospital, NGN" className={styles['summary']}>
      <Table highlightOnHover horizontalSpacing="xs" fz={13}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Hospital</Table.Th>
            {mayAct && (
              <Table.Th ta="right" className={styles['mine']}>
                Ready for you
              </Table.Th>
            )}
            {columns.map(({ value, label }) => (
              <Table.Th key={value} ta="right">
                {label}
              </Table.Th>
            ))}
            <Table.Th ta="right">Total (NGN)</Table.Th>
            <Table.Th ta="right">Of it on invoices</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {hospitals.map((hospital) => (
            <Table.Tr key={hospital.coe_id}>
              <Table.Td>
                <UnstyledButton
                  className={styles['hospital'] ?? ''}
                  title={hospital.coe_name}
                  onClick={() => open({ coe: hospital.coe_id })}
                >
                  {hospital.coe_name}
                </UnstyledButton>
              </Table.Td>
              {mayAct && (
                <Table.Td ta="right" className={styles['mine']}>
                  <Stage
                    stage={hospital.ready}
                    name={`${hospital.coe_name}, ready for you`}
                    onChoose={() => open(ready(hospital))}
                  />
                </Table.Td>
              )}
              {columns.map(({ value, label }) => (
                <Table.Td key={value} ta="right">
                  <Stage
                    stage={hospital.by_status[value]}
                    name={`${hospital.coe_name}, ${label}`}
                    onChoose={() => open({ coe: hospital.coe_id, status: value })}
                  />
                </Table.Td>
              ))}
              <Table.Td ta="right">
                <Stage
                  stage={hospital}
                  name={`${hospital.coe_name}, all`}
                  onChoose={() => open({ coe: hospital.coe_id })}
                />
              </Table.Td>
              <Table.Td ta="right">
                <Stage
                  stage={hospital.on_invoice}
                  name={`${hospital.coe_name}, on invoices`}
                  onChoose={() => open({ coe: hospital.coe_id, on_invoice: '1' })}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>Total</Table.Th>
            {mayAct && (
              <Table.Th ta="right">
                <Money naira={sumNaira(hospitals.map((one) => one.ready.total))} bare />
              </Table.Th>
            )}
            {columns.map(({ value }) => (
              <Table.Th key={value} ta="right">
                <Money naira={sumNaira(hospitals.map(({ by_status: stages }) => stages[value]?.total))} bare />
              </Table.Th>
            ))}
            <Table.Th ta="right">
              <Money naira={sumNaira(hospitals.map(({ total }) => total))} bare />
            </Table.Th>
            <Table.Th ta="right">
              <Money naira={sumNaira(hospitals.map((one) => one.on_invoice.total))} bare />
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollRegion>
  )
}

type StageProps = {
  readonly stage: Pick<Hospital, 'transactions' | 'total'> | undefined
  readonly name: string
  readonly onChoose: () => void
}

function Stage({ stage, name, onChoose }: StageProps) {
  if (stage === undefined || stage.transactions === 0) return <Money naira="0.00" bare />
  return (
    <UnstyledButton onClick={onChoose}>
      <VisuallyHidden>{name}, NGN </VisuallyHidden>
      <Money naira={stage.total} bare />
      <small>{stage.transactions.toLocaleString('en-NG')}</small>
    </UnstyledButton>
  )
}
