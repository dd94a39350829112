import { expect, test } from 'vitest'
import { asOfText, parseAsOf } from '#web/ui/as-of.ts'
import { chipsOf, unreadWords } from '#web/ui/filter-chips.ts'
import { addressOf, listQueryOf, readFilter, type SelectName, unsaidIn } from '#web/ui/list-filter.ts'

const read = (query: string, names: SelectName[] = [{ name: 'status', options: [{ value: 'paid' }] }], defaults = {}) =>
  readFilter(new URLSearchParams(query), names, defaults)

test('the URL alone says what a list shows', () => {
  const filter = read('search=CHF%2F1&from=2026-01-01&to=2026-01-31&sort=-total_cost&status=paid&other=1')
  expect(listQueryOf(filter)).toEqual({
    search: 'CHF/1',
    start_date: '2026-01-01',
    end_date: '2026-01-31',
    sort: '-total_cost',
    as_of: '',
    as_of_position: undefined,
    status: 'paid',
  })
})

test('a default holds until the URL says otherwise, and can be cleared', () => {
  const defaults = { from: '2026-11-21' }
  expect(read('', [], defaults).from).toBe('2026-11-21')
  expect(read('from=', [], defaults).from).toBe('')
})

test('the days of a link in the spec’s names are the same days', () => {
  const defaults = { from: '2026-11-21', to: '2026-11-21' }
  const filter = read('start_date=2026-01-01&end_date=2026-01-31', [], defaults)
  expect([filter.from, filter.to]).toEqual(['2026-01-01', '2026-01-31'])
  expect(read('from=2026-02-02&start_date=2026-01-01', [], defaults).from).toBe('2026-02-02')
})

test('an address that says one day of a period leaves the other open, whatever is usual', () => {
  const defaults = { from: '2026-11-01', to: '2026-11-30' }
  const daysOf = (query: string) => {
    const { from, to } = read(query, [], defaults)
    return [from, to]
  }
  expect(daysOf('')).toEqual(['2026-11-01', '2026-11-30'])
  expect(daysOf('from=2027-01-01')).toEqual(['2027-01-01', ''])
  expect(daysOf('to=2026-01-31')).toEqual(['', '2026-01-31'])
  expect(daysOf('end_date=2026-01-31')).toEqual(['', '2026-01-31'])
  expect(daysOf('from=&to=')).toEqual(['', ''])
  expect(daysOf('from=soon')).toEqual(['2026-11-01', '2026-11-30'])
})

test('a period that is chosen is what the address then says, the usual one as well', () => {
  const usual = { from: '2026-11-01', to: '2026-11-30', sort: '-total' }
  const moved = (patch: Record<string, string>, standing = { from: '2026-11-01', to: '2026-11-30' }) => {
    const address = addressOf(patch, standing, usual)
    const said = Object.entries(address).filter((one): one is [string, string] => one[1] !== undefined)
    const { from, to } = read(String(new URLSearchParams(said)), [], usual)
    return { said: Object.fromEntries(said), from, to }
  }
  expect(moved({ to: '2026-11-15' })).toMatchObject({ from: '2026-11-01', to: '2026-11-15' })
  expect(moved({ from: '' })).toMatchObject({ from: '', to: '2026-11-30' })
  expect(moved({ from: '', to: '' })).toMatchObject({ from: '', to: '' })
  expect(moved({ from: '2026-11-01' }, { from: '', to: '2026-11-30' }).said).toEqual({
    ...{ from: '2026-11-01', to: '2026-11-30' },
  })
  expect(addressOf({ sort: '-total', search: 'ada' }, usual, usual)).toEqual({ sort: '-total', search: 'ada' })
  expect(addressOf({ status: '', search: '' }, usual, { status: 'billed' })).toEqual({ status: '', search: undefined })
  expect(addressOf({ from: '2026-01-01' }, { from: '', to: '' })).toEqual({
    ...{ from: '2026-01-01', to: undefined, start_date: undefined, end_date: undefined },
  })
})

test('what a screen sets by itself is written into the address, also that it sets nothing', () => {
  const unsaid = (query: string, defaults: Record<string, string>) => unsaidIn(new URLSearchParams(query), defaults)
  const month = { from: '2026-11-01', to: '2026-11-30' }
  expect(unsaid('', { status: 'billed' })).toEqual({ status: 'billed' })
  expect(unsaid('search=ada', { status: '' })).toEqual({ status: '' })
  expect(unsaid('status=', { status: 'billed' })).toBeUndefined()
  expect(unsaid('', month)).toEqual(month)
  for (const said of ['from=2026-01-01', 'end_date=2026-01-31', 'from=&to='])
    expect(unsaid(said, month)).toBeUndefined()
  expect(unsaid('', {})).toBeUndefined()
})

