import fc from 'fast-check'
import type { JsonSchema } from './json-schema.ts'
import { type Known, valuesOf } from './valid.ts'

type Fields = Readonly<Record<string, unknown>>

/** Values that fit a schema but for one rule: a field missing or too many, of another type, out of bounds. */
export function brokenOf(schema: JsonSchema, known: Known, field = ''): fc.Arbitrary<unknown> {
  const { type, anyOf = schema.oneOf } = schema
  if (anyOf !== undefined) return fc.constantFrom(...wrongFor({ type: 'union' }))
  if (type === 'array') {
    const { items = {}, minItems = 0, maxItems } = schema
    const few = minItems === 0 ? [] : [fc.constant([])]
    const many =
      maxItems === undefined ? [] : [valuesOf(items, known, field).map((one) => Array(maxItems + 1).fill(one))]
    return fc.oneof(
      fc.constantFrom(...wrongFor(schema)),
      brokenOf(items, known, field).map((one) => [one]),
      ...few,
      ...many,
    )
  }
  if (type !== 'object') return fc.constantFrom(...wrongFor(schema))
  const { properties = {}, required = [] } = schema
  const valid = valuesOf(schema, known) as fc.Arbitrary<Fields>
  const spoilt = Object.entries(properties).map(([name, part]) =>
    fc.tuple(valid, brokenOf(part, known, name)).map(([fields, wrong]) => ({ ...fields, [name]: wrong })),
  )
  const missing = required.map((name) => valid.map(({ [name]: _, ...rest }) => rest))
  return fc.oneof(
    valid.map((fields) => ({ ...fields, no_such_field: 1 })),
    ...spoilt,
    ...missing,
  )
}

/** Values that no schema of this type takes, or should take without another look. */
function wrongFor({ type, minLength = 0, maxLength, minimum, maximum }: JsonSchema): readonly unknown[] {
  switch (type) {
    case 'string':
      return [
        5,
        true,
        null,
        [],
        {},
        ['x'],
        ...(minLength > 0 ? ['', '   '] : []),
        'x'.repeat((maxLength ?? 5_000) + 1),
        'no such value',
      ]
    case 'integer':
    case 'number': {
      const beyond = [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])]
      return [
        '',
        'three',
        true,
        null,
        [],
        [1],
        {},
        '0x10',
        '1e3',
        ' 5 ',
        '5.0',
        '-1',
        1.5,
        1e21,
        '9'.repeat(50),
        ...beyond,
      ]
    }
    default:
      return ['text', 5, true, null, [], {}]
  }
}
