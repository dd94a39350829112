import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { nameOf } from '#scripts/fuzz/operations.ts'
import { digits } from '#api/contracts/input.ts'
import { apiRoutes } from '#tests/support/api-routes.ts'
import { startDemoApp } from '#tests/support/demo-app.ts'
import { partsOf, unboundedBy } from '#tests/support/json-schema.ts'

const app = await startDemoApp()
const routes = await apiRoutes(app.context)
afterAll(() => app.end())

describe.each(routes.map((route) => [nameOf(route), route] as const))('%s', (_, { params, querystring, body, url }) => {
  const inputs = Object.entries({ params, querystring, body }).flatMap(([part, schema]) =>
    schema === undefined ? [] : partsOf(schema).map((leaf) => ({ ...leaf, path: `${part}.${leaf.path}` })),
  )

  test('takes no text, number or list without a limit', () => {
    const wrong = inputs.flatMap(({ path, schema }) => {
      const why = unboundedBy(schema)
      return why === undefined ? [] : [`${path}: ${why}`]
    })
    expect(wrong).toEqual([])
  })

  test('declares the parameters of its path', () => {
    const named = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const declared = inputs.filter(({ path }) => path.startsWith('params.') && path !== 'params.')
    expect(declared.map(({ path }) => path.slice('params.'.length)).sort()).toEqual(named.sort())
  })

  if (body !== undefined)
    test('takes no field that it does not know', () => {
      const open = inputs.filter(
        ({ path, schema }) =>
          path.startsWith('body') && schema.type === 'object' && schema.additionalProperties !== false,
      )
      expect(open.map(({ path }) => path)).toEqual([])
    })
})

test.each([
  [3, true],
  ['3', true],
  ['007', true],
  [true, false],
  [null, false],
  ['', false],
  [' 3 ', false],
  ['0x3', false],
  ['3e0', false],
  ['3.0', false],
  [3.5, false],
  [['3'], false],
  [[], false],
  [{}, false],
  ['9'.repeat(400), false],
])('a whole number is a number or text of digits: %j', (value, isTaken) => {
  expect(digits(1, 10).safeParse(value).success).toBe(isTaken)
})

test('a number that may be left out may be left out', () => {
  const schema = z.strictObject({ limit: digits(1, 10).optional(), months: digits(1, 12).default(6) })
  expect(schema.parse({})).toEqual({ months: 6 })
  expect(z.strictObject({ limit: digits(1, 10) }).safeParse({}).success).toBe(false)
})
