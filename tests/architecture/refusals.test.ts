import { expect, test } from 'vitest'
import { ANSWERS } from '#api/refusals.ts'
import { CHAIN_NOS } from '#domain/kernel/chain.ts'
import { sourceFiles, textOf } from '#tests/support/source-files.ts'

/** Each code with the files that say no with it. */
const said = new Map<string, string[]>()
// A label of a status is no refusal.
const isLabels = (name: string) => name === 'domain/kernel/status-labels.ts'
for (const file of sourceFiles.filter((name) => /^(domain|commands)\//.test(name) && !isLabels(name))) {
  for (const [, code = ''] of textOf(file).matchAll(/\b(?:refuse(?:<\w+>)?\(|refused: )'(\w+)'/g)) {
    said.set(code, [...(said.get(code) ?? []), file])
  }
  // All claims say no in the same way, each by its own name.
  for (const [, code = ''] of textOf(file).matchAll(/ = claims\('\w+', '\w+', '(\w+)'/g)) said.set(code, [file])
  // All acts of two people say no in the same three ways, each by its own names.
  for (const [, code = ''] of textOf(file).matchAll(/\b(?:notWaiting|samePerson|ofAnother): '(\w+)'/g))
    said.set(code, [file])
  // A chain says the same no's whatever it is of, under its own name.
  for (const [, of = ''] of textOf(file).matchAll(/ = chain\(\s*'(\w+)'/g))
    for (const no of CHAIN_NOS) said.set(`${of}_${no}`, [file])
}

/** The codes that have an answer. */
const answered = new Set<string>(Object.keys(ANSWERS))

test('every refusal of every rule has an answer over HTTP', () => {
  expect(said.size).toBeGreaterThan(30)
  const silent = [...said].filter(([code]) => !answered.has(code)).map(([code, files]) => `${code} (${files.join()})`)
  expect(silent).toEqual([])
})

test('every answer is to a refusal that some rule says', () => {
  expect([...answered].filter((code) => !said.has(code))).toEqual([])
})

test('a refusal is named after its aggregate, in snake case', () => {
  expect([...said.keys()].filter((code) => !/^[a-z]+(_[a-z]+)+$/.test(code))).toEqual([])
})

test('every decider has a test of its rules and properties', () => {
  const deciders = sourceFiles.filter(
    (file) => /^domain\//.test(file) && /export const \w+(: Decider<| = claims\()/.test(textOf(file)),
  )
  expect(deciders.length).toBeGreaterThan(10)
  const tests = sourceFiles.filter((file) => file.startsWith('tests/domain/')).map(textOf)
  const untested = deciders.filter((file) => {
    const name = /export const (\w+)(?:: Decider<| = claims\()/.exec(textOf(file))?.[1] ?? 'no name'
    return !tests.some((text) => text.includes(`describeDeciderProperties(${name},`))
  })
  expect(untested).toEqual([])
})
