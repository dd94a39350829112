import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createSupervisor, GivesUp, type Run } from '#commands/supervise.ts'

const untilAborted: Run = async (signal) => {
  if (!signal.aborted) await once(signal, 'abort')
}

function supervisor(over: { readonly endsWithin?: number } = {}) {
  const reports: string[] = []
  const report = (message: string, error?: unknown) => reports.push(`${message}: ${String(error ?? '')}`)
  let clock = Date.parse('2026-03-02T09:00:00.000Z')
  const now = () => (clock += 1_000)
  return { ...createSupervisor({ report, now, firstPause: 1, longestPause: 4, ...over }), reports }
}

test.each([
  ['throws', () => Promise.reject(new Error('spoiled')), 'spoiled'],
  ['throws before it gives a promise', (): Promise<void> => JSON.parse('{'), 'SyntaxError'],
  ['ends by itself', () => Promise.resolve(), 'ended by itself'],
])('a part that %s is reported, shown, and runs again', async (_, fail, says) => {
  const { supervise, parts, reports, close } = supervisor()
  let runs = 0
  supervise('part', (signal) => ((runs += 1) <= 3 ? fail() : untilAborted(signal)))
  await expect.poll(() => runs).toBe(4)
  expect(parts()).toEqual([
    { name: 'part', state: 'running', since: expect.any(String), failures: 3, lastFailedAt: expect.any(String) },
  ])
  expect(reports).toHaveLength(3)
  expect(reports.join()).toContain(says)
  await close()
  expect(parts()).toEqual([])
})

test('while a part waits to start again, that is how it is shown', async () => {
  const { supervise, parts, close } = createSupervisor({ report: () => undefined, now: Date.now, firstPause: 60_000 })
  supervise('part', () => Promise.reject(new Error('spoiled')))
  await expect.poll(parts).toMatchObject([{ state: 'waiting to start again', failures: 1 }])
  // Nobody waits for the minute to pass.
  await close()
})

test('a part that gives up is over, and shown so', async () => {
  const { supervise, parts, reports, close } = supervisor()
  let runs = 0
  await supervise('part', async () => {
    runs += 1
    throw new GivesUp('somebody must look')
  }).done
  expect(parts()).toMatchObject([{ name: 'part', state: 'ended', failures: 1 }])
  expect(reports).toEqual([expect.stringContaining('somebody must look')])
  expect(runs).toBe(1)
  await close()
})

test('what is to be done every so often is done again, also after it failed', async () => {
  const { every, parts, close } = supervisor()
  let runs = 0
  every('part', 1, async () => {
    runs += 1
    if (runs === 2) throw new Error('spoiled')
  })
  await expect.poll(() => runs).toBeGreaterThan(4)
  expect(parts()).toMatchObject([{ state: 'running', failures: 1 }])
  await close()
})

test('one name runs once at a time', async () => {
  const { supervise, close } = supervisor()
  supervise('part', untilAborted)
  expect(() => supervise('part', untilAborted)).toThrow('is running already')
  await close()
})

test('the end does not wait for a part that does not end', async () => {
  const { supervise, reports, close } = supervisor({ endsWithin: 10 })
  supervise('deaf', () => new Promise(() => undefined))
  supervise('good', untilAborted)
  await close()
  expect(reports).toEqual([expect.stringContaining('deaf does not end')])
})
