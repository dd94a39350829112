import { expect, test } from 'vitest'
import * as lists from '#api/money/contracts/fields.ts'
import { type Field, type Fields, headingOf } from '#api/contracts/fields.ts'
import { choicesOf, columnsOf } from '#web/ui/data-grid/columns-of.ts'
import { cellText, cellValue, leastWidth } from '#web/ui/data-grid/column.ts'
import { sourceFiles, textOf } from '#tests/support/source-files.ts'

const all: readonly (readonly [string, Fields])[] = Object.entries(lists)

test.each(all)('%s can be a grid and a file', (_, fields) => {
  const columns = columnsOf(fields)
  const listed = Object.values<Field>(fields).filter(({ unlisted }) => unlisted !== true)
  expect(columns.map(({ title }) => title)).toEqual(listed.map(headingOf))
  // A file tells its columns apart by their headings alone, and the first one always stays.
  expect(new Set(listed.map(headingOf)).size).toBe(listed.length)
  expect(columns[0]?.hidden).toBe(false)
  for (const { kind, nullable, sortable, total } of Object.values<Field>(fields)) {
    expect(sortable === true && nullable === true).toBe(false)
    expect(total === true ? ['naira', 'count', 'hours'] : [kind]).toContain(kind)
  }
})

/** Pixels of a grid on a laptop of 1280: without the menu, the margins, the scroll bar, and what is beside its fields. */
const roomOf = (name: string) => 968 - (name === 'CONSOLIDATED_BILLINGS' ? 184 : 0)

/** Their columns are in the spec's order, which puts the status behind what fits (S059, S063, S074, S077). */
const STATUS_LAST: readonly string[] = ['DISPUTE_FIELDS', 'CONSOLIDATED_BILLINGS']

test.each(all)(
  '%s shows money and its total, status and what was billed on a laptop without scrolling',
  (name, fields) => {
    let left = 0
    const seen = columnsOf(fields)
      .filter(({ hidden }) => hidden !== true)
      .filter(({ kind, title, width }) => (left += width ?? leastWidth(kind, title)) <= roomOf(name))
      .map(({ field }) => field)
    const listed = Object.entries<Field>(fields).filter(
      ([, { unlisted, hidden }]) => unlisted !== true && hidden !== true,
    )
    const [money] = listed.filter(([, { kind, total }]) => kind === 'naira' && total === true).map(([id]) => id)
    const always = STATUS_LAST.includes(name) ? ['item'] : ['item', 'status']
    const wanted = always.filter((id) => listed.some(([one]) => one === id)).concat(money ?? [])
    expect(wanted.filter((id) => !seen.includes(id))).toEqual([])
  },
)

test('every list of a contract is the list of a screen', () => {
  const screens = sourceFiles.filter((file) => file.startsWith('web/features/')).map(textOf)
  const unused = all.filter(([name]) => !screens.some((text) => text.includes(`fields={${name}}`)))
  expect(unused.map(([name]) => name)).toEqual([])
})

const FIELDS: Fields = {
  id: { heading: 'Id', kind: 'code', unlisted: true },
  name: { heading: 'Name', kind: 'text', sortable: true, width: 90 },
  paid: { heading: 'Paid', kind: 'naira', hidden: true },
  kind: { heading: 'Kind', kind: 'code', words: { pool: 'The pool' } },
  is_split: { heading: 'Split', kind: 'flag' },
  status: { heading: 'Status', kind: 'status', oneOf: ['permsec approved'] },
}

test('a column has what its field says; a control stands behind the fields', () => {
  const control = { field: 'action', title: 'Action', width: 80, cell: () => null, value: () => '' }
  const columns = columnsOf<object>(FIELDS, {}, [control])
  expect(columns.map(({ field }) => field)).toEqual(['name', 'paid', 'kind', 'is_split', 'status', 'action'])
  expect(columns[0]).toEqual({ field: 'name', title: 'Name', kind: 'text', sortable: true, hidden: false, width: 90 })
  expect(columns[1]).toMatchObject({ title: 'Paid (NGN)', kind: 'money', sortable: false, hidden: true })
  expect(columns.at(-1)).toEqual({ ...control, sortable: false, isControl: true })
})

test('a value is read in the words of its field', () => {
  const [, , kind, flag] = columnsOf<object>(FIELDS)
  const text = (row: object) => [kind, flag].map((column) => column && cellText(column.kind, cellValue(column, row)))
  expect(text({ kind: 'pool', is_split: true })).toEqual(['The pool', 'Yes'])
  expect(text({ kind: 'other', is_split: false })).toEqual(['other', 'No'])
  expect(FIELDS['kind'] && choicesOf(FIELDS['kind'])).toEqual([{ value: 'pool', label: 'The pool' }])
  expect(FIELDS['status'] && choicesOf(FIELDS['status'])).toEqual([
    { value: 'permsec approved', label: 'PERMSEC APPROVED' },
  ])
})
