import { expect, test } from 'vitest'
import { readModels } from '#projections/read-models.ts'
import { importsOf, sourceFiles, textOf } from '#tests/support/source-files.ts'

const NAMES = readModels.map(({ name }) => name).join('|')
/** Ways of naming a table: in SQL, to Kysely, as an identifier. */
const NAMED = new RegExp(`\\b(from|join)\\s+(${NAMES})(_history)?\\b|(From|Join)\\('|sql\\.table\\(`, 'g')

const within = (...folders: readonly string[]) =>
  sourceFiles.filter((file) => folders.some((one) => file.startsWith(one)))

test('whoever reads as of a moment names no table', () => {
  const ways = ['projections/moment.ts', 'projections/report/report.ts', 'api/report/read-as-of.ts']
  const readers = within('projections/', 'api/').filter(
    (file) => file !== ways[0] && importsOf(file).files.some((one) => ways.includes(one)),
  )
  expect(readers.length).toBeGreaterThan(20)
  const named = readers.flatMap((file) => (textOf(file).match(NAMED) ?? []).map((what) => `${file}: ${what}`))
  expect(named).toEqual([])
})

// An erased person's rows are emptied as the engine has them, live and past.
test('the tables of a position are had from a moment alone', () => {
  const makers = within('projections/', 'api/', 'commands/', 'scripts/').filter((file) =>
    /\b(asOfTable|valueAsOf|servingTables)\b/.test(textOf(file)),
  )
  expect(makers.filter((file) => !file.startsWith('projections/engine/')).toSorted()).toEqual([
    'projections/as-of.ts',
    'projections/empty-person.ts',
    'projections/moment.ts',
  ])
})
