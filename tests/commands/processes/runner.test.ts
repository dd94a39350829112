import { expect, test } from 'vitest'
import { askDatabase } from '#tests/support/ask-database.ts'
import { faultyLog } from '#tests/support/faulty-log.ts'
import { handle } from '#commands/handle.ts'
import { LogUnavailable, type StoredEvent } from '#commands/log/event-log.ts'
import { processHealth } from '#commands/processes/process-health.ts'
import { command } from '#tests/support/command.ts'
import { DAY, GRACE, parcel, parcels, waiting } from './parcels.ts'
import { parcelLog, type ParcelWorld, parcelWorld, SOON, untilTaken } from './world.ts'

test('what is open is worked after its grace, forward or back, and is gone then', async () => {
  const world = await parcelWorld()
  await world.run()
  await world.send('one')
  await world.send('two', 'return')
  await untilTaken(world)
  expect((await world.items()).map(({ key, due_at }) => [key, due_at?.getTime()])).toEqual([
    ['parcel-one', world.now() + GRACE],
    ['parcel-two', world.now() + GRACE],
  ])
  expect(await world.storyOf('one')).toEqual(['ParcelSent'])
  world.passes(GRACE)
  await expect.poll(world.items, SOON).toEqual([])
  expect(await world.storyOf('one')).toEqual(['ParcelSent', 'ParcelArrived'])
  expect(await world.storyOf('two')).toEqual(['ParcelSent', 'ParcelReturned'])
  expect(world.reports).toEqual([])
})

test('what its own handler finishes within the grace is not worked', async () => {
  const world = await parcelWorld()
  await world.run()
  await world.send('one')
  await untilTaken(world)
  const by = 'its-own-handler'
  await handle(world.handler, parcel, 'one', command('Arrive', {}, { by }))
  await untilTaken(world)
  expect(await world.items()).toEqual([])
  world.passes(GRACE)
  await world.send('two')
  await untilTaken(world)
  world.passes(GRACE)
  await expect.poll(() => world.storyOf('two'), SOON).toHaveLength(2)
  expect((await world.log.read('parcel-one')).map(({ meta }) => meta.actor)).toEqual(['user-1', by])
})

test('what is open when a runner begins is worked without waiting for its grace', async () => {
  const world = await parcelWorld()
  await world.send('one')
  await world.run()
  await expect.poll(() => world.storyOf('one'), SOON).toHaveLength(2)
})

test('the checkpoint moves on whatever is open, and the next runner reads nothing again', async () => {
  const world = await parcelWorld()
  const first = await world.run({ definitions: [waiting] })
  await world.send('one')
  await untilTaken(world, 'waiting')
  await first.stop()
  const from: number[] = []
  const log = {
    ...world.log,
    follow: (...[after, ...rest]: Parameters<typeof world.log.follow>) => (
      from.push(after),
      world.log.follow(after, ...rest)
    ),
  }
  await world.run({ definitions: [waiting], log })
  await handle(world.handler, parcel, 'one', command('Arrive', {}))
  await expect.poll(world.items, SOON).toEqual([])
  expect(from).toEqual([1])
})

test('an error is kept at its item, told, and tried again after a pause that grows; the others go on', async () => {
  const world = await parcelWorld()
  const failing = parcelLog(faultyLog(world.store, (append) => (append <= 3 ? 'fail before' : 'pass')))
  await world.send('one')
  await world.run({ handler: failing.handler })
  for (const [attempts, pauseMs] of [
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
  ] as const) {
    await expect.poll(async () => (await world.items())[0]?.attempts, SOON).toBe(attempts)
    const [item] = await world.items()
    expect(item).toMatchObject({
      is_dead: false,
      error: 'FaultyAnswer: Append ' + attempts + ' was made to fail before',
    })
    expect(item?.due_at?.getTime()).toBe(world.now() + pauseMs)
    world.passes(pauseMs)
  }
  await expect.poll(world.items, SOON).toEqual([])
  expect(await world.storyOf('one')).toEqual(['ParcelSent', 'ParcelArrived'])
  expect(world.reports).toHaveLength(3)
})

