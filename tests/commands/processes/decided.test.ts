import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { handle } from '#commands/handle.ts'
import { createDecisions } from '#commands/log/decisions.ts'
import { command } from '#tests/support/command.ts'
import { leaveOut } from '#tests/support/leave-out.ts'
import { TEST_DECISION_KEYS } from '#tests/support/test-secrets.ts'
import { parcel, waiting } from './parcels.ts'
import { parcelLog, parcelWorld, SOON, untilTaken } from './world.ts'

test('what is decided after the runner has read how it was written is followed up at once', async () => {
  const world = await parcelWorld()
  const decisions = createDecisions(world.store, TEST_DECISION_KEYS)
  await world.run({ ...parcelLog(world.store, decisions), definitions: [waiting] })
  await world.send('one')
  await handle(world.handler, parcel, 'one', command('Arrive', {}))
  await untilTaken(world, 'waiting')
  expect(await world.items()).toEqual([])

  await leaveOut(world.store, { position: 2, type: 'ParcelArrived' })
  await untilTaken(world, 'waiting')
  // Longer than it gathers events: it waits for the next one.
  await delay(500)
  await decisions.learn()
  await expect.poll(async () => (await world.items()).map(({ key }) => key), SOON).toEqual(['parcel-one'])
})
