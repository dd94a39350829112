import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, textOf } from '#tests/support/source-files.ts'

/** Programs that people run by a name of npm's own, and that take options. */
const tools = readdirSync(join(ROOT, 'scripts'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ name: file.slice(0, -'.ts'.length), text: textOf(`scripts/${file}`) }))
  .filter(({ name, text }) => name !== 'test' && /\bparseArgs\(/.test(text))

// That one ends so, saying just this, is shown by a real start: tests/scripts/start-refusals.test.ts.
test.each(tools)('$name says what ended it, its usage where it knows an option not, and no stack', ({ name, text }) => {
  expect(text).toMatch(new RegExp(`^const HELP = \`Usage: npm run ${name} `, 'm'))
  // Options are read where what is thrown is shown, and one that is not listed is thrown.
  expect(text).not.toMatch(/^(const|let) .*\bparseArgs\(|\bstrict: false\b/m)
  expect(text).toMatch(/(catch \(error\) \{|\.catch\(\(error: unknown\) => \{)\n\s+showEnd\(error, HELP\)\n/)
})

test('the tools are those of npm', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
  const named = Object.entries(scripts).flatMap(([name, line]) => (line.endsWith(`scripts/${name}.ts`) ? [name] : []))
  expect(tools.map(({ name }) => name).sort()).toEqual(named.sort())
})
