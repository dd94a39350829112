import { expect, test } from 'vitest'
import { importsOf, sourceFiles } from '#tests/support/source-files.ts'

const WHOLE = ['commands/log/verify/verify.ts', 'api/verify/portal-checks.ts']
/** Types alone: what a check found. */
const READS_WHAT_WAS_FOUND = ['commands/integrity/nightly.ts', 'scripts/verify.ts']

test('whoever checks the whole log checks all that is kept beside it: there is one way to do it', () => {
  const callers = sourceFiles.filter(
    (file) => !/^tests\//.test(file) && importsOf(file).files.some((one) => WHOLE.includes(one)),
  )
  expect(callers.filter((file) => !READS_WHAT_WAS_FOUND.includes(file))).toEqual(['api/verify/verify-portal.ts'])
  for (const file of ['scripts/verify.ts', 'api/integrity/log-checks.ts'])
    expect(importsOf(file).files).toContain('api/verify/verify-portal.ts')
})
