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

test('every name that comes in is taken into its canonical form', () => {
  const bodies = sourceFiles.filter((file) => /^api\/.*\/contracts\//.test(file))
  const name = /^\s+(\w*_names?|name|benefactor|profession|(first|last)Name): ?(line|text|requiredText)\(/m
  expect(bodies.filter((file) => name.test(textOf(file)))).toEqual([])
  // Of those that there are, some are found.
  const taken = bodies.filter((file) => /_name: requiredLine\(/.test(textOf(file)))
  expect(taken.length).toBeGreaterThan(5)
})
