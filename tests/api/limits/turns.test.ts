import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTurns, type TurnsOptions } from '#api/limits/turns.ts'

const FEW: TurnsOptions = {
  atOnce: 2,
  waiting: 3,
  atOncePerCaller: 1,
  waitingPerCaller: 2,
  longestWaitMs: 60_000,
  refusal: { status: 429, message: 'Later', retryAfterSeconds: 7 },
}
const stays = new AbortController().signal
const NO_ROOM = { statusCode: 429, message: 'Later', retryAfterSeconds: 7 }

test('whoever comes beyond the turns and the queue is told when to come again', async () => {
  const turns = createTurns(FEW)
  const [ada, bola] = [await turns.take('ada', stays), await turns.take('bola', stays)]
  const waiting = ['ada', 'ada', 'bola'].map((caller) => turns.take(caller, stays))
  await expect(turns.take('chidi', stays)).rejects.toMatchObject(NO_ROOM)
  ada()
  bola()
  const [second, , third] = [await waiting[0], undefined, await waiting[2]]
  second?.()
  third?.()
  ;(await waiting[1])?.()
  expect(turns.waiting()).toBe(0)
})

test('one caller leaves room for another, running and waiting', async () => {
  const turns = createTurns(FEW)
  const running = await turns.take('ada', stays)
  const waiting = [turns.take('ada', stays), turns.take('ada', stays)]
  await expect(turns.take('ada', stays)).rejects.toMatchObject(NO_ROOM)
  const others = await turns.take('bola', stays)
  others()
  running()
  for (const one of waiting) (await one)()
})

test('who waits too long is told so, and who leaves is gone from the queue', async () => {
  const turns = createTurns({ ...FEW, longestWaitMs: 1 })
  const running = await turns.take('ada', stays)
  await expect(turns.take('ada', stays)).rejects.toMatchObject(NO_ROOM)
  const leaving = new AbortController()
  const left = createTurns(FEW)
  await left.take('ada', stays)
  const waiting = left.take('ada', leaving.signal)
  leaving.abort()
  await expect(waiting).rejects.toMatchObject({ statusCode: 408 })
  await expect(left.take('ada', leaving.signal)).rejects.toMatchObject({ statusCode: 408 })
  expect([turns.waiting(), left.waiting()]).toEqual([0, 0])
  running()
  // Ending twice gives nobody a second turn.
  running()
  await turns.take('ada', stays)
  await expect(turns.take('ada', stays)).rejects.toMatchObject(NO_ROOM)
})

test('work that fails ends its turn', async () => {
  const turns = createTurns(FEW)
  for (let round = 0; round < 5; round += 1) {
    const failing = turns.run('ada', stays, async () => Promise.reject(new Error('broken')))
    await expect(failing).rejects.toThrow('broken')
  }
  expect(await turns.run('ada', stays, async () => 'done')).toBe('done')
})

test('whatever the order of coming, going and leaving, the bounds hold and nobody waits beside a free turn', async () => {
  const step = fc.record({ caller: fc.constantFrom('a', 'b', 'c'), does: fc.constantFrom('comes', 'ends', 'leaves') })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const turns = createTurns(FEW)
      const running: { caller: string; end: () => void }[] = []
      const queued: { caller: string; leaving: AbortController }[] = []
      for (const { caller, does } of steps) {
        if (does === 'comes') {
          const entry = { caller, leaving: new AbortController() }
          queued.push(entry)
          void turns
            .take(caller, entry.leaving.signal)
            .then((end) => running.push({ caller, end }))
            .catch(() => undefined)
            .finally(() => queued.splice(queued.indexOf(entry), 1))
        } else if (does === 'ends') running.splice(0, 1)[0]?.end()
        else queued.find((one) => one.caller === caller)?.leaving.abort()
        await new Promise((resolve) => setImmediate(resolve))
        const of = (list: readonly { caller: string }[], who: string) => list.filter((one) => one.caller === who).length
        expect(running.length).toBeLessThanOrEqual(FEW.atOnce)
        expect(queued.length).toBe(turns.waiting())
        expect(queued.length).toBeLessThanOrEqual(FEW.waiting)
        for (const who of ['a', 'b', 'c']) {
          expect(of(running, who)).toBeLessThanOrEqual(FEW.atOncePerCaller)
          expect(of(queued, who)).toBeLessThanOrEqual(FEW.waitingPerCaller)
          const couldRun = running.length < FEW.atOnce && of(running, who) < FEW.atOncePerCaller
          expect(couldRun && of(queued, who) > 0).toBe(false)
        }
      }
    }),
    { numRuns: 200 },
  )
})
