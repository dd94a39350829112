import { Anchor } from '@mantine/core'
import { Link, useParams } from 'react-router-dom'
import { INVOICE_LINE_FIELDS } from '#api/money/contracts/fields.ts'
import type { InvoiceLineRow } from '#api/money/contracts/invoice.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { choicesOf } from '#web/ui/data-grid/columns-of.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { linesOf } from './invoices-api.ts'

const STATUSES = choicesOf(INVOICE_LINE_FIELDS.status)

/** What is or was on an invoice, transaction by transaction, however many: to read, sort, print and save as CSV. */
export default function InvoiceTransactionsScreen() {
  const { id = '' } = useParams()
  const filter = useListFilter([{ name: 'status', options: STATUSES }], { status: 'on' })
  return (
    <Screen
      title="Transactions of an invoice"
      intro="The bills on it, those left out or removed later, and why."
      action={
        <Anchor component={Link} to={`/invoices/${encodeURIComponent(id)}/paper`}>
          Print invoice
        </Anchor>
      }
    >
      <FilterBar filter={filter} selects={[{ name: 'status', label: 'On the invoice', options: STATUSES }]}>
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id="invoice-transactions"
        label="Transactions of an invoice"
        source={{ path: linesOf(id), params: filter.query }}
        filter={filter}
        rowId={(row: InvoiceLineRow) => row.id}
        fields={INVOICE_LINE_FIELDS}
        empty="No data available"
        emptyHint="Nothing matches. Remove a filter."
        signatures={['Prepared by', 'Checked by']}
      />
    </Screen>
  )
}
