import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate, useParams } from 'react-router-dom'
import { COE_BILLINGS } from '#api/money/contracts/fields.ts'
import type { TransactionRow } from '#api/money/contracts/transaction.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { today } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Money } from '#web/ui/money.tsx'
import { Cards, Figure, Screen } from '#web/ui/screen.tsx'
import { coesQuery, hospitalChoices } from '#web/features/catalogue/hospitals.ts'
import { isDisputed } from '#web/features/money/disputes/is-disputed.ts'
import { PeriodButtons } from './period-buttons.tsx'
import { COE_FILTERS, STAGE } from './transaction-filters.ts'
import { coeFiguresQuery } from './transactions-api.ts'

type CoeBillingsProps = {
  readonly title: string
  /** Where the screen is, without the hospital. */
  readonly base: string
  /** Drugs alone, as the drug billing history has it. */
  readonly isDrug?: boolean
}

/** A hospital's billing history with what each party gets; shares are fixed when payment is initiated. */
export function CoeBillings({ title, base, isDrug = false }: CoeBillingsProps) {
  const user = useUser()
  const navigate = useNavigate()
  const { search } = useLocation()
  const coes = useQuery({ ...coesQuery, enabled: user.coe === null })
  // A link may name the hospital by its id on CAP (spec, S060: coe_cap_id).
  const capId = new URLSearchParams(search).get('coe_cap_id')
  const linked = capId === null ? undefined : coes.data?.data.find(({ coe_id_cap: id }) => id === capId)
  const { coeId = user.coe?.id ?? linked?.id } = useParams()
  const hospitals = hospitalChoices(coes.data)
  return (
    <Screen title={title} intro="What a hospital billed, and how each payment is shared.">
      {user.coe === null && (
        <SelectField
          label="Hospital"
          placeholder="Choose a hospital"
          maw={420}
          options={hospitals}
          value={coeId ?? ''}
          onChange={(chosen) => void navigate(`${base}${chosen === '' ? '' : `/${chosen}`}${search}`)}
        />
      )}
      {coes.isError && <ErrorState error={coes.error} onRetry={() => coes.refetch()} />}
      {coeId === undefined ? (
        <EmptyState title="No hospital chosen" hint="Choose a hospital to see its billing history." />
      ) : (
        <Billings key={coeId} coeId={coeId} base={base} isDrug={isDrug} />
      )}
      <Outlet />
    </Screen>
  )
}

function Billings({ coeId, base, isDrug }: { coeId: string; base: string; isDrug: boolean }) {
  const navigate = useNavigate()
  const { search } = useLocation()
  // Both days begin as today (spec, constants: billing history default dates).
  const day = today()
  const selects = COE_FILTERS.filter(({ name }) => !isDrug || name !== 'is_drug')
  const filter = useListFilter(selects, { from: day, to: day })
  const shown = selects.filter((select) => select !== STAGE || (filter.values[STAGE.name] ?? '') !== '')
  const { search: _, ...params } = filter.query
  return (
    <>
      <CoeFigures coeId={coeId} />
      <FilterBar filter={filter} dates selects={shown}>
        <PeriodButtons filter={filter} />
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id={isDrug ? 'coe-drug-billings' : 'coe-billings'}
        label="Billing history"
        source={{
          path: `/api/coes/${encodeURIComponent(coeId)}/billings`,
          params: isDrug ? { ...params, is_drug: '1' } : params,
        }}
        filter={filter}
        rowId={({ id }: TransactionRow) => id}
        fields={COE_BILLINGS}
        isMarked={isDisputed}
        empty="No data available"
        emptyHint="The hospital has no bills in this period. Choose 'This month' or 'All'."
        onOpen={({ id }) =>
          void navigate({ pathname: `${base}/${coeId}/bill/${id}`, search }, { state: { fromList: true } })
        }
        signatures={['Prepared by', 'Approved by']}
      />
    </>
  )
}

/** What the hospital is owed, and what it billed and was paid. */
export function CoeFigures({ coeId }: { coeId: string }) {
  const { data, isError, error, refetch } = useQuery(coeFiguresQuery(coeId))
  if (isError) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={84} />
  const {
    coe,
    payable_balance: wallet,
    hospital_billing_volume: billed,
    paid_volume: paid,
    reversed_volume: reversed,
  } = data.data
  return (
    <section aria-label={`Figures of ${coe?.coe_name ?? 'the hospital'}`}>
      <Cards dense>
        <Figure name="Wallet balance" value={<Money naira={wallet} />} note="Billed and not yet paid" />
        <Figure name="Billing volume" value={<Money naira={billed} />} note="Of all time" />
        <Figure name="Reversed" value={<Money naira={reversed} />} note="Of what was billed" />
        <Figure name="Paid" value={<Money naira={paid} />} note={coe?.coe_name} />
      </Cards>
    </section>
  )
}
