import { expect, test } from 'vitest'
import { handle } from '#commands/handle.ts'
import { processHealth } from '#commands/processes/process-health.ts'
import { command } from '#tests/support/command.ts'
import { askDatabase } from '#tests/support/ask-database.ts'
import { DAY, GRACE, parcel, parcels, waiting } from './parcels.ts'
import { type ParcelWorld, parcelWorld, SOON, untilTaken } from './world.ts'

// Somebody writes to the tables of processes, who would have them stand still and nobody hear of it.
const asOwner = ({ database }: ParcelWorld, text: string) =>
  askDatabase(database.ownerUrl, (owner) => owner.query(text))

test('an item that is put off for longer than a runner ever does is worked, while the runner runs', async () => {
  const world = await parcelWorld()
  await world.run()
  await world.send('one')
  await untilTaken(world)
  await world.pool.query(`update process_item set due_at = '9999-12-30'`)
  await expect.poll(world.items, SOON).toEqual([])
  expect(await world.storyOf('one')).toEqual(['ParcelSent', 'ParcelArrived'])
})

test('an item that was tried as often as no column counts fails on its own, and the others go on', async () => {
  const world = await parcelWorld()
  await world.run()
  await world.send('one', 'neither')
  await untilTaken(world)
  await world.pool.query('update process_item set attempts = 2147483647')
  world.passes(GRACE)
  await expect.poll(async () => (await world.items()).map(({ is_dead: isDead }) => isDead), SOON).toEqual([true])
  await world.send('two')
  await untilTaken(world)
  world.passes(GRACE)
  await expect.poll(() => world.storyOf('two'), SOON).toHaveLength(2)
})

test.each([
  ['another stream', `stream = 'x'`],
  ['no stream', `stream = ''`],
  ['a revision below zero', 'revision = -2147483648'],
  ['the last revision that there can be', 'revision = 2147483647'],
  ['another position', 'position = -9007199254740991'],
  ['the last position that there can be', 'position = 9007199254740991'],
  ['a key of nobody', `key = 'x'`],
  ['the key of an event that could not be read', `key = 'unread x'`],
  ['fewer tries than none', 'attempts = -2147483648'],
  ['a process of nobody', `process = 'x'`],
  ['an error', `error = repeat('x', 100000)`],
])('an item of %s stops no process', async (_what, change) => {
  const world = await parcelWorld()
  await world.run()
  await world.send('one')
  await untilTaken(world)
  await world.pool.query(`delete from process_timer; update process_item set ${change}`)
  world.passes(GRACE)
  await world.send('two')
  await untilTaken(world)
  world.passes(GRACE)
  await expect.poll(() => world.storyOf('two'), SOON).toHaveLength(2)
})

test('an item is worked by the event that opened it, and by no other', async () => {
  const world = await parcelWorld()
  await world.run()
  await world.send('one')
  const by = 'somebody-else'
  await handle(world.handler, parcel, 'one', command('See', {}, { by }))
  await untilTaken(world)
  const moved = `update process_item set revision = 1, position = position + 1 where key = 'parcel-one'`
  await world.pool.query(`delete from process_timer; ${moved}`)
  world.passes(GRACE)
  await expect.poll(async () => (await world.items()).map(({ is_dead: isDead }) => isDead), SOON).toEqual([true])
  expect(await world.storyOf('one')).toEqual(['ParcelSent', 'ParcelSeen'])
  expect(world.reports.join()).toContain('no event of the log opened it')
})

test('an item of what has ended is ended, and nothing is done', async () => {
  const world = await parcelWorld()
  const worked: string[] = []
  const forward: NonNullable<typeof parcels.work>['forward'] = async (_, { key }) => {
    worked.push(key)
    return { outcome: 'done', position: 0 }
  }
  await world.run({ definitions: [{ ...parcels, work: { forward } }] })
  await world.send('one')
  await handle(world.handler, parcel, 'one', command('Arrive', {}))
  await untilTaken(world)
  expect(await world.items()).toEqual([])
  await world.pool.query(
    `insert into process_item (process, key, stream, revision, position, due_at)
     values ('parcels', 'parcel-one', 'parcel-one', 0, 1, '2000-01-01')`,
  )
  await expect.poll(world.items, SOON).toEqual([])
  expect(worked).toEqual([])
})

test('a process that is said to have run first where the log has nothing, or at a time to come, mails all the same', async () => {
  const world = await parcelWorld()
  const first = await world.run()
  await world.send('one')
  await untilTaken(world)
  await first.stop()
  await asOwner(world, `update process_checkpoint set quiet_up_to = 9007199254740991, born_at = '9999-12-30'`)
  expect(await processHealth(world.pool, world.store)).toMatchObject([{ isMute: true }])
  await world.run()
  await world.send('two', 'neither')
  await untilTaken(world)
  world.passes(4 * DAY)
  const mailed = async () => (await world.mail()).map(({ template, recipient }) => `${template} ${recipient}`)
  await expect.poll(mailed, SOON).toContain('late somebody-two')
  expect(await mailed()).toContain('sent somebody-two')
})

test('a process that is said to know more decisions than there are goes on, and is put right', async () => {
  const world = await parcelWorld()
  const first = await world.run({ definitions: [waiting] })
  await first.stop()
  await world.pool.query('update process_checkpoint set decided = 2147483647')
  await world.run({ definitions: [waiting] })
  const decided = async () => (await world.pool.query('select decided from process_checkpoint')).rows
  await expect.poll(decided, SOON).toEqual([{ decided: 0 }])
})

test.each(['-1', '-9007199254740991', '9007199254740991'])(
  'a process whose checkpoint is said to be %s begins again, while it runs and at a start',
  async (position) => {
    const world = await parcelWorld()
    const first = await world.run()
    await world.send('one', 'neither')
    await untilTaken(world)
    const forge = `update process_checkpoint set position = ${position}`
    await world.pool.query(forge)
    await world.send('two', 'neither')
    await untilTaken(world)
    await first.stop()
    await world.pool.query(forge)
    await world.run()
    await world.send('three', 'neither')
    await untilTaken(world)
    expect((await world.items()).map(({ key }) => key)).toHaveLength(3)
  },
)

test('mail that was taken out, and a beginning that was moved, are put right as docs/mismatch.md says', async () => {
  const world = await parcelWorld()
  const first = await world.run()
  await world.send('one')
  await world.send('two')
  await untilTaken(world)
  await first.stop()
  await world.pool.query(`delete from outbox where recipient = 'somebody-one'`)
  await asOwner(
    world,
    `update process_checkpoint set quiet_up_to = 0, born_at = '2000-01-01', position = 0 where name = 'parcels'`,
  )
  await world.run()
  const mailed = async () => (await world.mail()).map(({ recipient }) => recipient)
  await expect.poll(mailed, SOON).toEqual(['somebody-one', 'somebody-two'])
})
