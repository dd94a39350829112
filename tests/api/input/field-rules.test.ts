import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { lagosDay } from '#domain/kernel/dates.ts'
import { nameOf } from '#scripts/fuzz/operations.ts'
import { apiRoutes } from '#tests/support/api-routes.ts'
import { startDemoApp } from '#tests/support/demo-app.ts'

const app = await startDemoApp()
const routes = await apiRoutes(app.context)
afterAll(() => app.end())

const DAY_MS = 86_400_000
const tomorrow = lagosDay(new Date(Date.now() + DAY_MS).toISOString())

/** A value that several bodies have: the names of its field, what none of them takes, and what each takes. */
const RULES = [
  { names: ['date_of_birth', 'dateOfBirth'], refused: [tomorrow, '2199-01-01', '1990-02-31', ''], taken: '1990-02-28' },
  {
    names: ['phone_number', 'support_line'],
    refused: ['0803123456', '2348031234567', '0803 123 456O', '(0803) 1234567'],
    taken: '+234 803-123 4567',
  },
  {
    names: ['amount', 'credit', 'price', 'funding_cap', 'second_person_above'],
    refused: ['-1', '-0', '1.250.000,00', '1250,50', 'N2m', '(500.00)', ''],
    taken: '1,250.00',
  },
  { names: ['coe_code', 'category_code', 'service_code'], refused: ['U CH', 'UCHIBA', ''], taken: ' UCH ' },
  { names: ['gender'], refused: ['', 'M', 'other', 'males', 'male, female'], taken: 'female' },
  { names: ['first_name', 'last_name'], refused: ['', ' A ', 'A\nB'], taken: 'Ada' },
]

/** The fields of a body with their names, a setting's value by its key; what is taken from elsewhere has no rule. */
function fieldsOf(schema: unknown): readonly (readonly [string, z.ZodType])[] {
  if (schema instanceof z.ZodObject) {
    const { key, value } = schema.shape
    const keys =
      key instanceof z.ZodLiteral || key instanceof z.ZodEnum ? [...('values' in key ? key.values : key.options)] : []
    const settings = value instanceof z.ZodType ? keys.map((name) => [String(name), value] as const) : []
    return [
      ...settings,
      ...Object.entries(schema.shape).flatMap(([name, inner]) => [[name, inner] as const, ...fieldsOf(inner)]),
    ]
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsOf)
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsOf(schema.unwrap())
  return []
}

const isUnused = (schema: z.ZodType) =>
  schema instanceof z.ZodUnknown || (schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodUnknown)

describe.each(RULES)('whatever body has $names', ({ names, refused, taken }) => {
  const fields = routes.flatMap((route) =>
    fieldsOf(route.body)
      .filter(([name, schema]) => names.includes(name) && !isUnused(schema))
      .map(([name, schema]) => ({ at: `${nameOf(route)} ${name}`, name, schema })),
  )

  test('takes the same', () => {
    expect(fields.filter(({ schema }) => !schema.safeParse(taken).success).map(({ at }) => at)).toEqual([])
    expect(new Set(fields.map(({ name }) => name)).size).toBeGreaterThan(0)
  })

  test.each(refused)('refuses %j', (value) => {
    expect(fields.filter(({ schema }) => schema.safeParse(value).success).map(({ at }) => at)).toEqual([])
  })
})
