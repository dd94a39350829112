import { describe, expect, test } from 'vitest'
import { withSection } from '#scripts/bench/page.ts'
import { medianOf, pairedRounds, pick, quantile, ratioOf, ratioText } from '#scripts/bench/rounds.ts'

test('every round runs every design once, each round beginning with another one', async () => {
  const order: string[] = []
  const design = (name: string) => ({ name, run: async () => order.push(name) })
  const figures = await pairedRounds(3, ['a', 'b', 'c'].map(design))
  expect(order.join('')).toBe('abcbcacab')
  expect([...figures.values()].map((runs) => runs.length)).toEqual([3, 3, 3])
})

test('a quantile lies between the figures next to it, whatever their order', () => {
  expect(quantile([40, 10, 30, 20], 0.5)).toBe(25)
  expect(quantile([3, 1, 2], 0.5)).toBe(2)
  expect(quantile([5], 0.99)).toBe(5)
  expect(quantile([0, 100], 0.95)).toBeCloseTo(95)
  expect(() => quantile([], 0.5)).toThrow(RangeError)
})

test('a ratio is taken round by round: one bad round does not make it', () => {
  const rounds = new Map([
    ['ours', [200, 20, 220]],
    ['theirs', [100, 10, 100]],
  ])
  const ratio = ratioOf(rounds, 'ours', 'theirs')
  expect(ratio).toEqual({ middle: 2, least: 2, most: 2.2 })
  expect(ratioText(ratio)).toBe('2.00x (2.00 to 2.20)')
  expect(medianOf(rounds, 'ours')).toBe(200)
})

test('one figure is picked from each run', () => {
  const rounds = new Map([
    [
      'x',
      [
        { p50: 1, p99: 9 },
        { p50: 2, p99: 8 },
      ],
    ],
  ])
  expect(pick(rounds, ({ p99 }) => p99).get('x')).toEqual([9, 8])
})

describe('a section of the page of benchmarks is written in its place', () => {
  const names = ['append', 'csv', 'line']
  const section = (name: string, text: string) => `<!-- ${name} -->\n${text}\n<!-- /${name} -->`
  const page = `# Benchmarks\n\n${section('append', 'old')}\n\n${section('line', 'line')}\n\n## Verify\n\nBy hand.\n`
  const inOrder = (text: string) => text.split('\n').filter((line) => line !== '')

  test('over what it said before, and what people wrote stays', () => {
    expect(withSection(page, names, 'append', 'new $& words')).toBe(page.replace('old', () => 'new $& words'))
  })

  test('between the others where it is new', () => {
    const lines = inOrder(withSection(page, names, 'csv', 'new'))
    expect(lines.indexOf('new')).toBe(lines.indexOf('<!-- /append -->') + 2)
    expect(lines).toEqual(expect.arrayContaining(inOrder(page)))
  })

  test('before the first where none of those before it is there, and at the end where none is', () => {
    const lines = inOrder(withSection(page, ['csv', ...names], 'csv', 'new'))
    expect(lines.slice(0, 3)).toEqual(['# Benchmarks', '<!-- csv -->', 'new'])
    const only = inOrder(withSection('# Benchmarks\n\n## Verify\n', names, 'csv', 'new'))
    expect(only).toEqual(['# Benchmarks', '## Verify', '<!-- csv -->', 'new', '<!-- /csv -->'])
  })
})
