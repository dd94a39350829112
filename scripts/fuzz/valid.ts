import fc from 'fast-check'
import { READABLE } from '#domain/kernel/text.ts'
import type { JsonSchema } from './json-schema.ts'

/** Values that are there, for a field of that name: ids of records, and amounts. None: anything that fits will do. */
export type Known = (field: string) => readonly string[]

const ANYTHING: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme' })

/** Values that fit a schema, most often with records that there are. `field` is what the value is called. */
export function valuesOf(schema: JsonSchema, known: Known, field = ''): fc.Arbitrary<unknown> {
  const { type, anyOf = schema.oneOf } = schema
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((one) => valuesOf(one, known, field)))
  switch (type) {
    case 'object':
      return objectsOf(schema, known)
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 5 } = schema
      return fc.array(valuesOf(items, known, field), {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + 4),
      })
    }
    case 'string':
      return textsOf(schema, known(field))
    case 'integer':
      return wholeNumbersOf(schema)
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return ANYTHING
  }
}

/** Asked for by most reports, and by each step of the payment chain. */
const PERIOD = /^(start|end)_date$/

function objectsOf({ properties = {}, required = [] }: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, part]) => {
    const values = valuesOf(part, known, name)
    const isOptional = !required.includes(name) && !PERIOD.test(name)
    // Most of the time without: of many filters at once, two always contradict each other.
    const maybe = isOptional ? fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, values) : values
    return maybe.map((value) => [name, value] as const)
  })
  return fc
    .tuple(...fields)
    .map((pairs) => inOrder(Object.fromEntries(pairs.filter(([, value]) => value !== undefined))))
}

/** A period that ends before it begins is no valid one. */
function inOrder(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { start_date: start, end_date: end } = fields
  const isTurned = typeof start === 'string' && typeof end === 'string' && end < start
  return isTurned ? { ...fields, start_date: end, end_date: start } : fields
}

function wholeNumbersOf({ minimum = -1_000, maximum = 1_000 }: JsonSchema): fc.Arbitrary<number> {
  const small = fc.integer({ min: minimum, max: Math.min(maximum, minimum + 20) })
  return fc.oneof(
    { weight: 3, arbitrary: small },
    { weight: 1, arbitrary: fc.maxSafeInteger().map((one) => Math.min(maximum, Math.max(minimum, one))) },
  )
}

const DAYS = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc.date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
    },
    {
      weight: 1,
      arbitrary: fc.date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true }),
    },
  )
  .map((at) => at.toISOString())

function textsOf(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const any = anyTextOf(schema)
  if (known.length === 0) return any
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: any })
}

function anyTextOf({ format, minLength = 0, maxLength: most, pattern, allOf = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const maxLength = most ?? 60
  if (format === 'date') return DAYS.map((at) => at.slice(0, 10))
  if (format === 'date-time') return DAYS
  if (format === 'uuid') return fc.uuid()
  const own = [pattern, ...allOf.map((one) => one.pattern)].find((one) => one !== undefined && one !== READABLE.source)
  if (own !== undefined && most === undefined) return fc.stringMatching(new RegExp(own))
  // What a pattern repeats stays short, so that most are whole within the length.
  if (own !== undefined)
    return fc.stringMatching(new RegExp(own), { size: 'xsmall' }).map((text) => text.slice(0, most))
  const lengths = { minLength, maxLength: Math.min(maxLength, minLength + 30) }
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ ...lengths, unit: 'grapheme-ascii' }) },
    {
      weight: 2,
      arbitrary: fc
        .string({ ...lengths, unit: 'binary' })
        .map((text) => text.toWellFormed().replaceAll('\0', '').slice(0, maxLength)),
    },
    { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) },
  )
}
