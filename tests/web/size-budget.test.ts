import { expect, test } from 'vitest'
import { type Manifest, weigh } from '#scripts/check-web-size.ts'

const manifest: Manifest = {
  'index.html': {
    file: 'index.js',
    css: ['index.css'],
    isEntry: true,
    imports: ['_shared.js'],
    dynamicImports: [
      'shell/signed-in-frame.tsx',
      'features/sign-in/sign-in-screen.tsx',
      'features/billing/billing-screen.tsx',
    ],
  },
  '_shared.js': { file: 'shared.js' },
  'shell/signed-in-frame.tsx': { file: 'frame.js', imports: ['index.html'] },
  'features/sign-in/sign-in-screen.tsx': { file: 'sign-in.js', imports: ['_shared.js', '_form.js'] },
  '_form.js': { file: 'form.js' },
  'features/billing/billing-screen.tsx': {
    file: 'billing.js',
    imports: ['_form.js', 'index.html'],
    dynamicImports: ['ui/data-grid/grid-table.tsx'],
  },
  'ui/data-grid/grid-table.tsx': { file: 'grid.js' },
}
const sizes: Record<string, number> = {
  'index.js': 100_000,
  'index.css': 20_000,
  'shared.js': 30_000,
  'frame.js': 50_000,
  'sign-in.js': 1_000,
  'form.js': 4_000,
  'billing.js': 5_000,
  'grid.js': 240_000,
}
const weights = (of: Manifest) =>
  Object.fromEntries(weigh(of, (file) => sizes[file] ?? 0).map(({ part, kilobytes }) => [part, kilobytes]))
const wrong = (of: Manifest, size = sizes) =>
  weigh(of, (file) => size[file] ?? 0).flatMap((line) => (line.wrong === undefined ? [] : [line.part]))

test('the entry counts all that it imports, a screen what it adds, its lazy grid included', () => {
  expect(weights(manifest)).toMatchObject({
    entry: 150,
    'shell, once signed in': 50,
    'features/sign-in/sign-in-screen.tsx': 5,
    'features/billing/billing-screen.tsx': 249,
  })
  expect(wrong(manifest)).toEqual([])
})

test('a part above its budget is named', () => {
  expect(wrong(manifest, { ...sizes, 'index.css': 90_000 })).toEqual(['entry'])
  expect(wrong(manifest, { ...sizes, 'grid.js': 290_000 })).toContain('features/billing/billing-screen.tsx')
})

test("a patients' screen that brings the grid is refused, however light", () => {
  const heavy = {
    ...manifest,
    'features/sign-in/sign-in-screen.tsx': { file: 'sign-in.js', dynamicImports: ['ui/data-grid/grid-table.tsx'] },
  }
  expect(wrong(heavy)).toEqual(['features/sign-in/sign-in-screen.tsx'])
})
