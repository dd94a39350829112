import type pg from 'pg'
import { createPool } from '#projections/postgres.ts'
import { createTurns, type LaneState } from '#api/limits/turns.ts'

/** How long an export may take, and how slowly it may be read. */
export type ExportPatience = {
  /** A reader who takes less than `leastBytes` in this time, though there is more, is cut. */
  readonly stalledMs: number
  readonly leastBytes: number
  /** Whatever it does, an export ends after this time. */
  readonly wholeMs: number
}

/** The exports' own few connections: however slowly they are read, all other calls keep theirs. */
export type ExportLane = {
  readonly patience: ExportPatience
  /** Waits for one of the connections. `release` gives it back, or ends it when it is `broken`. */
  connect(
    caller: string,
    left: AbortSignal,
  ): Promise<{ readonly client: pg.ClientBase; release(broken?: 'broken'): void }>
  /** How many connections are being used, and how many callers wait for one. */
  used(): number
  waiting(): number
  state(): LaneState
  close(): Promise<void>
}

const AT_ONCE = 4
const PATIENCE: ExportPatience = { stalledMs: 30_000, leastBytes: 64 * 1024, wholeMs: 15 * 60_000 }

export function createExportLane(appUrl: string, patience: ExportPatience = PATIENCE): ExportLane {
  const pool = createPool(appUrl, { name: 'exports', patience: 'hours', max: AT_ONCE })
  const turns = createTurns({
    atOnce: AT_ONCE,
    waiting: 16,
    atOncePerCaller: AT_ONCE - 1,
    waitingPerCaller: 8,
    longestWaitMs: 20_000,
    refusal: {
      status: 429,
      message: 'Many exports are being made just now. Please try again in a moment.',
      retryAfterSeconds: 10,
    },
  })
  return {
    patience,
    async connect(caller, left) {
      const endTurn = await turns.take(caller, left)
      try {
        const client = await pool.connect()
        let released = false
        return {
          client,
          release(broken) {
            if (released) return
            released = true
            client.release(broken === 'broken')
            endTurn()
          },
        }
      } catch (error) {
        endTurn()
        throw error
      }
    },
    waiting: turns.waiting,
    state: turns.state,
    used: () => pool.totalCount - pool.idleCount,
    close: () => pool.end(),
  }
}
