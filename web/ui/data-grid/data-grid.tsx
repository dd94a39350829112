import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { onDemand, Part } from '#web/shell/on-demand.tsx'
import { useUser } from '#web/shell/session-queries.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useGridLayout } from './grid-views.ts'
import { keepPlace } from './grid-memory.ts'
import { columnsOf } from './columns-of.ts'
import type { DataGridProps, GridViewProps } from './grid-props.ts'
import { gridRowsQuery, gridTotalsQuery } from './grid-rows.ts'
import { FirstRows } from './first-rows.tsx'
import { GridSkeleton } from './grid-skeleton.tsx'
import { GridToolbar } from './grid-toolbar.tsx'
import { SelectionBar } from './selection-bar.tsx'
import styles from './data-grid.module.css'

// A phone shows cards, and fetches no grid.
const cards = onDemand(() => import('./grid-cards.tsx'))
const table = onDemand(() => import('./grid-table.tsx'))
const paper = onDemand(() => import('./print-table.tsx'))

/** A list from the server: sorted and filtered there, its state in the URL, totals of the whole result. */
export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const [params] = useSearchParams()
  const printed = params.get('print')
  const { fields, cells, controls } = props
  const columns = useMemo(() => columnsOf<Row>(fields, cells, controls), [fields, cells, controls])
  const view = inKnownOrder({ ...props, columns })
  if (printed !== null && printed !== props.id) return null
  if (printed !== null)
    return (
      <Part of={paper} fallback={<p role="status">Fetching all rows to print</p>}>
        {({ PrintTable }) => <PrintTable {...view} />}
      </Part>
    )
  return (
    <>
      {view.filter.sort !== props.filter.sort && (
        <p role="status">Ignored, because this list cannot be sorted like that: "{props.filter.sort}".</p>
      )}
      <LiveGrid {...view} />
    </>
  )
}

/** Without the order that an address asks for and no column gives: the API would refuse the whole list for it. */
function inKnownOrder<Row extends object>(view: GridViewProps<Row>): GridViewProps<Row> {
  const { filter, source, columns } = view
  const field = filter.sort.replace(/^-/, '')
  if (field === '' || columns.some((column) => column.field === field && column.sortable !== false)) return view
  return {
    ...view,
    filter: { ...filter, sort: '' },
    source: { ...source, params: { ...source.params, sort: undefined } },
  }
}

function LiveGrid<Row extends object>(props: GridViewProps<Row>) {
  const { id, label, source, filter, columns, selection, empty } = props
  const user = useUser()
  const { layout, change } = useGridLayout(user.id, id)
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const rows = useInfiniteQuery(gridRowsQuery<Row>(source))
  const totals = useQuery(gridTotalsQuery(source))
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([])
  const [clearing, setClearing] = useState(0)
  /** The list of which all that matches is selected: of another filter it is not. */
  const [wholeOf, setWholeOf] = useState<string>()
  const loaded = useMemo(() => rows.data?.pages.flatMap((page) => page.data.data) ?? [], [rows.data])
  // As they were read last, not as they were when they were selected: a step may have been taken since.
  const chosen = new Set(selectedIds)
  const selected = chosen.size === 0 ? [] : loaded.filter((row) => chosen.has(props.rowId(row)))
  const place = `${id}:${JSON.stringify(source.params)}`

  if (rows.isPending) return <GridSkeleton label={label} />
  if (rows.isError && !rows.data) return <ErrorState error={rows.error} onRetry={() => rows.refetch()} />
  const isEmpty = loaded.length === 0 && !rows.hasNextPage
  const whole = totals.data?.data
  return (
    <section aria-label={label} className={styles['grid']} data-stale={rows.isPlaceholderData}>
      {!isEmpty && (
        <GridToolbar
          {...props}
          layout={layout}
          onLayout={change}
          shown={loaded.length}
          total={whole?.total}
          hasMore={rows.hasNextPage}
        />
      )}
      {totals.isError && <ErrorState error={totals.error} onRetry={() => totals.refetch()} />}
      {rows.isError && <ErrorState error={rows.error} onRetry={() => rows.refetch()} />}
      {isEmpty && <EmptyState title={empty} {...(props.emptyHint === undefined ? {} : { hint: props.emptyHint })} />}
      {!isEmpty && isPhone && (
        <Part of={cards} fallback={<GridSkeleton label={label} />}>
          {({ GridCards }) => (
            <GridCards
              {...props}
              rows={loaded}
              layout={layout}
              totals={whole?.totals}
              selectedIds={selectedIds}
              onSelect={select}
              onMore={rows.hasNextPage ? () => void rows.fetchNextPage() : undefined}
              isFetching={rows.isFetchingNextPage}
            />
          )}
        </Part>
      )}
      {!isEmpty && !isPhone && (
        <Part
          of={table}
          fallback={<FirstRows {...props} rows={loaded} layout={layout} hasTotals={whole !== undefined} />}
        >
          {({ GridTable }) => (
            <GridTable
              key={`${JSON.stringify(source.params)}:${clearing}`}
              place={place}
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
              onSelect={selection ? select : undefined}
              blocked={selection?.blocked}
              isMarked={props.isMarked}
              isCurrent={props.isCurrent}
              isNumbered={props.isNumbered ?? false}
            />
          )}
        </Part>
      )}
      {rows.isFetchingNextPage && <p role="status">Loading more rows</p>}
      {selection && selected.length > 0 && (
        <SelectionBar
          rows={selected}
          selection={selection}
          whole={whole}
          isWhole={wholeOf === place}
          onWhole={() => setWholeOf(place)}
          onClear={() => clear()}
        />
      )}
    </section>
  )

  function select(ids: readonly string[]) {
    setSelectedIds(ids)
    setWholeOf(undefined)
  }
  function clear() {
    select([])
    // Else the table, made anew, would select again what it remembers.
    keepPlace(place, { selected: [] })
    setClearing((count) => count + 1)
  }
}
