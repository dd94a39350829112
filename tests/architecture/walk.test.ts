import { expect, test } from 'vitest'
import { importsOf, sourceFiles, textOf } from '#tests/support/source-files.ts'

/** The files of docs/a-bill.md in their order. */
const steps = [...textOf('docs/a-bill.md').matchAll(/^(\d+)\. (⇢ )?`([^`]+)`/gm)].map(
  ([, number, leap, file = '']) => ({
    number: Number(number),
    isLeap: leap !== undefined,
    file,
  }),
)

test('a bill from the click to its CSV meets at most 35 files, and they are there', () => {
  expect(steps.map(({ number }) => number)).toEqual(steps.map((_, index) => index + 1))
  expect(steps.length).toBeGreaterThan(25)
  expect(steps.length).toBeLessThanOrEqual(35)
  expect(steps.filter(({ file }) => !sourceFiles.includes(file))).toEqual([])
})

test('each is led to by one before it, but where the walk says that it leaps', () => {
  const lost = steps.filter(({ isLeap, file }, index) => {
    const isLedTo = steps.slice(0, index).some((before) => importsOf(before.file).files.includes(file))
    return index > 0 && isLedTo === isLeap
  })
  expect(lost).toEqual([])
})
