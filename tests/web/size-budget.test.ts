import { expect, test } from 'vitest'
import { weigh } from '#scripts/check-web-size.ts'
import type { Fetched } from '#scripts/web/fetched.ts'

const fetched: Fetched = {
  entry: ['index.js', 'style.css'],
  shell: ['shell.js'],
  grid: ['grid.js', 'more.js'],
  chart: ['chart.js'],
  bills: ['bills.js'],
  screens: {
    'features/sign-in/sign-in-screen.tsx': { now: ['sign-in.js'], later: ['more.js'] },
    'features/billing/billing-screen.tsx': { now: ['billing.js', 'more.js'], later: ['grid.js'] },
  },
}
const sizes: Record<string, number> = {
  'index.js': 130_000,
  'style.css': 20_000,
  'shell.js': 50_000,
  'sign-in.js': 1_000,
  'more.js': 4_000,
  'billing.js': 5_000,
  'grid.js': 240_000,
  'chart.js': 180_000,
  'bills.js': 14_000,
}
const weights = (of: Fetched) =>
  Object.fromEntries(weigh(of, (file) => sizes[file] ?? 0).map(({ part, kilobytes }) => [part, kilobytes]))
const wrong = (of: Fetched, size = sizes) =>
  weigh(of, (file) => size[file] ?? 0).flatMap((line) => (line.wrong === undefined ? [] : [line.part]))

test('a screen counts what it adds, its lazy grid included', () => {
  expect(weights(fetched)).toMatchObject({
    entry: 150,
    'shell, once signed in': 50,
    'features/sign-in/sign-in-screen.tsx': 5,
    'features/billing/billing-screen.tsx': 249,
  })
  expect(wrong(fetched)).toEqual([])
})

test('a part above its budget is named', () => {
  expect(wrong(fetched, { ...sizes, 'style.css': 90_000 })).toEqual(['entry'])
  expect(wrong(fetched, { ...sizes, 'grid.js': 320_000 })).toEqual(['grid', 'features/billing/billing-screen.tsx'])
})

test('what a bill opens with is beside the budget of a grid, and has its own', () => {
  const screens = {
    'features/lists/bills.tsx': { now: ['bills.js'], later: ['grid.js'] },
    'features/lists/others.tsx': { now: ['billing.js'], later: ['grid.js'] },
  }
  const size = { ...sizes, 'grid.js': 321_000, 'more.js': 0 }
  expect(wrong({ ...fetched, screens }, size)).toEqual(['features/lists/others.tsx'])
  expect(wrong({ ...fetched, screens }, { ...size, 'bills.js': 23_000 })).toContain('bills')
})

test("a patients' screen that brings the grid is refused, however light", () => {
  const screens = { 'features/sign-in/sign-in-screen.tsx': { now: ['sign-in.js'], later: ['grid.js'] } }
  expect(wrong({ ...fetched, screens })).toEqual(['features/sign-in/sign-in-screen.tsx'])
})
