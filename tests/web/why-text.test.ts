import { expect, test } from 'vitest'
import { whyText } from '#web/features/money/acts/why-text.ts'

test('a reason ends in one full stop, with or without who could', () => {
  const why = { kind: 'state', reason: 'It is disputed. Payment is paused.', could: null } as const
  expect(whyText(why)).toBe('It is disputed. Payment is paused.')
  expect(whyText({ ...why, reason: 'It is disputed' })).toBe('It is disputed.')
  const could = { act: 'resolve the dispute', who: ['Ada Obi'] }
  expect(whyText({ ...why, could })).toBe('It is disputed. Payment is paused. Ada Obi could resolve the dispute.')
})
