import type { ReactNode } from 'react'
import type { Fields } from '#api/contracts/fields.ts'
import type { ReportTotals } from '#api/contracts/report.ts'
import type { ListFilterControl } from '#web/ui/list-filter.ts'
import type { NairaAmount } from '#web/ui/money.tsx'
import type { Column } from './column.ts'
import type { Cells, Control } from './columns-of.ts'
import type { GridSource } from './grid-rows.ts'

/** What can be done with several rows at once. */
export type GridSelection<Row> = {
  /** Naira of a row, for the total of the selection. */
  readonly amount?: (row: Row) => NairaAmount
  /** Why a row cannot be selected; undefined when it can. */
  readonly blocked?: (row: Row) => string | undefined
  /** The buttons of the bar; forbidden ones disabled with their reason. `clear` empties the selection. */
  readonly actions: (rows: readonly Row[], clear: () => void) => ReactNode
  /** Where all that the filter lets through can be selected, loaded or not: what may be done with it. */
  readonly whole?: {
    /** The total column that adds up `amount`. */
    readonly amount: string
    readonly actions: (clear: () => void, whole: Whole) => ReactNode
  }
}

/** All that the filter lets through, as the server counted it. */
export type Whole = Pick<ReportTotals['data'], 'total' | 'totals' | 'position'>

export type DataGridProps<Row extends object> = {
  /** Name of the grid for saved views; kebab-case, never changed. */
  readonly id: string
  /** What the rows are, for screen readers and the heading on paper: 'Transactions'. */
  readonly label: string
  readonly source: GridSource
  readonly filter: ListFilterControl
  readonly rowId: (row: Row) => string
  /** The fields of the list, whose CSV has the same columns: in their order, the first pinned. */
  readonly fields: Fields
  /** Other content than its text, by field. As all that follows: made once, not for each rendering. */
  readonly cells?: Cells<Row>
  /** Buttons in each row, behind the fields. */
  readonly controls?: readonly Control<Row>[]
  /** The spec's text when there is nothing, and the next step. */
  readonly empty: string
  readonly emptyHint?: string
  readonly onOpen?: (row: Row) => void
  readonly selection?: GridSelection<Row>
  /** True for rows to be marked as disputed: red edge and tint, beside the word in a column. */
  readonly isMarked?: (row: Row) => boolean
  /** The row that the screen is about now, tinted and in view. */
  readonly isCurrent?: (row: Row) => boolean
  /** False where the list has no export at `<path>/csv`. */
  readonly csv?: boolean
  /** Whether each row begins with its number in the list: SN. */
  readonly isNumbered?: boolean
  /** Lines to sign, on paper: 'Prepared by'. */
  readonly signatures?: readonly string[]
}

/** A grid with its columns. */
export type GridViewProps<Row extends object> = DataGridProps<Row> & { readonly columns: readonly Column<Row>[] }
