import { HttpError, NoRoom } from '#api/http-error.ts'
import { createLately, type Lately } from './lately.ts'

/** How many may do a heavy thing at once, and how many may wait for it; of both, how many of one caller. */
export type TurnsOptions = {
  readonly atOnce: number
  readonly waiting: number
  readonly atOncePerCaller: number
  readonly waitingPerCaller: number
  readonly longestWaitMs: number
  /** What those are told for whom there is no room; `retryAfterSeconds` is when they may ask again. */
  readonly refusal: { readonly status: 429 | 503; readonly message: string; readonly retryAfterSeconds: number }
}

/** A bounded pool of workers with a bounded queue (architecture.md, HTTP: what can hold the machine up). */
export type Turns = {
  /**
   * Waits for a turn, first come first served; gives the function that ends it. Throws the refusal when there is no
   * room, or none came free in time. A caller whose signal is aborted leaves the queue at once.
   */
  take(caller: string, left: AbortSignal): Promise<() => void>
  /** Does something within a turn. */
  run<T>(caller: string, left: AbortSignal, work: () => Promise<T>): Promise<T>
  /** How many wait. */
  waiting(): number
  state(): LaneState
}

/** How a lane is doing. Whoever has used up their own part of it is not turned away for its sake. */
export type LaneState = {
  readonly atWork: number
  readonly waiting: number
  readonly isFull: boolean
  /** Those for whom there was no room, or none in time. */
  readonly turnedAway: Pick<Lately, 'within'>
}

type Waiting = { readonly caller: string; readonly begin: () => void }

export function createTurns(options: TurnsOptions): Turns {
  const { atOnce, waiting, atOncePerCaller, waitingPerCaller, longestWaitMs, refusal } = options
  const queue = new Set<Waiting>()
  const running = new Map<string, number>()
  let runningAll = 0
  const turnedAway = createLately(() => performance.now())
  const isFull = () => queue.size >= waiting
  const noRoom = () => new NoRoom(refusal.status, refusal.message, refusal.retryAfterSeconds)
  const mayBegin = (caller: string) => runningAll < atOnce && (running.get(caller) ?? 0) < atOncePerCaller
  const mayWait = (caller: string) =>
    !isFull() && [...queue].filter((one) => one.caller === caller).length < waitingPerCaller

  function begin(caller: string): void {
    runningAll += 1
    running.set(caller, (running.get(caller) ?? 0) + 1)
  }
  function end(caller: string): void {
    runningAll -= 1
    const left = (running.get(caller) ?? 0) - 1
    if (left > 0) running.set(caller, left)
    else running.delete(caller)
    for (const next of queue) {
      if (mayBegin(next.caller)) return next.begin()
    }
  }
  const waitFor = (caller: string, left: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.delete(mine)
        clearTimeout(timer)
        left.removeEventListener('abort', onLeft)
      }
      const onLeft = () => {
        leave()
        reject(gone())
      }
      const timer = setTimeout(() => {
        leave()
        turnedAway.note()
        reject(noRoom())
      }, longestWaitMs)
      const mine: Waiting = {
        caller,
        begin() {
          leave()
          begin(caller)
          resolve()
        },
      }
      queue.add(mine)
      left.addEventListener('abort', onLeft)
    })

  async function take(caller: string, left: AbortSignal): Promise<() => void> {
    if (left.aborted) throw gone()
    if (mayBegin(caller)) begin(caller)
    else if (mayWait(caller)) await waitFor(caller, left)
    else {
      if (isFull()) turnedAway.note()
      throw noRoom()
    }
    let ended = false
    return () => {
      if (!ended) end(caller)
      ended = true
    }
  }

  return {
    take,
    async run(caller, left, work) {
      const endTurn = await take(caller, left)
      try {
        return await work()
      } finally {
        endTurn()
      }
    },
    waiting: () => queue.size,
    state: () => ({ atWork: runningAll, waiting: queue.size, isFull: isFull(), turnedAway }),
  }
}

/** Nobody reads this answer. */
const gone = () => new HttpError(408, 'The caller has left')
