import { expect, test } from 'vitest'
import type { Turn } from '#commands/sole-turn.ts'
import { createCuttingProxy } from '#tests/support/cutting-proxy.ts'
import { faultyLog } from '#tests/support/faulty-log.ts'
import { DAY, GRACE } from './parcels.ts'
import { parcelLog, type ParcelWorld, parcelWorld, SOON, untilTaken } from './world.ts'

/** Every statement of a runner: its connection is cut after the server has done it, and before the runner hears of it. */
const STATEMENTS = [
  ...['insert into process_checkpoint', 'update process_item set due_at', 'begin', 'process move', 'process close'],
  ...['process forget timers', 'process open', 'process set timers', 'process ask for mail', 'commit'],
  ...['process next due', 'process due items', 'process due timers', 'process take timer', 'process end item'],
  'process put off item',
]

/** What each parcel must have come to, its mail included. */
async function expectAllThere(world: ParcelWorld, parcels: ReadonlyMap<string, 'arrive' | 'return' | 'neither'>) {
  for (const [id, can] of parcels) {
    const ends = { arrive: ['ParcelArrived'], return: ['ParcelReturned'], neither: [] }[can]
    expect([id, ...(await world.storyOf(id))]).toEqual([id, 'ParcelSent', ...ends])
  }
  const lost = [...parcels].filter(([, can]) => can === 'neither').map(([id]) => id)
  const mail = (await world.mail()).map(({ template, recipient }) => `${template} ${recipient}`)
  const expected = [...parcels.keys()].map((id) => `sent somebody-${id}`)
  expect(mail.toSorted()).toEqual([...expected, ...lost.map((id) => `late somebody-${id}`)].toSorted())
  expect((await world.items()).map(({ key }) => key)).toEqual(lost.map((id) => `parcel-${id}`).toSorted())
  const { rowCount } = await world.pool.query('select from process_timer')
  expect(rowCount).toBe(0)
}

/** Sends some and, when they have been taken, lets the grace, and then the days until they are late, go by. */
async function sendSome(world: ParcelWorld, round: number, sent: Map<string, 'arrive' | 'return' | 'neither'>) {
  for (const can of ['arrive', 'return', 'neither'] as const) {
    const id = `${round}-${can}`
    sent.set(id, can)
    await world.send(id, can)
  }
  await untilTaken(world)
  const isOpen = async () => (await world.items()).some(({ key }) => !key.endsWith('neither'))
  while (await isOpen()) {
    world.passes(GRACE) // of the item, and whatever it is put off by
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  world.passes(3 * DAY)
}

test('a runner that is cut off after any statement of its own, or that of its steps, loses and doubles nothing', async () => {
  const world = await parcelWorld()
  const { hostname, port } = new URL(world.database.appUrl)
  const proxy = await createCuttingProxy({ host: hostname, port: Number(port) })
  const through = new URL(world.database.appUrl)
  Object.assign(through, { hostname: '127.0.0.1', port: String(proxy.port) })
  let fault: 'fail before' | 'lose answer' | 'pass' = 'pass'
  const faulty = faultyLog(world.store, () => {
    const now = fault
    fault = 'pass'
    return now
  })
  const sent = new Map<string, 'arrive' | 'return' | 'neither'>()
  await world.run({ takeTurn: world.turns('test', through.href), handler: parcelLog(faulty).handler })
  for (const [round, statement] of STATEMENTS.entries()) {
    proxy.cutAnswerTo(statement)
    fault = (['pass', 'fail before', 'lose answer'] as const)[round % 3] ?? 'pass'
    await sendSome(world, round, sent)
  }
  expect(proxy.cuts()).toBeGreaterThan(STATEMENTS.length / 2)
  const late = async () => (await world.mail()).filter(({ template }) => template === 'late').length
  await expect.poll(late, SOON).toBeGreaterThanOrEqual(STATEMENTS.length)
  await expect.poll(async () => (await world.items()).every(({ is_dead }) => is_dead), SOON).toBe(true)
  await expectAllThere(world, sent)
  await proxy.close()
}, 600_000)

test('two runners that both take themselves for the only one do everything once', async () => {
  const world = await parcelWorld()
  /** A turn that anybody has. */
  const anyTurn = (what: string) => async (): Promise<Turn | undefined> => world.turns(what)()
  await world.run({ takeTurn: anyTurn('one') })
  const other = parcelLog(world.store)
  await world.run({ ...other, takeTurn: anyTurn('two') })
  const sent = new Map<string, 'arrive' | 'return' | 'neither'>()
  for (let round = 0; round < 4; round += 1) {
    await sendSome(world, round, sent)
  }
  const late = async () => (await world.mail()).filter(({ template }) => template === 'late').length
  await expect.poll(late, SOON).toBeGreaterThanOrEqual(4)
  await expect.poll(async () => (await world.items()).every(({ is_dead }) => is_dead), SOON).toBe(true)
  await expectAllThere(world, sent)
}, 600_000)
