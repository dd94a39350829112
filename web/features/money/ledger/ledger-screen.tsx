import { useNavigate } from 'react-router-dom'
import { ACCOUNT_FIELDS, TRIAL_BALANCE_FIELDS } from '#api/money/contracts/fields.ts'
import type { LedgerAccountRow, TrialBalanceRow } from '#api/money/contracts/ledger.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { choicesOf } from '#web/ui/data-grid/columns-of.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { ACCOUNTS, TRIAL_BALANCE } from './ledger-api.ts'

const KINDS = choicesOf(ACCOUNT_FIELDS.kind)

/** The ledger: the trial balance, now or as of a moment, and every account behind it. */
export default function LedgerScreen() {
  const filter = useListFilter([{ name: 'kind', options: KINDS }])
  const navigate = useNavigate()
  const { as_of, as_of_position, sort, search, kind } = filter.query
  const openAccount = ({ account }: LedgerAccountRow) =>
    void navigate(
      `/ledger/wallets/${encodeURIComponent(account)}${filter.asOf === '' ? '' : `?as_of=${encodeURIComponent(filter.asOf)}`}`,
    )
  return (
    <Screen
      title="Trial balance"
      intro="Every naira is in one account, so all balances add up to 0.00. Money between two wallets is in transit."
    >
      <FilterBar
        filter={filter}
        searchLabel="CHF ID, hospital or account"
        selects={[{ name: 'kind', label: 'Kind of account', options: KINDS }]}
      >
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id="trial-balance"
        label="Trial balance"
        source={{ path: TRIAL_BALANCE, params: { as_of, as_of_position } }}
        filter={filter}
        rowId={({ kind: id }: TrialBalanceRow) => id}
        fields={TRIAL_BALANCE_FIELDS}
        empty="No data available"
        onOpen={({ kind: chosen }) => filter.set({ kind: chosen })}
        signatures={['Prepared by', 'Audited by']}
      />
      <DataGrid
        id="ledger-accounts"
        label="Accounts"
        source={{ path: ACCOUNTS, params: { as_of, as_of_position, sort, search, kind } }}
        filter={filter}
        rowId={({ account }: LedgerAccountRow) => account}
        fields={ACCOUNT_FIELDS}
        empty="No data available"
        emptyHint="Nothing matches, or no money had moved by then."
        onOpen={openAccount}
      />
    </Screen>
  )
}