test('a link shows a reader with another default the same rows', () => {
  const choices = [{ name: 'status', options: [{ value: 'paid' }, { value: 'billed' }] }]
  const opened = (query: string, defaults: Record<string, string>) => {
    const params = new URLSearchParams(query)
    for (const [name, value] of Object.entries(unsaidIn(params, defaults) ?? {})) params.set(name, value ?? '')
    return { address: params.toString(), asked: listQueryOf(readFilter(params, choices, defaults)) }
  }
  const everybodys = [{ status: 'billed' }, { status: '' }, { status: 'paid' }]
  for (const own of everybodys)
    for (const others of everybodys) {
      const sent = opened('', own)
      expect(opened(sent.address, others)).toEqual(sent)
    }
})

test('as of is a recorded date or a position, never both', () => {
  expect(listQueryOf(read('as_of=position:41'))).toMatchObject({ as_of: '', as_of_position: '41' })
  expect(listQueryOf(read('as_of=2026-02-03'))).toMatchObject({ as_of: '2026-02-03', as_of_position: undefined })
})

test('what was typed as a moment is a date up to today or a whole position', () => {
  expect(parseAsOf('date', '21-11-2026', '2026-11-21')).toBe('2026-11-21')
  expect(parseAsOf('date', '22-11-2026', '2026-11-21')).toBeUndefined()
  expect(parseAsOf('position', ' 0041 ', '2026-11-21')).toBe('position:41')
  expect(parseAsOf('position', '-1', '2026-11-21')).toBeUndefined()
})

test('a report that is not of now says so', () => {
  expect(asOfText('')).toBe('')
  expect(asOfText('2026-02-03')).toBe('Figures as at the end of 3-2-2026.')
  expect(asOfText('position:41')).toBe('Figures as at log position 41.')
})

test('each filter that is set shows as a chip that can be taken away', () => {
  const status = { name: 'status', label: 'Status', options: [{ value: 'paid', label: 'Paid' }] }
  expect(chipsOf(read('search=ada&from=2026-01-01&to=2026-01-31&status=paid'), [status])).toEqual([
    { text: '"ada"', patch: { search: '' } },
    { text: '1-1-2026 to 31-1-2026', patch: { from: '', to: '' } },
    { text: 'Status: Paid', patch: { status: '' } },
  ])
  expect(chipsOf(read(''), [status])).toEqual([])
})

test('an open end reads as today, but where a list wants both days', () => {
  const textsOf = (query: string, isWhole: boolean) => chipsOf(read(query), [], isWhole).map(({ text }) => text)
  expect(textsOf('from=2026-01-01', false)).toEqual(['1-1-2026 to today'])
  expect(textsOf('to=2026-01-31', false)).toEqual(['the beginning to 31-1-2026'])
  expect(textsOf('from=2026-01-01', true)).toEqual(['From 1-1-2026'])
  expect(textsOf('to=2026-01-31', true)).toEqual(['To 31-1-2026'])
  expect(textsOf('from=2026-01-01&to=2026-01-31', true)).toEqual(['1-1-2026 to 31-1-2026'])
})

test('what was typed into the address and cannot be is left out and named; the rest holds', () => {
  const choices = [{ name: 'status', options: [{ value: 'paid' }] }, 'coe', { name: 'is_drug', options: [] }]
  const query = 'from=abc&to=2026-02-30&sort=%00&as_of=position:x&search=a%00b&status=nonsense&coe=7&is_drug=2'
  const filter = readFilter(new URLSearchParams(query), choices)
  expect(listQueryOf(filter)).toEqual({
    ...{ search: '', start_date: '', end_date: '', sort: '', as_of: '', as_of_position: undefined },
    ...{ status: '', coe: '', is_drug: '' },
  })
  const labels = { coe: 'Hospital', is_drug: 'Type', status: 'Status' }
  const selects = Object.entries(labels).map(([name, label]) => ({ name, label, options: [] }))
  expect(unreadWords(filter, selects)).toBe(
    'search "a?b", from "abc", to "2026-02-30", order "?", as of "position:x", Status "nonsense", Hospital "7", Type "2"',
  )
  const coe = '01970000-0000-7000-8000-000000000001'
  expect(readFilter(new URLSearchParams({ coe }), choices)).toMatchObject({ values: { coe }, unread: [] })
  expect(readFilter(new URLSearchParams('status=paid'), choices).unread).toEqual([])
  expect(readFilter(new URLSearchParams('category=6'), [{ name: 'category', isNumber: true }])).toMatchObject({
    values: { category: '6' },
    unread: [],
  })
  expect(readFilter(new URLSearchParams('category=06'), [{ name: 'category', isNumber: true }]).unread).toHaveLength(1)
})