test('an outage is no failure of the item: the pause does not grow', async () => {
  const world = await parcelWorld()
  let isAway = true
  let appends = 0
  const away = parcelLog({
    ...world.store,
    append: async (...append) => {
      appends += 1
      if (isAway) throw new LogUnavailable(new Error('no node leads'))
      return world.store.append(...append)
    },
  })
  await world.send('one')
  await world.run({ handler: away.handler })
  for (let round = 1; round <= 4; round += 1) {
    await expect.poll(() => appends, SOON).toBe(round)
    await expect.poll(async () => (await world.items())[0]?.due_at?.getTime(), SOON).toBe(world.now() + 1_000)
    expect(await world.items()).toMatchObject([{ attempts: 0, is_dead: false }])
    if (round === 4) isAway = false
    world.passes(1_000)
  }
  await expect.poll(world.items, SOON).toEqual([])
})

test('an item that can go neither way is a dead letter, is left alone, and is tried once more by the next runner', async () => {
  const world = await parcelWorld()
  await world.send('one', 'neither')
  await world.send('two')
  const runner = await world.run()
  const dead = { key: 'parcel-one', due_at: null, attempts: 1, is_dead: true }
  await expect
    .poll(world.items, SOON)
    .toEqual([{ ...dead, error: 'NeitherWay: parcels: parcel_unwanted, parcel_lost' }])
  expect(await world.storyOf('two')).toHaveLength(2)
  world.passes(100 * DAY)
  await world.send('three')
  await untilTaken(world)
  world.passes(GRACE)
  await expect.poll(() => world.storyOf('three'), SOON).toHaveLength(2)
  expect(world.reports.filter((told) => told.includes('neither way'))).toHaveLength(1)
  await runner.stop()
  // Somebody mends what was in the way: here, the process.
  const mended = { ...parcels, work: { forward: async () => ({ outcome: 'done', position: 0 }) as const } }
  await world.run({ definitions: [mended] })
  await expect.poll(world.items, SOON).toEqual([])
})

test('a timer is worked when it is due, once; what is closed has none', async () => {
  const world = await parcelWorld()
  const slow = { ...parcels, on: { ...parcels.on, ParcelSent: ofSlow } }
  await world.run({ definitions: [slow] })
  await world.send('one')
  await world.send('two')
  await untilTaken(world)
  await handle(world.handler, parcel, 'two', command('Arrive', {}))
  await untilTaken(world)
  world.passes(3 * DAY - 1)
  await world.send('three')
  await untilTaken(world)
  expect((await world.mail()).map(({ template }) => template)).toEqual(['sent', 'sent', 'sent'])
  world.passes(1)
  const late = async () =>
    (await world.mail()).filter(({ template }) => template === 'late').map(({ recipient }) => recipient)
  await expect.poll(late, SOON).toEqual(['somebody-one'])
  const { rows } = await world.pool.query('select key from process_timer')
  expect(rows).toEqual([{ key: 'parcel-three' }])
  expect((await world.items()).map(({ key }) => key)).toEqual(['parcel-one', 'parcel-three'])
})

test('a replay opens what is open and asks for no mail again, nor does a process that is new to a log', async () => {
  const world = await parcelWorld()
  const runner = await world.run()
  await world.send('one')
  await world.send('two', 'neither')
  await untilTaken(world)
  world.passes(4 * DAY)
  await expect.poll(async () => (await world.mail()).length, SOON).toBe(4)
  await expect.poll(async () => (await world.items()).map(({ is_dead }) => is_dead), SOON).toEqual([true])
  await runner.stop()
  const asked = await world.mail()

  await world.pool.query('update process_checkpoint set position = 0')
  const again = await world.run()
  await untilTaken(world)
  await expect.poll(async () => (await world.items()).map(({ is_dead }) => is_dead), SOON).toEqual([true])
  expect(await world.mail()).toEqual(asked)
  await again.stop()

  await world.pool.query('delete from process_item; delete from outbox')
  await askDatabase(world.database.ownerUrl, (owner) => owner.query('delete from process_checkpoint'))
  await world.run()
  await untilTaken(world)
  await expect.poll(async () => (await world.items()).map(({ is_dead }) => is_dead), SOON).toEqual([true])
  expect(await world.mail()).toEqual([])
  await world.send('three')
  await untilTaken(world)
  expect(await world.mail()).toMatchObject([{ template: 'sent', recipient: 'somebody-three' }])
  expect(await world.storyOf('one')).toHaveLength(2)
})

