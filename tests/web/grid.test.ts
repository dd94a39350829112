import { expect, test } from 'vitest'
import { arranged } from '#web/ui/data-grid/arranged.ts'
import { cellText, cellValue, leastWidth } from '#web/ui/data-grid/column.ts'
import { fittedWidths } from '#web/ui/data-grid/fitted-widths.ts'
import { parseLayout, viewQuery } from '#web/ui/data-grid/grid-views.ts'
import { nairaText, sumNaira } from '#web/ui/money.tsx'
import { statusOf } from '#web/ui/status.tsx'

const columns = [
  { field: 'id', title: 'TRX ID' },
  { field: 'cost', title: 'Cost', kind: 'money' as const },
  { field: 'note', title: 'Note', hidden: true },
]

test('a kept arrangement holds, forgets columns that are gone and adds new ones at the end', () => {
  const kept = [
    { field: 'cost', hide: true },
    { field: 'gone', hide: false },
    { field: 'id', hide: false, width: 90 },
  ]
  expect(arranged(columns, kept)).toEqual([
    { field: 'cost', hide: true },
    { field: 'id', hide: false, width: 90 },
    { field: 'note', hide: true },
  ])
})

test('what is left goes to the first column in two lines, else to the pinned one, and no column begins that has no room', () => {
  const shown: Parameters<typeof fittedWidths>[0] = [
    { column: { field: 'id', title: 'TRX ID', width: 150 }, width: undefined },
    { column: { field: 'item', title: 'Service', width: 150, isWrapped: true }, width: undefined },
    { column: { field: 'day', title: 'Date', width: 150 }, width: undefined },
    { column: { field: 'action', title: 'Action', width: 150, isControl: true }, width: undefined },
  ]
  const fitted = (room: number, over = shown) => fittedWidths(over, room).map(({ field, width }) => `${field} ${width}`)
  // Room for a scrollbar stays.
  expect(fitted(500)).toEqual(['id 150', 'item 180'])
  // The date does not fit: it begins behind the buttons.
  expect(fitted(449)).toEqual(['id 150', 'item 299'])
  expect(fitted(299)).toEqual(['id 150', 'item 150'])
  // The scrollbar of the rows would lie over the last 16 of them.
  expect(fittedWidths(shown, 460, 16)[1]).toEqual({ field: 'item', width: 294 })
  expect(fittedWidths(shown, 500, 16)[1]).toEqual({ field: 'item', width: 180 })
  const sized = shown.map((one) => (one.column.field === 'item' ? { ...one, width: 200 } : one))
  expect(fitted(449, sized)).toEqual(['id 249'])
  const shared = [...shown, { column: { field: 'note', title: 'Note' }, width: undefined }]
  expect(fitted(900, shared)).toEqual(['id 150', 'item 150'])
})

test('a broken kept layout gives the screen its own', () => {
  for (const text of [null, '{', '[]', '{"density":"huge","columns":[],"views":[]}']) {
    expect(parseLayout(text)).toEqual({ density: 'normal', columns: [], views: [] })
  }
})

test('a saved view never keeps the search text, which may name a person', () => {
  expect(viewQuery('search=Ada&status=paid&print=1&as_of=2026-01-01')).toBe('status=paid')
})

test('cells read as people write them, and what is no amount as 0.00', () => {
  const spec = 'naira (N or NGN), 2 decimals, thousands separators, format 0,0.00'
  expect(cellText('money', '1250000.00'), spec).toBe('1,250,000.00')
  expect(cellText('money', null)).toBe('0.00')
  expect(cellText('date', '2026-02-01')).toBe('1-2-2026')
  expect(cellText('status', 'dfa_approved')).toBe('DFA APPROVED')
  expect(cellValue({ field: 'nested', title: '' }, { nested: {} })).toBeUndefined()
  expect(nairaText('x')).toBe('0.00')
})

test('a heading is never wider than its column', () => {
  expect(leastWidth('money', 'Manufacturer/distributor share (NGN)')).toBeGreaterThan(300)
})

test('a selection is added up in kobo', () => {
  expect(sumNaira(['0.10', '0.20', '1000000.70', null])).toBe('1000001.00')
  const large = '90071992547409.93' // one kobo more than a number holds
  expect(sumNaira([large, large, '-0.01'])).toBe('180143985094819.85')
  expect(nairaText(large)).toBe('90,071,992,547,409.93')
})

test('a status without a label of its own shows its word, in grey', () => {
  expect(statusOf('some_new_state')).toEqual({ label: 'SOME NEW STATE', meaning: 'plain' })
  expect(statusOf('constructor')).toEqual({ label: 'CONSTRUCTOR', meaning: 'plain' })
  expect(statusOf('Permsec Approved')).toEqual({ label: 'PERMSEC APPROVED', meaning: 'done' })
})
