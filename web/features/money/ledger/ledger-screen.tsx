import { useNavigate } from 'react-router-dom'
import type { LedgerAccountRow, TrialBalanceRow } from '#api/money/contracts/ledger.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import type { Column } from '#web/ui/data-grid/column.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { KIND_CHOICES, kindLabel } from './account-kinds.ts'
import { ACCOUNTS, TRIAL_BALANCE } from './ledger-api.ts'

const figures = [
  { field: 'debits', title: 'Debits (NGN)', kind: 'money', sortable: false, width: 156 },
  { field: 'credits', title: 'Credits (NGN)', kind: 'money', sortable: false, width: 156 },
  { field: 'balance', title: 'Balance (NGN)', kind: 'money', sortable: false, width: 156 },
  { field: 'movements', title: 'Movements', kind: 'number', sortable: false, width: 116 },
  { field: 'last_moved_at', title: 'Last movement', kind: 'datetime', sortable: false, width: 152 },
] as const

const trialColumns: readonly Column<TrialBalanceRow>[] = [
  {
    field: 'kind',
    title: 'Kind of account',
    sortable: false,
    width: 200,
    value: ({ kind }) => kindLabel(kind),
  },
  ...figures,
]

const accountColumns: readonly Column<LedgerAccountRow>[] = [
  { field: 'name', title: 'Account', sortable: false, width: 208 },
  { field: 'kind', title: 'Kind', sortable: false, hidden: true, width: 190, value: ({ kind }) => kindLabel(kind) },
  ...figures,
  { field: 'account', title: 'Account id', hidden: true, width: 320 },
]

/** The ledger: the trial balance, now or as of a moment, and every account behind it. */
export default function LedgerScreen() {
  const filter = useListFilter([{ name: 'kind', options: KIND_CHOICES }])
  const navigate = useNavigate()
  const { as_of, as_of_position, sort, search, kind } = filter.query
  const openAccount = ({ account }: LedgerAccountRow) =>
    void navigate(
      `/ledger/wallets/${encodeURIComponent(account)}${filter.asOf === '' ? '' : `?as_of=${encodeURIComponent(filter.asOf)}`}`,
    )
  return (
    <Screen
      title="Trial balance"
      intro="Every naira is on exactly one account, so the balances add up to 0.00 at every moment. Money on its way between two wallets is in transit."
    >
      <FilterBar
        filter={filter}
        searchLabel="CHF ID, hospital or account"
        selects={[{ name: 'kind', label: 'Kind of account', options: KIND_CHOICES }]}
      >
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id="trial-balance"
        label="Trial balance"
        source={{ path: TRIAL_BALANCE, params: { as_of, as_of_position } }}
        filter={filter}
        rowId={({ kind: id }) => id}
        columns={trialColumns}
        empty="No data available"
        onOpen={({ kind: chosen }) => filter.set({ kind: chosen })}
        signatures={['Prepared by', 'Audited by']}
      />
      <DataGrid
        id="ledger-accounts"
        label="Accounts"
        source={{ path: ACCOUNTS, params: { as_of, as_of_position, sort, search, kind } }}
        filter={filter}
        rowId={({ account }) => account}
        columns={accountColumns}
        empty="No data available"
        emptyHint="Nothing matches the filter, or no money had moved by then."
        onOpen={openAccount}
      />
    </Screen>
  )
}