test('a process that stands beyond the log begins again, says so once, finishes what was left and mails nothing twice', async () => {
  const world = await parcelWorld()
  const runner = await world.run()
  await world.send('one')
  await untilTaken(world)
  await runner.stop()
  const asked = await world.mail()
  expect(asked).toHaveLength(1)
  // Recorded while nobody ran: only the log knows of it.
  await handle(world.handler, parcel, 'one', command('Arrive', {}))
  await world.send('two')
  await world.pool.query('update process_checkpoint set position = position + 50000')
  const [{ position, head } = { position: 0, head: 0 }] = await processHealth(world.pool, world.log)
  expect(position - head).toBe(50_001 - (await world.log.head()))

  await world.run()
  await expect.poll(() => world.storyOf('two'), SOON).toEqual(['ParcelSent', 'ParcelArrived'])
  await untilTaken(world)
  await expect.poll(world.items, SOON).toEqual([])
  expect(world.reports).toEqual([expect.stringContaining('parcels stood outside of the log (which ends at 3)')])
  const mailed = (await world.mail()).map(({ template, recipient }) => [template, recipient])
  expect(new Set(mailed.map(String)).size).toBe(mailed.length)
  expect(mailed).toEqual(expect.arrayContaining(asked.map(({ template, recipient }) => [template, recipient])))
})

test('a process that stands at the end of the log goes on from there', async () => {
  const world = await parcelWorld()
  const first = await world.run()
  await world.send('one')
  await untilTaken(world)
  await first.stop()
  await world.run()
  await world.send('two')
  await untilTaken(world)
  expect(world.reports).toEqual([])
})

test('a process that cannot take an event stands still, and the others go on', async () => {
  const world = await parcelWorld()
  const broken = { name: 'broken', on: { ParcelSent: () => fail() } }
  await world.run({ definitions: [broken, parcels] })
  await world.send('one')
  await untilTaken(world)
  world.passes(GRACE)
  await expect.poll(() => world.storyOf('one'), SOON).toHaveLength(2)
  await untilTaken(world)
  const { rows } = await world.pool.query('select position, error from process_checkpoint where name = $1', ['broken'])
  expect(rows).toEqual([{ position: '0', error: 'Error: not like this' }])
})

function fail(): never {
  throw new Error('not like this')
}
/** As of parcels, but that nothing works it. */
const ofSlow: (typeof parcels.on)[string] = (event) =>
  (parcels.on['ParcelSent']?.(event) ?? []).map((change) =>
    change.kind === 'open' ? { ...change, workAfterMs: undefined } : change,
  )

test('an event that cannot be read stops no process: it stays open, is told, and is followed up once it can be read', async () => {
  const world = await parcelWorld()
  const { stored, ...planted } = await plantedParcel(world)
  await world.run()
  await world.send('two')
  await untilTaken(world)
  world.passes(GRACE)
  await expect.poll(() => world.storyOf('two'), SOON).toEqual(['ParcelSent', 'ParcelArrived'])
  await expect.poll(world.items, SOON).toMatchObject([{ key: `unread ${planted.position}`, is_dead: false }])
  await expect.poll(async () => (await world.items())[0]?.error, SOON).toContain('ForgedEvent: Position')
  expect(await processHealth(world.pool, world.store)).toMatchObject([{ isStopped: false, failing: 1 }])

  // As when a backup brought back what had been written there.
  stored.meta = planted.own
  world.passes(60_000)
  await expect.poll(() => world.storyOf('one'), SOON).toEqual(['ParcelSent', 'ParcelArrived'])
  await expect.poll(world.items, SOON).toEqual([])
})

/** A parcel that was sent, and whose event somebody has changed since. */
async function plantedParcel(world: ParcelWorld) {
  await world.send('one')
  const [event] = await world.store.read('parcel-one')
  if (event === undefined) throw new Error('Nothing was sent')
  const stored = { meta: event.meta.replace(/"mac":"[0-9a-f]{64}"/, `"mac":"${'0'.repeat(64)}"`) }
  const altered = (events: readonly StoredEvent[]) =>
    events.map((one) => (one.id === event.id ? { ...one, meta: stored.meta } : one))
  const { read, follow } = world.store
  world.store.read = async (...asked) => altered(await read(...asked))
  world.store.follow = async function* (...asked) {
    for await (const batch of follow(...asked)) yield altered(batch)
  }
  return { stored, own: event.meta, position: event.position }
}
