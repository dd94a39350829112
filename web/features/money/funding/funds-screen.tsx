import { Button, Group, Skeleton } from '@mantine/core'
import { IconBuildingHospital, IconPlus, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router-dom'
import { FUNDING_FIELDS } from '#api/money/contracts/fields.ts'
import type { FundingView } from '#api/money/contracts/funding.ts'
import { usePermission } from '#web/shell/session-queries.ts'
import { READY_FOR, useReadyForSelect } from '#web/shell/ready-for.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { choicesOf } from '#web/ui/data-grid/columns-of.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Money } from '#web/ui/money.tsx'
import { Cards, Figure, Panel, Screen } from '#web/ui/screen.tsx'
import { AllocateDialog } from './allocate-dialog.tsx'
import { CreditPoolDialog } from './credit-pool-dialog.tsx'
import { FundPatientDialog } from './fund-patient-dialog.tsx'
import { FUNDINGS, fundsQuery } from './funds-api.ts'
import { HospitalFunds } from './hospital-funds.tsx'

type Asked = { readonly what: 'credit' | 'fund' } | { readonly what: 'allocate'; readonly coeId: string }

const KINDS = choicesOf(FUNDING_FIELDS.kind)
const STATUSES = choicesOf(FUNDING_FIELDS.status)

/** Pool and allocations: what the fund holds, its three movements of money, and their history. */
export default function FundsScreen() {
  const filter = useListFilter([
    { name: 'kind', options: KINDS },
    { name: 'status', options: STATUSES },
    'coe',
    READY_FOR,
  ])
  const ready = useReadyForSelect(filter.values[READY_FOR])
  const { as_of, as_of_position } = filter.query
  const funds = useQuery(fundsQuery({ as_of, as_of_position }))
  const [asked, setAsked] = useState<Asked>()
  const [mayCredit, mayAllocate, mayFund] = [
    usePermission('CREDIT_POOL'),
    usePermission('ALLOCATE_POOL'),
    usePermission('FUND_PATIENT'),
  ]
  const openDetail = useOpenDetail()
  const isNow = filter.asOf === ''
  const overview = funds.data?.data
  const limit = { above: overview?.second_person_above ?? null, today: overview?.moved_alone_today ?? null }
  const close = () => setAsked(undefined)
  const actions = (
    <Group gap="sm">
      {mayFund && (
        <Button variant="default" leftSection={<IconUserPlus size={18} />} onClick={() => setAsked({ what: 'fund' })}>
          Fund a patient
        </Button>
      )}
      {mayAllocate && (
        <Button
          variant="default"
          leftSection={<IconBuildingHospital size={18} />}
          disabled={overview === undefined}
          onClick={() => setAsked({ what: 'allocate', coeId: '' })}
        >
          Allocate to a hospital
        </Button>
      )}
      {mayCredit && (
        <Button leftSection={<IconPlus size={18} />} onClick={() => setAsked({ what: 'credit' })}>
          Credit the pool
        </Button>
      )}
    </Group>
  )
  return (
    <Screen
      title="Pool and allocations"
      intro="Money received by the fund, allocated to hospitals and paid into patients' wallets."
      action={isNow ? actions : undefined}
    >
      <FilterBar
        filter={filter}
        searchLabel="Patient CHF ID or benefactor"
        dates
        selects={[
          { name: 'kind', label: 'Kind', options: KINDS },
          { name: 'status', label: 'Status', options: STATUSES },
          {
            name: 'coe',
            label: 'Hospital',
            options: (overview?.coes ?? []).map(({ id, coe_name: label }) => ({ value: id, label })),
          },
          ...(mayCredit || mayAllocate ? [{ ...ready, label: 'To confirm by' }] : []),
        ]}
      >
        <AsOfControl filter={filter} />
      </FilterBar>
      {funds.isPending && <Skeleton height={320} aria-label="Loading the funds" />}
      {funds.isError && <ErrorState error={funds.error} onRetry={() => funds.refetch()} />}
      {overview && (
        <>
          {overview.pool_account_balance !== null && (
            <Cards>
              <Figure
                name="Pool balance"
                value={<Money naira={overview.pool_account_balance} />}
                note="Received and not yet allocated"
              />
              <Figure name="Credited by benefactors" value={<Money naira={overview.total_credited} />} note="Ever" />
              <Figure name="Allocated to hospitals" value={<Money naira={overview.total_allocated} />} note="Ever" />
            </Cards>
          )}
          <Panel title="Allocations, NGN">
            <HospitalFunds
              coes={overview.coes}
              onAllocate={mayAllocate && isNow ? (coeId) => setAsked({ what: 'allocate', coeId }) : undefined}
            />
          </Panel>
        </>
      )}
      <DataGrid
        id="movements-of-funds"
        label="Movements of funds"
        source={{ path: FUNDINGS, params: filter.query }}
        filter={filter}
        rowId={({ id }: FundingView) => id}
        onOpen={({ id }) => openDetail(id)}
        fields={FUNDING_FIELDS}
        empty="No data available"
        emptyHint="Nothing matches, or no money has moved yet."
        signatures={['Prepared by', 'Checked by']}
      />
      {asked?.what === 'credit' && <CreditPoolDialog limit={limit} onClose={close} />}
      {asked?.what === 'fund' && <FundPatientDialog onClose={close} />}
      {asked?.what === 'allocate' && overview && (
        <AllocateDialog
          coes={overview.coes}
          pool={overview.pool_account_balance}
          limit={limit}
          coeId={asked.coeId}
          onClose={close}
        />
      )}
      <Outlet />
    </Screen>
  )
}
