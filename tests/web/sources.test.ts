import { expect, test } from 'vitest'
import { webSources } from '#scripts/start/build-web.ts'
import { importsOf, ROOT, sourceFiles } from '#tests/support/source-files.ts'

/** What a file imports, and what that imports. */
function allImportedBy(start: string): ReadonlySet<string> {
  const seen = new Set([start])
  for (const file of seen) if (sourceFiles.includes(file)) for (const next of importsOf(file).files) seen.add(next)
  return seen
}

test('the web is built again when anything has changed that is in it', async () => {
  const made = new Set(await webSources(ROOT))
  const imported = [...allImportedBy('web/main.tsx')]
  expect(imported).toContain('projections/money/transaction/fields.ts')
  expect(imported.filter((file) => !made.has(file))).toEqual([])
})
