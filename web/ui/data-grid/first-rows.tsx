import { VisuallyHidden } from '@mantine/core'
import { StatusChip } from '#web/ui/status.tsx'
import { shownColumns } from './arranged.ts'
import { cellText, cellValue, type Column, isRight, leastWidth } from './column.ts'
import type { GridViewProps } from './grid-props.ts'
import { gridHeight, HEADER_HEIGHT, ROW_HEIGHTS, NUMBER_WIDTH, SELECTION_WIDTH } from './grid-size.ts'
import type { GridLayout } from './grid-views.ts'
import styles from './data-grid.module.css'

/** As many as a window shows. */
const MOST = 25

type FirstRowsProps<Row extends object> = Pick<
  GridViewProps<Row>,
  'label' | 'columns' | 'rowId' | 'onOpen' | 'selection' | 'isNumbered'
> & { readonly rows: readonly Row[]; readonly layout: GridLayout; readonly hasTotals: boolean }

/**
 * The first rows of a list in the place of its grid, whose code is as large as all else that the page fetches: they can be
 * read, and opened by a click, seconds before it is there. Whoever hears the page is told that the list is coming, and
 * moves in the grid alone: this goes away under them.
 */
export function FirstRows<Row extends object>(props: FirstRowsProps<Row>) {
  const { label, columns, rowId, onOpen, selection, rows, layout, hasTotals, isNumbered = false } = props
  const shown = shownColumns(columns, layout.columns)
  const isTicked = selection !== undefined
  const least = shown.reduce((sum, { column, width }) => sum + (width ?? leastOf(column)), 0)
  return (
    <div
      className={styles['first']}
      style={{ height: gridHeight(rows.length + Number(hasTotals), layout.density) }}
      data-first-rows
    >
      <VisuallyHidden role="status">Loading {label}</VisuallyHidden>
      <table
        aria-hidden
        style={{ minWidth: least + (isTicked ? SELECTION_WIDTH : 0) + (isNumbered ? NUMBER_WIDTH : 0) }}
      >
        <colgroup>
          {isTicked && <col style={{ width: SELECTION_WIDTH }} />}
          {isNumbered && <col style={{ width: NUMBER_WIDTH }} />}
          {shown.map(({ column, width }) => (
            <col key={column.field} style={{ width: width ?? widthOf(column) }} />
          ))}
        </colgroup>
        <thead>
          <tr style={{ height: HEADER_HEIGHT }}>
            {isTicked && <th />}
            {isNumbered && <th data-right>SN</th>}
            {shown.map(({ column }) => (
              <th key={column.field} data-right={isRight(column.kind)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST).map((row, index) => (
            <tr key={rowId(row)} style={{ height: ROW_HEIGHTS[layout.density] }} onClick={() => onOpen?.(row)}>
              {isTicked && <td />}
              {isNumbered && <td data-right>{index + 1}</td>}
              {shown.map(({ column }) => (
                <td key={column.field} data-right={isRight(column.kind)}>
                  <FirstCell column={column} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function FirstCell<Row extends object>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const value = cellValue(column, row)
  // What can be pressed comes with the grid: it would be gone under the finger.
  if (column.isControl === true || value === null || value === undefined) return null
  return column.kind === 'status' ? <StatusChip status={String(value)} /> : cellText(column.kind, value)
}

const leastOf = <Row,>({ kind, title, width }: Column<Row>) => width ?? leastWidth(kind, title)

/** As in the grid: text columns without a width share what is left. */
const widthOf = <Row,>(column: Column<Row>) =>
  column.width === undefined && (column.kind === undefined || column.kind === 'text') ? undefined : leastOf(column)
