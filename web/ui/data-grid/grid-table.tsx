import {
  CellStyleModule,
  ClientSideRowModelModule,
  type ColDef,
  ColumnApiModule,
  type GridApi,
  LocaleModule,
  ModuleRegistry,
  PinnedRowModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  TooltipModule,
} from 'ag-grid-community'
import { AgGridReact, type CustomCellRendererProps } from 'ag-grid-react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { StatusChip } from '#web/ui/status.tsx'
import { controlIn, isOnControl } from './cell-control.ts'
import { cellText, cellValue, type Column, isRight, leastWidth } from './column.ts'
import { arranged, shownColumns } from './arranged.ts'
import { fittedWidths, isFlexible } from './fitted-widths.ts'
import { keepPlace, placeOf } from './grid-memory.ts'
import { gridTheme, keepGridStyles } from './grid-theme.ts'
import {
  gridHeight,
  HEADER_HEIGHT,
  NUMBER_WIDTH,
  ROW_HEIGHTS,
  ROWS_SCROLLBAR,
  scrollsIn,
  SELECTION_WIDTH,
} from './grid-size.ts'
import type { ColumnLayout, GridLayout } from './grid-views.ts'
import styles from './data-grid.module.css'

ModuleRegistry.registerModules([
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  LocaleModule,
  PinnedRowModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  TooltipModule,
])
if (import.meta.env.DEV) {
  void import('ag-grid-community').then((grid) => ModuleRegistry.registerModules([grid.ValidationModule]))
}

keepGridStyles()

/** In the words of the portal, for those who hear the grid. */
const TEXTS = { ariaHeaderSelection: 'Select all loaded rows' }

const NEAR_END_ROWS = 30
const PHONE = 520

/** A row of the list with its number in it, or the totals of the whole result at the foot. */
type Line<Row> = Numbered<Row> | { readonly totals: Readonly<Record<string, string | number>> }

type Numbered<Row> = { readonly row: Row; readonly number: number }

const isRow = <Row,>(line: Line<Row> | undefined): line is Numbered<Row> => line !== undefined && 'row' in line

export type GridTableProps<Row extends object> = {
  /** Key under which scroll and selection are remembered. */
  readonly place: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowId: (row: Row) => string
  readonly totals: Readonly<Record<string, string | number>> | undefined
  readonly layout: GridLayout
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly onColumns: (columns: readonly ColumnLayout[]) => void
  readonly onNearEnd: () => void
  readonly onOpen: ((row: Row) => void) | undefined
  readonly onSelect: ((rowIds: readonly string[]) => void) | undefined
  readonly blocked: ((row: Row) => string | undefined) | undefined
  readonly isMarked: ((row: Row) => boolean) | undefined
  readonly isCurrent: ((row: Row) => boolean) | undefined
  readonly isNumbered: boolean
}

function columnDef<Row extends object>(column: Column<Row>, isFirst: boolean, sort: string): ColDef<Line<Row>> {
  const { field, title, kind, cell } = column
  const least = leastWidth(kind, title)
  const isText = kind === undefined || kind === 'text'
  const sizes = isFlexible(column) ? { initialFlex: 1 } : { initialWidth: column.width ?? least }
  const value = (line: Line<Row> | undefined) => {
    if (line === undefined) return undefined
    if (isRow(line)) return cellValue(column, line.row)
    return line.totals[field] ?? (isFirst ? 'Total' : undefined)
  }
  const text = (line: Line<Row> | undefined) => {
    const found = value(line)
    if (line !== undefined && !isRow(line))
      return found === undefined
        ? ''
        : typeof line.totals[field] === 'undefined'
          ? String(found)
          : cellText(kind, found)
    return cellText(kind, found)
  }
  const right = isRight(kind)
  const def: ColDef<Line<Row>> = {
    colId: field,
    headerName: title,
    wrapHeaderText: true,
    minWidth: column.width !== undefined ? Math.min(column.width, least) : least,
    ...sizes,
    pinned: isFirst ? 'left' : column.isControl === true ? 'right' : null,
    lockVisible: isFirst,
    suppressMovable: isFirst,
    sortable: column.sortable ?? true,
    sort: sort === field ? 'asc' : sort === `-${field}` ? 'desc' : null,
    // The server sorts; the grid keeps the order that it was given.
    comparator: () => 0,
    valueGetter: ({ data }) => value(data),
    valueFormatter: ({ data }) => text(data),
    tooltipValueGetter: ({ data }) => text(data),
    cellClass: ({ data }) => [
      right ? 'right' : 'left',
      ...(isText ? [] : ['whole']),
      ...(kind === 'money' && text(data).startsWith('-') ? ['negative'] : []),
    ],
    ...(right ? { headerClass: 'ag-right-aligned-header' } : {}),
  }
  if (!cell && kind !== 'status') return def
  return {
    ...def,
    // What a cell shows may be other than its value: whenever the row is read again, it is drawn again.
    equals: () => false,
    cellRenderer: ({ data }: CustomCellRendererProps<Line<Row>>) => {
      if (!isRow(data)) return text(data)
      if (cell) return cell(data.row)
      const status = cellValue(column, data.row)
      return <StatusChip status={status === null || status === undefined ? undefined : String(status)} />
    },
  }
}

