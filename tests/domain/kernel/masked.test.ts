import { expect, test } from 'vitest'
import { z } from 'zod'
import { personal, personalText, withFacts } from '#domain/kernel/event-table.ts'
import { masked } from '#domain/kernel/masked.ts'

const heard = z.object({ personId: z.string(), said: personalText(z.string(), 'personId') })
const table = {
  Seen: withFacts(
    z.object({
      personId: z.string(),
      why: personalText(z.string().optional()),
      stage: personal(z.int().nullable(), null),
    }),
    { subject: 'personId' },
  ),
  Heard: z.object({ heard: z.array(heard).optional() }),
}

test('what is personal is masked, in lists too, but not that it was erased or left out', () => {
  expect(masked(table, 'Seen', { personId: 'ada', why: 'A lump', stage: 2 })).toEqual({
    personId: 'ada',
    why: '[masked]',
    stage: '[masked]',
  })
  expect(masked(table, 'Seen', { personId: 'ada', why: '[erased]', stage: null })).toMatchObject({
    why: '[erased]',
    stage: null,
  })
  expect(masked(table, 'Seen', { personId: 'ada' })).toEqual({ personId: 'ada' })
  const said = {
    heard: [
      { personId: 'ada', said: 'x' },
      { personId: 'bola', said: '[erased]' },
    ],
  }
  expect(masked(table, 'Heard', said)).toEqual({
    heard: [
      { personId: 'ada', said: '[masked]' },
      { personId: 'bola', said: '[erased]' },
    ],
  })
  expect(masked(table, 'Heard', {})).toEqual({})
})
