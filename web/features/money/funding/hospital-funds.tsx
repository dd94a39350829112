import { Button, Table } from '@mantine/core'
import type { CoeFunds } from '#api/money/contracts/funding.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money, sumNaira } from '#web/ui/money.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import styles from './funds.module.css'

type HospitalFundsProps = {
  readonly coes: readonly CoeFunds[]
  /** None when the person may not allocate, or looks at the past. */
  readonly onAllocate: ((coeId: string) => void) | undefined
}

const columns = [
  { name: 'fund_allocation', title: 'Allocation left' },
  { name: 'allocated', title: 'Total allocated' },
  { name: 'patients_balance', title: "In patients' wallets" },
  { name: 'payable', title: 'Billed, not yet paid' },
] as const

/** What each hospital holds, with the sums of all. Amounts in NGN, as the title above says. */
export function HospitalFunds({ coes, onAllocate }: HospitalFundsProps) {
  if (coes.length === 0) return <EmptyState title="No data available" hint="No hospital has joined yet." />
  return (
    <ScrollRegion label="Allocations by hospital" className={styles['scroll']}>
      <Table miw={760}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Hospital</Table.Th>
            {columns.map(({ name, title }) => (
              <Table.Th key={name} ta="right">
                {title}
              </Table.Th>
            ))}
            {onAllocate && <Table.Th data-chrome>Action</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {coes.map((coe) => (
            <Table.Tr key={coe.id}>
              <Table.Th scope="row" fw={400} miw={180}>
                {coe.coe_name}
              </Table.Th>
              {columns.map(({ name }) => (
                <Table.Td key={name} ta="right">
                  <Money naira={coe[name]} bare />
                </Table.Td>
              ))}
              {onAllocate && (
                <Table.Td data-chrome>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Allocate to ${coe.coe_name}`}
                    onClick={() => onAllocate(coe.id)}
                  >
                    Allocate
                  </Button>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">Total</Table.Th>
            {columns.map(({ name }) => (
              <Table.Th key={name} ta="right">
                <Money naira={sumNaira(coes.map((coe) => coe[name]))} bare />
              </Table.Th>
            ))}
            {onAllocate && <Table.Td data-chrome />}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollRegion>
  )
}
