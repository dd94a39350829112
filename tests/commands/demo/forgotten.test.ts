import { expect, test } from 'vitest'
import { createMemoryCodes } from '#commands/codes.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { demoCast, registerStaff } from '#scripts/demo/people/cast.ts'
import { loadDemoUsers } from '#scripts/demo/people/demo-users.ts'
import { loadReferenceData } from '#scripts/demo/reference.ts'
import { tellStory } from '#scripts/demo/story/story.ts'
import { createMemoryWorld } from '#tests/support/memory-world.ts'

const OPENED = '2024-01-02T08:00:00.000Z'

test('nothing more happens to a stream that a story has forgotten, as a history that is loaded at once has no other memory', async () => {
  const forgotten = new Set<string>()
  const late: string[] = []
  const wrap = (log: EventLog): EventLog => ({
    ...log,
    append(stream, ...rest) {
      if (forgotten.has(stream)) late.push(stream)
      return log.append(stream, ...rest)
    },
  })
  const { handler } = createMemoryWorld({ wrap })
  const [codes, emailSecret] = [createMemoryCodes(), 'secret of tests']
  const credentials = { has: async () => true, setPassword: async () => undefined } as never
  await loadReferenceData({ handler, at: OPENED })
  await loadDemoUsers({ handler, codes, credentials, emailSecret, at: OPENED })
  await registerStaff({ handler, emailSecret, at: OPENED })
  const world = {
    ...{ handler, codes, emailSecret, atOnce: 16 },
    placeOrder: async () => undefined,
    forget: (stream: string) => void forgotten.add(stream),
  }
  const plan = { seed: 'f', patients: 240, days: 400, lastDay: '2026-03-11', mailTag: '.f.', known: [] }
  let bills = 0
  for await (const day of tellStory(world, { ...plan, cast: demoCast() })) bills = day.bills
  expect(bills).toBeGreaterThan(500)
  const wallets = [...forgotten].filter((stream) => stream.startsWith('wallet-patient:'))
  expect(wallets.length).toBeGreaterThan(50)
  expect(late).toEqual([])
})
