import { type Field, type Fields, isListed } from '#api/contracts/fields.ts'
import { statusOf } from '#web/ui/status.tsx'
import type { CellValue, Column } from './column.ts'

/** What a cell shows instead of its value as text, by field: a link. */
export type Cells<Row> = { readonly [K in keyof Row & string]?: NonNullable<Column<Row>['cell']> }

/** A column of buttons, which stands behind the fields and in no CSV. `value` is what it says on paper. */
export type Control<Row> = Required<Pick<Column<Row>, 'field' | 'title' | 'cell' | 'width' | 'value'>>

const KINDS = {
  text: 'text',
  code: 'text',
  status: 'status',
  naira: 'money',
  count: 'number',
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
  const cellsBy: Readonly<Record<string, Column<Row>['cell'] | undefined>> = cells
  const columns = Object.entries(fields)
    .filter(([, field]) => isListed(field))
    .map(([id, field]): Column<Row> => {
      const { heading, kind, words, width } = field
      const cell = cellsBy[id]
      return {
        field: id,
        title: kind === 'naira' ? `${heading} (NGN)` : heading,
        kind: KINDS[kind],
        sortable: field.sortable ?? false,
        hidden: field.hidden ?? false,
        ...(words === undefined ? {} : { value: (row: Row) => wordOf(words, Reflect.get(row, id)) }),
        ...(width === undefined ? {} : { width }),
        ...(cell === undefined ? {} : { cell }),
      }
    })
  return [...columns, ...controls.map((control) => ({ ...control, sortable: false, isControl: true }))]
}

const wordOf = (words: Readonly<Record<string, string>>, value: unknown): CellValue =>
  typeof value === 'string' ? (words[value] ?? value) : undefined

/** The values of a field as the choices of a select, in the words of its cells. */
export const choicesOf = ({ kind, words, oneOf = [] }: Field): Choice[] =>
  words === undefined
    ? oneOf.map((value) => ({ value, label: kind === 'status' ? statusOf(value).label : value }))
    : Object.entries(words).map(([value, label]) => ({ value, label }))
type Choice = { readonly value: string; readonly label: string }