/** The number of a row in the list as it stands, in front of all. */
const NUMBERS: ColDef<Line<object>> = {
  colId: 'sn',
  headerName: 'SN',
  width: NUMBER_WIDTH,
  minWidth: NUMBER_WIDTH,
  lockPosition: 'left',
  pinned: 'left',
  sortable: false,
  resizable: false,
  valueGetter: ({ data }) => (isRow(data) ? data.number : undefined),
  cellClass: ['right'],
  headerClass: 'ag-right-aligned-header',
}

/** The only file that knows AG Grid. Rows and their order are the server's; this shows them and reports what people do. */
export function GridTable<Row extends object>(props: GridTableProps<Row>) {
  const { place, rows, columns, rowId, totals, layout, sort, onNearEnd, onOpen, onSelect, blocked, isMarked } = props
  const gridApi = useRef<GridApi<Line<Row>> | undefined>(undefined)
  const [before, after] = [useRef<HTMLSpanElement>(null), useRef<HTMLSpanElement>(null)]
  const lines = useMemo<Line<Row>[]>(() => rows.map((row, index) => ({ row, number: index + 1 })), [rows])
  // None where nothing can be added up.
  const foot = useMemo<Line<Row>[]>(() => (totals && Object.keys(totals).length > 0 ? [{ totals }] : []), [totals])
  const defs = useMemo(() => {
    const own = columns.map((column, index) => columnDef(column, index === 0, sort))
    return props.isNumbered ? [NUMBERS as ColDef<Line<Row>>, ...own] : own
  }, [columns, sort, props.isNumbered])
  /** Pixels; 0 before it is drawn. */
  const gridWidth = useRef(0)
  const standing = useMemo(() => arranged(columns, layout.columns), [columns, layout.columns])
  const arrange = useCallback(
    (api: GridApi<Line<Row>>) =>
      api.applyColumnState({
        state: standing.map(({ field, hide, width }) => ({
          colId: field,
          hide,
          ...(width === undefined ? {} : { width, flex: null }),
        })),
        applyOrder: true,
      }),
    [standing],
  )
  const keepColumns = (api: GridApi<Line<Row>>, resized?: string) => {
    const before = new Map(standing.map((column) => [column.field, column]))
    const next = api.getColumnState().flatMap(({ colId, hide, width }): ColumnLayout[] => {
      const old = before.get(colId)
      if (!old) return []
      const kept = colId === resized ? width : old.width
      return [{ field: colId, hide: hide ?? false, ...(kept === undefined || kept === null ? {} : { width: kept }) }]
    })
    if (JSON.stringify(next) !== JSON.stringify(standing)) props.onColumns(next)
  }

  const lineCount = rows.length + foot.length
  // On a phone the pinned columns would leave no room for the others, and scroll with them.
  const fitWidth = useCallback(
    (api: GridApi<Line<Row>>) => {
      const isPhone = gridWidth.current < PHONE
      const pins = columns.flatMap(({ field, isControl }, index) =>
        index === 0 || isControl === true
          ? [{ colId: field, pinned: isPhone ? null : index === 0 ? ('left' as const) : ('right' as const) }]
          : [],
      )
      api.applyColumnState({ state: pins })
      const { left, right } = api.getHorizontalPixelRange()
      const own = isPhone ? 0 : (api.getColumn(columns[0]?.field ?? '')?.getActualWidth() ?? 0)
      // Over the buttons, where there are any, and else over the last column in sight.
      const isOverData = !columns.some(({ isControl }) => isControl === true) && scrollsIn(lineCount, layout.density)
      const scrollbar = isOverData ? ROWS_SCROLLBAR : 0
      const widths = fittedWidths(shownColumns(columns, layout.columns), right - left + own, scrollbar)
      api.applyColumnState({ state: widths.map(({ field, width }) => ({ colId: field, width })) })
    },
    [columns, layout.columns, layout.density, lineCount],
  )

  useEffect(() => {
    if (gridApi.current === undefined || gridWidth.current === 0) return
    arrange(gridApi.current)
    fitWidth(gridApi.current)
  }, [arrange, fitWidth])

  const restore = (api: GridApi<Line<Row>>) => {
    const { firstRow, selected } = placeOf(place)
    if (firstRow > 0 && firstRow < rows.length) api.ensureIndexVisible(firstRow, 'top')
    const current = props.isCurrent === undefined ? -1 : rows.findIndex(props.isCurrent)
    if (current !== -1) api.ensureIndexVisible(current)
    for (const id of selected) api.getRowNode(id)?.setSelected(true)
  }
  const lookAhead = (api: GridApi<Line<Row>>) => {
    if (api.getLastDisplayedRowIndex() >= rows.length - NEAR_END_ROWS) onNearEnd()
  }

  return (
    <div
      className={styles['table']}
      data-scrolls={scrollsIn(lineCount, layout.density)}
      style={{ height: gridHeight(lineCount, layout.density) }}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return
        // One stop, however many cells: arrows go within. From beside the grid the browser goes on by itself.
        event.stopPropagation()
        const beside = event.shiftKey ? before : after
        beside.current?.focus({ preventScroll: true })
      }}
    >
      <span ref={before} tabIndex={-1} />
      <AgGridReact<Line<Row>>
        theme={gridTheme}
        localeText={TEXTS}
        rowData={lines}
        columnDefs={defs}
        pinnedBottomRowData={foot}
        maintainColumnOrder
        getRowId={({ data }) => (isRow(data) ? rowId(data.row) : 'total')}
        headerHeight={HEADER_HEIGHT}
        rowHeight={ROW_HEIGHTS[layout.density]}
        tooltipShowDelay={400}
        tooltipShowMode="whenTruncated"
        suppressCellFocus={false}
        suppressDragLeaveHidesColumns
        animateRows={false}
        {...(onSelect
          ? {
              rowSelection: {
                mode: 'multiRow',
                enableClickSelection: false,
                isRowSelectable: ({ data }) => isRow(data) && blocked?.(data.row) === undefined,
              },
              selectionColumnDef: { pinned: 'left', width: SELECTION_WIDTH },
            }
          : {})}
        rowClassRules={{
          [styles['marked'] ?? 'marked']: ({ data }) => isRow(data) && isMarked?.(data.row) === true,
          [styles['current'] ?? 'current']: ({ data }) => isRow(data) && props.isCurrent?.(data.row) === true,
          [styles['clickable'] ?? 'clickable']: () => onOpen !== undefined,
        }}
        onGridReady={({ api }) => {
          gridApi.current = api
          arrange(api)
        }}
        onGridSizeChanged={({ api, clientWidth }) => {
          gridWidth.current = clientWidth
          fitWidth(api)
        }}
        onFirstDataRendered={({ api }) => {
          // The rows may have brought a scrollbar.
          if (gridWidth.current > 0) fitWidth(api)
          restore(api)
          lookAhead(api)
        }}
        onBodyScrollEnd={({ api }) => keepPlace(place, { firstRow: api.getFirstDisplayedRowIndex() })}
        onBodyScroll={({ api }) => lookAhead(api)}
        onSelectionChanged={({ api }) => {
          const selected = api.getSelectedRows().flatMap((line) => (isRow(line) ? [rowId(line.row)] : []))
          keepPlace(place, { selected })
          onSelect?.(selected)
        }}
        onSortChanged={({ api, source }) => {
          if (source !== 'uiColumnSorted') return
          const sorted = api.getColumnState().find((column) => column.sort)
          props.onSort(sorted ? `${sorted.sort === 'desc' ? '-' : ''}${sorted.colId}` : '')
        }}
        onColumnMoved={({ api, finished }) => {
          if (finished) keepColumns(api)
        }}
        onColumnResized={({ api, finished, source, column }) => {
          if (finished && source === 'uiColumnResized') keepColumns(api, column?.getColId())
        }}
        onCellClicked={({ data, column, event }) => {
          if (isOnControl(event)) return
          if (isRow(data) && column.getColId() !== 'ag-Grid-SelectionColumn') onOpen?.(data.row)
        }}
        onCellKeyDown={({ data, event }) => {
          if (isOnControl(event) || !(event instanceof KeyboardEvent) || event.key !== 'Enter') return
          const control = controlIn(event.target)
          if (control) control.click()
          else if (isRow(data)) onOpen?.(data.row)
        }}
      />
      <span ref={after} tabIndex={-1} />
    </div>
  )
}
