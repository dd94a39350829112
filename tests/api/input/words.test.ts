import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { inputCompiler } from '#api/plugins/input.ts'
import { brokenOf } from '#scripts/fuzz/broken.ts'
import { inputSchemaOf } from '#scripts/fuzz/json-schema.ts'
import { nameOf } from '#scripts/fuzz/operations.ts'
import { apiRoutes } from '#tests/support/api-routes.ts'
import { startDemoApp } from '#tests/support/demo-app.ts'

/** Words of the validator itself, in any of its messages; one of the spec's is like them (messages.tsv, M031). */
const NOT_OURS =
  /Invalid(?! email address$)|Too (small|big)|Unrecognized|: expected|received|must match|nonoptional|undefined|something else/
/** Of each part of each call: enough for every field to be broken in every way. */
const TRIES = 400
/** What people type into an address. */
const TYPED = ['', ' ', 'x', '-1', '1.5', '1e3', '2026-13-01', '2026-02-30', 'yesterday', '99999999999999999999', '[]']

const demo = await startDemoApp()
const routes = await apiRoutes(demo.context)
afterAll(() => demo.end())

type Refused = { readonly error?: { readonly message: string; readonly errors?: Readonly<Record<string, string[]>> } }
function refusalOf(schema: z.ZodType, input: unknown): Refused['error'] {
  const check = inputCompiler({ schema, method: '', url: '' } as never)
  return (check(input) as Refused).error
}

/** Every value of the parts of a call with a rule broken: as the fuzz breaks them, and as people type. */
function brokenInputs(schema: z.ZodType): readonly unknown[] {
  const json = inputSchemaOf(schema)
  const typed = Object.keys(json.properties ?? {}).flatMap((name) => TYPED.map((value) => ({ [name]: value })))
  return [
    undefined,
    null,
    'text',
    [],
    ...typed,
    ...fc.sample(
      brokenOf(json, () => []),
      { numRuns: TRIES, seed: 7 },
    ),
  ]
}

test.each(routes.map((route) => [nameOf(route), route] as const))(
  'what %s refuses it refuses in the words of the house',
  (_, { params, querystring, body }) => {
    const foreign = [params, querystring, body].flatMap((schema) => {
      if (schema === undefined) return []
      return brokenInputs(schema).flatMap((input) => {
        const refused = refusalOf(schema, input)
        const said = Object.entries(refused?.errors ?? {}).flatMap(([field, texts]) =>
          texts.map((text) => `${field}: ${text}`),
        )
        return refused !== undefined && said.length === 0 ? ['no field is named'] : said
      })
    })
    expect([...new Set(foreign.filter((text) => NOT_OURS.test(text.replace(/^[^:]*: /, ''))))]).toEqual([])
  },
)

test.each(['name', 'id'])(
  'a place in the list of drugs with what no table holds in its %s is no place',
  async (part) => {
    const place = { name: 'x', id: 'x', [part]: '\0' }
    const after = Buffer.from(JSON.stringify(place)).toString('base64url')
    const answer = await (await demo.as('DOCTOR')).get(`/api/product?after=${after}`)
    expect([answer.statusCode, answer.json<{ errors: unknown }>().errors]).toEqual([
      422,
      { after: ['This page does not exist; start again from the first'] },
    ])
  },
)

test.each([
  ['as_of=yesterday', 'as_of', 'As of must be a date, such as 2026-03-31'],
  ['as_of=2026-02-30', 'as_of', 'As of must be a date, such as 2026-03-31'],
  ['as_of_position=x', 'as_of_position', 'This must be a whole number'],
  ['limit=x', 'limit', 'This must be a whole number'],
  ['start_date=31.3.2026', 'start_date', 'Start date must be a date, such as 2026-03-31'],
  ['sort=%21', 'sort', 'This list cannot be sorted by that'],
  ['is_drug=2', 'is_drug', 'Is drug must be one of 0, 1'],
  ['after=x', 'after', 'This page does not exist; start again from the first'],
])('a list that is asked with %s says so', async (query, field, message) => {
  const auditor = await demo.as('AUDITOR')
  const answer = await auditor.get(`/api/transactions?${query}`)
  expect([answer.statusCode, answer.json<{ errors: unknown }>().errors]).toEqual([422, { [field]: [message] }])
})
