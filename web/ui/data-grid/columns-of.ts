import { type Field, type Fields, headingOf, isListed } from '#api/contracts/fields.ts'
import { createElement } from 'react'
import { statusOf } from '#web/ui/status.tsx'
import type { CellValue, Column } from './column.ts'
import { HospitalCell } from './hospital-cell.tsx'
import { TwoLines } from './two-lines.tsx'

/** What a cell shows instead of its value as text, by field: a link. */
export type Cells<Row> = Readonly<Record<string, NonNullable<Column<Row>['cell']>>>

/** A column of buttons, which stands behind the fields and in no CSV. `value` is what it says on paper. */
export type Control<Row> = Required<Pick<Column<Row>, 'field' | 'title' | 'cell' | 'width' | 'value'>>

const KINDS = {
  text: 'text',
  code: 'text',
  status: 'status',
  naira: 'money',
  count: 'number',
  hours: 'hours',
  day: 'date',
  instant: 'datetime',
  flag: 'flag',
} as const satisfies Record<Field['kind'], Column<never>['kind']>

/** The columns of a grid: those of the list's CSV, in its order and under its headings, and then the controls. */
export function columnsOf<Row extends object>(
  fields: Fields,
  cells: Cells<Row> = {},
  controls: readonly Control<Row>[] = [],
): readonly Column<Row>[] {
  const columns = Object.entries(fields)
    .filter(([, field]) => isListed(field))
    .map(([id, field]): Column<Row> => {
      const { kind, words, width, wraps = false, as: path = id } = field
      const cell = cells[id] ?? (wraps ? (row: Row) => wrapped(id, wordOf(words, valueAt(row, path))) : undefined)
      return {
        field: id,
        title: headingOf(field),
        kind: KINDS[kind],
        sortable: field.sortable ?? false,
        hidden: field.hidden ?? false,
        ...(wraps ? { isWrapped: true } : {}),
        ...(words === undefined && path === id ? {} : { value: (row: Row) => wordOf(words, valueAt(row, path)) }),
        ...(width === undefined ? {} : { width }),
        ...(cell === undefined ? {} : { cell }),
      }
    })
  return [...columns, ...controls.map((control) => ({ ...control, sortable: false, isControl: true }))]
}

/** A text over two lines, a hospital by its code where they are too narrow for its name. */
const wrapped = (id: string, value: CellValue) =>
  id === 'coe_name' && typeof value === 'string'
    ? createElement(HospitalCell, { name: value })
    : createElement(TwoLines, { value })

/** What stands in a row under a path with dots. */
const valueAt = (row: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, name) => (inner instanceof Object ? Reflect.get(inner, name) : undefined), row)

function wordOf(words: Readonly<Record<string, string>> = {}, value: unknown): CellValue {
  if (typeof value === 'string') return words[value] ?? value
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

/** The values of a field as the choices of a select, in the words of its cells. */
export const choicesOf = ({ kind, words, oneOf = [] }: Field): Choice[] =>
  words === undefined
    ? oneOf.map((value) => ({ value, label: kind === 'status' ? statusOf(value).label : value }))
    : Object.entries(words).map(([value, label]) => ({ value, label }))
type Choice = { readonly value: string; readonly label: string }
