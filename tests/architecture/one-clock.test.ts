import { expect, test } from 'vitest'
import { sourceFiles, textOf } from '#tests/support/source-files.ts'

/** Where the machine's clock may be asked, and why nothing goes by what it says. */
const JUDGED: readonly string[] = [
  'commands/clock.ts', // tells by how much it is off
  'commands/log/memory/log.ts', // the log of tests and simulations
]

/** Of the tools, those that write to a portal, or judge one. */
const TOOLS = ['erase.ts', 'open-again.ts', 'rebuild.ts', 'verify.ts', 'writing-log.ts'].map(
  (name) => `scripts/${name}`,
)
const isOfPortal = (file: string) =>
  /^(api|commands|domain|projections|scripts\/(erase|rebuild|restore|start))\//.test(file) || TOOLS.includes(file)

// Any machine's clock may be set at any time; what goes by it ends sessions, deletes, numbers and signs at the wrong time.
test('the portal goes by one clock, and not by the machine’s', () => {
  const asking = sourceFiles.filter((file) => isOfPortal(file) && /\bDate\.now\b|\bnew Date\(\)/.test(textOf(file)))
  expect(asking).toEqual(JUDGED)
})

// A file's times are those of the machine whose disk it is.
test('nothing goes by the times of files', () => {
  const asking = sourceFiles.filter((file) => isOfPortal(file) && /\b([acm]time|birthtime)(Ms)?\b/.test(textOf(file)))
  expect(asking).toEqual([])
})
