import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { nameOf } from '#scripts/fuzz/operations.ts'
import { apiRoutes } from '#tests/support/api-routes.ts'
import { startDemoApp } from '#tests/support/demo-app.ts'

const demo = await startDemoApp()
const routes = await apiRoutes(demo.context)
afterAll(() => demo.end())

const NAME = /name|code$|benefactor|email|profession/i
const NO_NAMES = ['ab\ncd', 'ab\u200bcd', 'ab\u202ecd', 'ab\u0007cd', 'ab\u2028cd', 'ab\u200dcd']

/** Of an order of drugs, what is said of the patient is left aside: the portal knows it (spec, C7). */
const UNUSED = 'POST /api/transaction/chf'

/** Every field of a body, with its schema, in lists and in what may be left out too. */
function* fieldsOf(schema: unknown, path = ''): Generator<{ readonly path: string; readonly schema: z.ZodType }> {
  if (schema instanceof z.ZodObject)
    for (const [name, part] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
      yield { path: `${path}${name}`, schema: part }
      yield* fieldsOf(part, `${path}${name}.`)
    }
  if (schema instanceof z.ZodArray) yield* fieldsOf(schema.element, path)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    yield* fieldsOf(schema.unwrap(), path)
}

const named = routes.flatMap(({ body, ...route }) =>
  (nameOf(route) === UNUSED ? [] : [...fieldsOf(body)])
    .filter(({ path }) => NAME.test(path) && !path.endsWith('_id'))
    .map((field) => [`${field.path} of ${nameOf(route)}`, field.schema] as const),
)

test('there are names', () => expect(named.length).toBeGreaterThan(8))
test.each(named)('%s takes nothing that cannot be seen in one line', (_, schema) => {
  expect(NO_NAMES.filter((name) => schema.safeParse(name).success)).toEqual([])
})

/** Taken apart, with two blanks and one that does not break, as a phone may send it. */
const TYPED = 'O\u0323la\u0301  Bello\u00a0Ade '
const taken = named.flatMap(([what, schema]) => {
  // What tells an account or a thing apart, and is no name, is not looked for by its letters.
  if (!/name|benefactor|profession/i.test(what.split(' of ')[0] ?? '')) return []
  const { success, data } = schema.safeParse(TYPED)
  return success ? [[what, data] as const] : []
})
test('there are names that are taken so', () => expect(taken.length).toBeGreaterThan(8))
test.each(taken)('%s is taken in its canonical form', (_, name) => expect(name).toBe('Ọlá Bello Ade'.normalize('NFC')))

test('a name with a control that turns its direction is refused by its field', async () => {
  const admin = await demo.as('FUND_ADMIN')
  const answer = await admin.post('/api/pool/credit', { benefactor: 'Ada \u202eabulO', credit: '5.00' })
  const said = 'Must be one line, without invisible characters'
  expect([answer.statusCode, answer.json()]).toEqual([422, { message: said, errors: { benefactor: [said] } }])
})
