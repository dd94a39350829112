import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEvents } from '#domain/events.ts'
import { Day, Instant } from '#domain/kernel/dates.ts'
import { Kobo } from '#domain/kernel/money.ts'
import { Id, line, text } from '#domain/kernel/text.ts'
import { readSamples } from '#tests/support/event-samples.ts'
import { partsOf, unboundedBy } from '#tests/support/json-schema.ts'

const events = Object.entries(allEvents)

test.each(events)('every part of %s is bounded', (_, schema) => {
  const wrong = partsOf(schema).flatMap(({ path, schema: part }) => {
    const why = unboundedBy(part)
    return why === undefined ? [] : [`${path}: ${why}`]
  })
  expect(wrong).toEqual([])
})

test('what has no limit is found', () => {
  const bare = z.object({ a: z.string(), b: z.number(), c: z.array(text(5)), d: z.string().regex(/^x+$/), e: text(5) })
  const found = partsOf(bare).filter(({ schema }) => unboundedBy(schema) !== undefined)
  expect(found.map(({ path }) => path)).toEqual(['a', 'b', 'c', 'd'])
})

const HOSTILE = [
  'a\u0000b',
  'a\u0007b',
  'a\u202eb',
  'a\u2066b',
  'a\ud800b',
  '\udc00',
  'x'.repeat(100_000),
  Number.MAX_SAFE_INTEGER + 2,
  0.5,
  Number.NaN,
]

/** The same data with one of its leaves replaced, for each leaf. */
function* spoilt(value: unknown, by: unknown, path = ''): Generator<{ readonly path: string; readonly data: unknown }> {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === typeof by) yield { path, data: by }
    return
  }
  for (const [name, inner] of Object.entries(value))
    for (const { path: where, data } of spoilt(inner, by, `${path}.${name}`))
      yield {
        path: where,
        data: Array.isArray(value)
          ? value.map((one, at) => (String(at) === name ? data : one))
          : { ...value, [name]: data },
      }
}

test.each([...readSamples()])('no leaf of %s takes what no reader can hold', (_, { stored, expected }) => {
  const schema = allEvents[stored.type]?.strict()
  const accepted = HOSTILE.flatMap((by) =>
    [...spoilt(expected, by)].filter(({ data }) => schema?.safeParse(data).success === true),
  )
  expect(accepted.map(({ path }) => path)).toEqual([])
})

/** What tells things or people apart by a word: shown in one line, on screens and in files. */
const NAME = /name|code$|benefactor|profession|^\.role$|email|phone|link/i
const NOT_A_LINE = ['a\nb', 'a\tb', 'a\u200bb', 'a\u2028b', 'a\u00adb', 'a\u200db', 'a\u3164b']

test.each([...readSamples()])('no name in %s has a part that cannot be seen', (_, { stored, expected }) => {
  const schema = allEvents[stored.type]?.strict()
  const accepted = NOT_A_LINE.flatMap((by) =>
    [...spoilt(expected, by)].filter(({ path, data }) => NAME.test(path) && schema?.safeParse(data).success === true),
  )
  expect(accepted.map(({ path }) => path)).toEqual([])
})

test.each([
  [line(9), ['Ọlá Òjó', 'नि\u200dल', 'می\u200cخواهم', "O'Neil", ' '], ['a\u200db', '\u200dن', 'a\u202eb']],
  [text(3), ['', 'abc', 'a\nb', 'ọ́', '😀'], ['abcd', '\u0000', '\ud83d', '\u202e', '\u001b']],
  [Id, ['a', 'allocation:1', '0197a000-0000-7000-8000-000000000001'], ['', 'a b', 'ä', 'a\u0000', 'x'.repeat(201)]],
  [
    Day,
    ['1900-01-01', '2000-02-29', '2200-12-31'],
    ['0000-01-01', '1899-12-31', '2201-01-01', '2026-02-29', '2026-1-1', '+002026-01-01'],
  ],
  [
    Instant,
    ['1900-01-01T00:00:00.000Z', '2200-12-31T23:59:59.999Z'],
    ['0000-01-01T00:00:00Z', '2201-01-01T00:00:00Z', '2026-01-01T25:00:00Z', `2026-01-01T00:00:00.${'0'.repeat(50)}Z`],
  ],
  [Kobo, [0, -1, 4_000_000_000_000_000], [4_000_000_000_000_001, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '1']],
] as const)('%# holds its bounds', (schema: z.ZodType, good: readonly unknown[], bad: readonly unknown[]) => {
  expect(good.filter((value) => !schema.safeParse(value).success)).toEqual([])
  expect(bad.filter((value) => schema.safeParse(value).success)).toEqual([])
})
