import type { ReactNode } from 'react'
import { dateText, dateTimeText } from '#web/ui/dates.ts'
import { nairaText } from '#web/ui/money.tsx'
import { statusOf } from '#web/ui/status.tsx'

export type CellValue = string | number | boolean | null | undefined

/** A column of a grid. `field` names it for the server too: its sort key and its entry in the totals. */
export type Column<Row> = {
  readonly field: string
  readonly title: string
  /** money: naira string of the API; date and datetime: shown d-m-yyyy (HH:mm) of Lagos; flag: Yes and No; hours: whole minutes in rows, and hours in totals, as the sum of what the rows show; default text. */
  readonly kind?: 'text' | 'number' | 'hours' | 'money' | 'date' | 'datetime' | 'status' | 'flag'
  /** Where the value is, when not in the row under `field`. */
  readonly value?: (row: Row) => CellValue
  /** Other content than the value as text: a link, a button. */
  readonly cell?: (row: Row) => ReactNode
  /** False when the server cannot sort by it. */
  readonly sortable?: boolean
  /** Pixels; without it text columns share the room that is left. */
  readonly width?: number
  /** True for a text over two lines: it takes the room that is left. */
  readonly isWrapped?: boolean
  /** True to begin hidden; the column chooser shows it. */
  readonly hidden?: boolean
  /** Buttons: they stand at the right edge, whatever is scrolled. */
  readonly isControl?: boolean
}

function isCell(value: unknown): value is CellValue {
  return value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)
}

/** The value that a row has for a column; what is not plain text or a number is none. */
export function cellValue<Row extends object>(column: Column<Row>, row: Row): CellValue {
  const value: unknown = column.value ? column.value(row) : Reflect.get(row, column.field)
  return isCell(value) ? value : undefined
}

/** A value as people read it. */
export function cellText(kind: Column<never>['kind'], value: CellValue): string {
  const text = value === null || value === undefined ? '' : String(value)
  switch (kind) {
    case 'money':
      return nairaText(text)
    case 'date':
      return dateText(text)
    case 'datetime':
      return dateTimeText(text)
    case 'status':
      return statusOf(text).label
    case 'flag':
      return text === 'true' ? 'Yes' : text === 'false' ? 'No' : ''
    case 'number':
      return typeof value === 'number' ? value.toLocaleString('en-NG') : text
    case 'hours':
      return text === '' ? '' : hoursText(typeof value === 'number' ? value / 60 : Number(text))
    default:
      return text
  }
}

/** Hours as the CSV has them: `13.50`. */
const hoursText = (hours: number): string =>
  hours.toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Amounts, counts and hours stand at the right. */
export const isRight = (kind: Column<never>['kind']) => kind === 'money' || kind === 'number' || kind === 'hours'

// Money leaves room for a total of hundreds of billions, in bold.
const widths = { text: 160, number: 90, hours: 104, money: 196, date: 112, datetime: 152, status: 208, flag: 80 }

/** The least width in pixels at which neither content nor heading of a column is cut off. */
export function leastWidth(kind: Column<never>['kind'], title: string): number {
  return Math.max(widths[kind ?? 'text'], Math.ceil(title.length * 8) + 52)
}
