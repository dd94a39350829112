import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AppContext } from '#api/context.ts'
import { nameOf, operationsOf } from '#scripts/fuzz/operations.ts'
import { ROOT } from '#tests/support/source-files.ts'

// What each role gets of a route is asked by tests/api/authorization/matrix.test.ts.
test('each route has a row in the matrix of who gets what, and each row a route', async () => {
  // Nothing is asked of the context: endpoints are only declared.
  const routes = await operationsOf({} as AppContext)
  const text = readFileSync(join(ROOT, 'tests', 'api', 'authorization', 'matrix.tsv'), 'utf8')
  const rows = text.trim().split('\n').slice(1)
  expect([...new Set(rows.map((row) => row.split('\t')[0]))].sort()).toEqual(routes.map(nameOf).sort())
})
