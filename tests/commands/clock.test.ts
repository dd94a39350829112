import { expect, test } from 'vitest'
import { createClock, measureFirst, spanOf } from '#commands/clock.ts'

const NOON = Date.parse('2026-11-23T12:00:00Z')
const DAY_MS = 86_400_000

/** A database and a machine, whose clocks and ways are as a test says. */
function world() {
  let elapsed = 5_000
  const set = { database: 0, machine: 0 }
  const said: string[] = []
  const clock = createClock({
    elapsed: () => elapsed,
    machine: () => NOON + elapsed + set.machine,
    report: (message) => said.push(message),
  })
  return {
    clock,
    set,
    said,
    pass: (ms: number) => void (elapsed += ms),
    /** What it should show. */
    truth: () => NOON + elapsed + set.database,
    /** A question that takes so long there, and so long back. */
    trip: (there: number, back = there) =>
      clock.measure(async () => {
        elapsed += there
        const at = NOON + elapsed + set.database
        elapsed += back
        return at
      }),
  }
}

test('it has no time before it was measured, and gives whole milliseconds from then on', async () => {
  const { clock, trip, pass } = world()
  expect(() => clock.now()).toThrow('not measured')
  await trip(0.25)
  pass(0.3)
  expect(Number.isInteger(clock.now())).toBe(true)
})

test('it goes on by the monotonic clock, whatever becomes of the machine’s', async () => {
  const { clock, set, trip, truth, pass } = world()
  await trip(1)
  for (const step of [8 * DAY_MS, -20_000 * DAY_MS, 5 * 365 * DAY_MS]) {
    set.machine = step
    expect(clock.machineAheadMs()).toBe(step)
    pass(10_000)
    expect(clock.now()).toBe(truth())
  }
})

test('of several trips the shortest counts: its midpoint errs least', async () => {
  const { clock, trip, truth } = world()
  await trip(400, 0) // 200 ms off, and it cannot know
  expect(clock.now() - truth()).toBe(200)
  await trip(1)
  expect(clock.now()).toBe(truth())
  await trip(0, 900)
  expect(clock.now()).toBe(truth())
})

test('a trip that was short an hour ago knows less than a longer one of now', async () => {
  const { clock, set, trip, truth, pass } = world()
  await trip(1)
  pass(3_600_000)
  set.database += 1_000 // its drift meanwhile
  await trip(300)
  expect(clock.now()).toBe(truth())
})

test('a database’s clock that was set is followed at once, over however long a trip, and told of', async () => {
  const { clock, set, said, trip, truth, pass } = world()
  await trip(1)
  pass(1_000)
  set.database += 8 * DAY_MS
  await trip(2_000)
  expect(clock.now()).toBe(truth())
  set.database -= 10 * DAY_MS
  await trip(2_000)
  expect(clock.now()).toBe(truth())
  expect(said).toEqual([
    "The database's clock, by which the portal goes, has gone 8 days on",
    "The database's clock, by which the portal goes, has gone 10 days back",
  ])
})

test('what it is told in small corrections nobody hears of', async () => {
  const { clock, set, said, trip, truth, pass } = world()
  await measureFirst(clock, async () => truth())
  for (const ms of [3, -4, 900, -2_000]) {
    pass(1_000)
    set.database += ms
    await trip(1)
    expect(Math.abs(clock.now() - truth())).toBeLessThanOrEqual(5)
  }
  expect(said).toEqual([])
})

test('a question without an answer changes nothing', async () => {
  const { clock, trip, truth, pass } = world()
  await trip(1)
  const away = clock.measure(async () => {
    pass(30_000)
    throw new Error('away')
  })
  await expect(away).rejects.toThrow('away')
  expect(clock.now()).toBe(truth())
})

test.each([
  [61_000, '1 minute'],
  [-8 * DAY_MS, '8 days'],
  [1.6 * 365 * DAY_MS, '2 years'],
  [400, '0 seconds'],
])('%s ms are %s', (ms, words) => {
  expect(spanOf(ms)).toBe(words)
})
