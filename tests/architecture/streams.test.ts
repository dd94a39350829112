import { expect, test } from 'vitest'
import { allEvents } from '#domain/events.ts'
import { allStreams } from '#domain/streams.ts'
import { SEAL_TYPE } from '#commands/log/seals/seal.ts'
import { sourceFiles, textOf } from '#tests/support/source-files.ts'

test('every event is of the streams of one aggregate, which verify replays', () => {
  const held = allStreams.flatMap(({ events }) => Object.keys(events))
  // Seals prove themselves (commands/log/verify/seals.ts).
  expect([...held, SEAL_TYPE].sort()).toEqual(Object.keys(allEvents).sort())
})

test('every decider has its streams, under its own category, and a test of what follows in them', () => {
  const deciders = sourceFiles.filter(
    (file) => /^domain\//.test(file) && /export const \w+: Decider</.test(textOf(file)),
  )
  const tests = sourceFiles.filter((file) => file.startsWith('tests/domain/')).map(textOf)
  expect(deciders.length).toBeGreaterThan(10)
  const facts = deciders.map((file) => ({
    name: /export const (\w+): Decider</.exec(textOf(file))?.[1] ?? 'no name',
    category: / category: '(\w+)',/.exec(textOf(file))?.[1],
  }))
  const missing = facts.filter(({ category }) => !allStreams.some((one) => one.category === category))
  const untested = facts.filter(
    ({ name }) => !tests.some((text) => new RegExp(`describeFollows\\(\\s*${name},`).test(text)),
  )
  expect({ missing, untested }).toEqual({ missing: [], untested: [] })
})
