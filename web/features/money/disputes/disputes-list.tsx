import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { DisputeRow } from '#api/money/contracts/dispute.ts'
import { DISPUTE_FIELDS } from '#api/money/contracts/fields.ts'
import { usePermission } from '#web/shell/session-queries.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { choicesOf, type Control } from '#web/ui/data-grid/columns-of.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { type useListFilter } from '#web/ui/list-filter.ts'
import { EndDialog } from './end-dialog.tsx'
import { ServicesDialog } from './services-dialog.tsx'

export const STATUSES = choicesOf(DISPUTE_FIELDS.status)

type DisputesListProps = {
  /** The list of the API. */
  readonly path: string
  /** Of this grid's saved views. */
  readonly id: string
  /** Whether disputes are ended here, by who may. */
  readonly mayEnd: boolean
  readonly filter: ReturnType<typeof useListFilter>
}

type Asked = { readonly what: 'services' | 'end'; readonly billId: string }

/** Disputes, with what was billed, and their ends where that is done here. A row opens its bill. */
export function DisputesList({ path, id, mayEnd, filter }: DisputesListProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const mayFlag = usePermission('FLAG_TRANSACTION')
  const [asked, setAsked] = useState<Asked>()
  const ends = mayEnd && mayFlag && filter.asOf === ''
  const controls = useMemo(() => controlsFor(ends, setAsked), [ends])
  const close = () => setAsked(undefined)
  return (
    <>
      <FilterBar
        filter={filter}
        searchLabel="Transaction or CHF ID"
        dates
        selects={[{ name: 'status', label: 'Status', options: STATUSES }]}
      >
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id={id}
        label="Transaction disputes"
        source={{ path, params: filter.query }}
        filter={filter}
        rowId={rowId}
        fields={DISPUTE_FIELDS}
        controls={controls}
        isMarked={isOpen}
        empty="No data available"
        emptyHint="No transaction is disputed, as the filter has it. Choose another status or period."
        onOpen={({ transaction: { id: bill } }) =>
          void navigate({ pathname: `${pathname.replace(/\/$/, '')}/${bill}`, search }, { state: { fromList: true } })
        }
      />
      {asked?.what === 'services' && <ServicesDialog billId={asked.billId} onClose={close} />}
      {asked?.what === 'end' && <EndDialog billId={asked.billId} onClose={close} />}
    </>
  )
}

const rowId = ({ id }: DisputeRow) => id
const isOpen = ({ status }: DisputeRow) => status === 'open'

function controlsFor(ends: boolean, onAsk: (asked: Asked) => void): readonly Control<DisputeRow>[] {
  const button = (row: DisputeRow, what: Asked['what'], word: string) => (
    <Button
      size="compact-xs"
      mr="xs"
      variant="default"
      aria-label={`${word}: ${row.transaction_id}`}
      onClick={() => onAsk({ what, billId: row.transaction.id })}
    >
      {word}
    </Button>
  )
  const cell = (row: DisputeRow) => (
    <>
      {button(row, 'services', 'View Services')}
      {ends && isOpen(row) && button(row, 'end', 'Resolve')}
    </>
  )
  return [{ field: 'action', title: 'Action', width: ends ? 236 : 132, value: () => '', cell }]
}
