import { expect, test } from 'vitest'
import { sourceFiles, textOf } from '#tests/support/source-files.ts'

const reading = sourceFiles.filter((file) => /^(api|projections)\//.test(file) && !file.includes('/migrations/'))

test('no statement compares or orders names by their letters: they have keys for it', () => {
  const byLetters =
    /\bilike\b|position\([^`]*\$\{[^}]*\} in lower\(|orderBy\('(\w+\.)?(\w*_)?name'\)|order by (\w+\.)?name\b/i
  // Of read models and processes, which operators read.
  const ours = ['api/same-log.ts', 'api/running/heartbeat.ts', 'api/health/own-tables.ts', 'projections/health.ts']
  expect(reading.filter((file) => byLetters.test(textOf(file)) && !ours.includes(file))).toEqual([])
})
