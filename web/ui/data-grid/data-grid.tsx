import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, use, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useUser } from '#web/shell/session-queries.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { ListFilterControl } from '#web/ui/list-filter.ts'
import { type NairaAmount } from '#web/ui/money.tsx'
import type { Column } from './column.ts'
import { useGridLayout } from './grid-views.ts'
import { gridRowsQuery, type GridSource, gridTotalsQuery } from './grid-rows.ts'
import { GridSkeleton } from './grid-skeleton.tsx'
import { GridToolbar } from './grid-toolbar.tsx'
import { PrintTable } from './print-table.tsx'
import { SelectionBar } from './selection-bar.tsx'
import type * as GridTableFile from './grid-table.tsx'
import type { GridTableProps } from './grid-table.tsx'
import styles from './data-grid.module.css'

let table: Promise<typeof GridTableFile> | undefined

/** The grid's code, loaded once; after a failure the next try loads it again. */
function loadTable() {
  table ??= import('./grid-table.tsx').catch((error: unknown) => {
    table = undefined
    throw error
  })
  return table
}

/** The table of this grid's rows. React.lazy cannot carry a type parameter; this can. */
function Table<Row extends object>(props: GridTableProps<Row>) {
  const { GridTable } = use(loadTable())
  return <GridTable {...props} />
}

/** What can be done with several rows at once. */
export type GridSelection<Row> = {
  /** Naira of a row, for the total of the selection. */
  readonly amount?: (row: Row) => NairaAmount
  /** Why a row cannot be selected; undefined when it can. */
  readonly blocked?: (row: Row) => string | undefined
  /** The buttons of the bar; forbidden ones disabled with their reason. `clear` empties the selection. */
  readonly actions: (rows: readonly Row[], clear: () => void) => ReactNode
}

export type DataGridProps<Row extends object> = {
  /** Name of the grid for saved views; kebab-case, never changed. */
  readonly id: string
  /** What the rows are, for screen readers and the heading on paper: 'Transactions'. */
  readonly label: string
  readonly source: GridSource
  readonly filter: ListFilterControl
  readonly rowId: (row: Row) => string
  /** In the order of the spec; the first is pinned. */
  readonly columns: readonly Column<Row>[]
  /** The spec's text when there is nothing, and the next step. */
  readonly empty: string
  readonly emptyHint?: string
  readonly onOpen?: (row: Row) => void
  readonly selection?: GridSelection<Row>
  /** True for rows to be marked as disputed: red edge and tint, beside the word in a column. */
  readonly isMarked?: (row: Row) => boolean
  /** False where the list has no export at `<path>/csv`. */
  readonly csv?: boolean
  /** Lines to sign, on paper: 'Prepared by'. */
  readonly signatures?: readonly string[]
}

/** A list from the server: sorted and filtered there, its state in the URL, totals of the whole result. */
export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const [params] = useSearchParams()
  const printed = params.get('print')
  if (printed === null) return <LiveGrid {...props} />
  return printed === props.id ? <PrintTable {...props} /> : null
}

function LiveGrid<Row extends object>(props: DataGridProps<Row>) {
  const { id, label, source, filter, columns, selection, empty } = props
  const user = useUser()
  const { layout, change } = useGridLayout(user.id, id)
  const rows = useInfiniteQuery(gridRowsQuery<Row>(source))
  const totals = useQuery(gridTotalsQuery(source))
  const [selected, setSelected] = useState<readonly Row[]>([])
  const [clearing, setClearing] = useState(0)
  const loaded = useMemo(() => rows.data?.pages.flatMap((page) => page.data.data) ?? [], [rows.data])

  if (rows.isPending) return <GridSkeleton label={label} />
  if (rows.isError && !rows.data) return <ErrorState error={rows.error} onRetry={() => rows.refetch()} />
  const isEmpty = loaded.length === 0 && !rows.hasNextPage
  const whole = totals.data?.data
  return (
    <section aria-label={label} className={styles['grid']} data-stale={rows.isPlaceholderData}>
      <GridToolbar
        {...props}
        layout={layout}
        onLayout={change}
        shown={loaded.length}
        total={whole?.total}
        hasMore={rows.hasNextPage}
      />
      {totals.isError && <ErrorState error={totals.error} onRetry={() => totals.refetch()} />}
      {rows.isError && <ErrorState error={rows.error} onRetry={() => rows.refetch()} />}
      {isEmpty && <EmptyState title={empty} {...(props.emptyHint === undefined ? {} : { hint: props.emptyHint })} />}
      {!isEmpty && (
        <Suspense fallback={<GridSkeleton label={label} />}>
          <Table
            key={`${JSON.stringify(source.params)}:${clearing}`}
            place={`${id}:${JSON.stringify(source.params)}`}
            rows={loaded}
            columns={columns}
            rowId={props.rowId}
            totals={whole?.totals}
            layout={layout}
            sort={filter.sort}
            onSort={(sort) => filter.set({ sort })}
            onColumns={(next) => change({ columns: next })}
            onNearEnd={() => {
              if (rows.hasNextPage && !rows.isFetchingNextPage && !rows.isError) void rows.fetchNextPage()
            }}
            onOpen={props.onOpen}
            onSelect={selection ? setSelected : undefined}
            blocked={selection?.blocked}
            isMarked={props.isMarked}
          />
        </Suspense>
      )}
      {rows.isFetchingNextPage && <p role="status">Loading more rows</p>}
      {selection && selected.length > 0 && (
        <SelectionBar rows={selected} selection={selection} onClear={() => clear()} />
      )}
    </section>
  )

  function clear() {
    setSelected([])
    setClearing((count) => count + 1)
  }
}
