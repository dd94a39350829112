import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventLog } from '#commands/log/event-log.ts'
import type { PersonKeys } from '#commands/log/keys.ts'
import { recoverMoney } from './recover-money.ts'
import { type Fault, faultAt, FaultyAnswer, faultyLog } from '#tests/support/faulty-log.ts'
import { recordedIn } from '#tests/support/memory-world.ts'
import { balancesOf, difference, startProcess, whatIsWrongWith } from './money-world.ts'
import { type Move, MOVES, placeOf } from './moves.ts'

/** A log and the keys that outlive the processes on it. */
export type Storage = { readonly log: EventLog; readonly keys: PersonKeys; readonly close: () => Promise<void> }

let stories = 0

/** Every move of money, with each of these faults at every append: run on each log. */
export function describeMoneyMoves(name: string, faults: readonly Fault[], open: () => Promise<Storage>): void {
  describe(`on the ${name} log`, () => {
    // A log for each move: every look at the whole log stays short.
    let storage: Storage

    /** The story up to the move, without a fault. */
    async function begin({ before }: Move) {
      stories += 1
      const place = placeOf(`story${stories}`)
      const process = startProcess(storage.log, storage.keys)
      for (const act of before) await act(process.handler, place)
      return { place, past: await recordedIn(process) }
    }

    /** A move without a fault: what it writes, in order, and how many appends that takes. */
    async function undisturbed(move: Move) {
      const { place, past } = await begin(move)
      let appends = 0
      const counting = faultyLog(storage.log, (append) => ((appends = append), 'pass'))
      const answer = answerOf(await move.act(startProcess(counting, storage.keys).handler, place))
      const all = await recordedIn(startProcess(storage.log, storage.keys))
      return {
        appends,
        expected: { wrote: wordsOf(all.slice(past.length)), answer },
        changes: difference(balancesOf(past), balancesOf(all)),
        place,
      }
    }

    for (const move of MOVES) {
      describe(move.name, () => {
        let sound: Awaited<ReturnType<typeof undisturbed>>
        beforeAll(async () => {
          storage = await open()
          sound = await undisturbed(move)
        })
        afterAll(() => storage.close())

        test('moves what it says, and nothing else', () => {
          const { changes, place, expected } = sound
          expect(changes).toEqual(move.changes(place))
          expect(expected.wrote.at(-1)).toBe(move.ends)
        })

        for (const fault of faults) {
          test(`is all there once, when an append comes to ${fault}, whichever it is`, async () => {
            const { appends, expected } = sound
            expect(appends).toBeGreaterThan(0)
            for (let at = 1; at <= appends; at += 1) await survives(move, at, fault, expected)
          })
        }

        test('is all there once, when the recovery meets a fault of its own', async () => {
          const { appends, expected } = sound
          for (let at = 1; at <= appends; at += 1) {
            for (const fault of faults) {
              const { place, past } = await begin(move)
              await expect(faulty(at, 'lose answer', (handler) => move.act(handler, place))).rejects.toThrow(
                FaultyAnswer,
              )
              await faulty(1, fault, (handler, log) => recoverMoney({ handler, log })).catch(mustBeFaulty)
              await recovered()
              await again(move, place, past.length, expected)
            }
          }
        })
      })
    }

    async function survives(move: Move, at: number, fault: Fault, expected: Expected) {
      const { place, past } = await begin(move)
      await expect(faulty(at, fault, (handler) => move.act(handler, place))).rejects.toThrow(FaultyAnswer)
      // The process is gone. Another one recovers what it left; the caller has heard nothing.
      const after = await recovered()
      // What somebody asks for is counted before it is recorded as asked for.
      const counted = expected.wrote[0] === 'FundingCounted' ? 1 : 0
      const written = fault === 'lose answer' ? at : at - 1
      const isRecorded = written > counted
      expect(wordsOf(after.slice(past.length))).toEqual(isRecorded ? expected.wrote : expected.wrote.slice(0, written))
      expect(difference(balancesOf(past), balancesOf(after))).toEqual(isRecorded ? move.changes(place) : {})
      expect(whatIsWrongWith(after)).toEqual([])
      await again(move, place, past.length, expected)
    }

    /** The caller sends the request again, twice: from now on it stands, once. */
    async function again(move: Move, place: ReturnType<typeof placeOf>, past: number, { wrote, answer }: Expected) {
      const process = startProcess(storage.log, storage.keys)
      expect(answerOf(await move.act(process.handler, place))).toBe(answer)
      expect(answerOf(await move.act(process.handler, place))).toBe(answer)
      const all = await recovered()
      expect(wordsOf(all.slice(past))).toEqual(wrote)
      expect(difference(balancesOf(all.slice(0, past)), balancesOf(all))).toEqual(move.changes(place))
      expect(whatIsWrongWith(all)).toEqual([])
    }

    function faulty<T>(at: number, fault: Fault, run: (...process: ProcessParts) => Promise<T>): Promise<T> {
      const { handler, log } = startProcess(faultyLog(storage.log, faultAt(at, fault)), storage.keys)
      return run(handler, log)
    }

    async function recovered() {
      const process = startProcess(storage.log, storage.keys)
      await recoverMoney(process)
      return recordedIn(process)
    }
  })
}

type ProcessParts = [handler: ReturnType<typeof startProcess>['handler'], log: ReturnType<typeof startProcess>['log']]

/** What a move writes when nothing happens to it, and what its caller hears. */
type Expected = { readonly wrote: readonly string[]; readonly answer: string }

/** What the caller hears, but for places and names that differ from story to story. */
const answerOf = (answer: unknown) =>
  JSON.stringify(answer, (key, value: unknown) =>
    ['position', 'transactionId', 'reference'].includes(key) ? undefined : value,
  )

/** The types of events, as they came. */
const wordsOf = (events: readonly { readonly event: { readonly type: string } }[]) =>
  events.map(({ event }) => event.type)

function mustBeFaulty(error: unknown): void {
  if (!(error instanceof FaultyAnswer)) throw error
}
