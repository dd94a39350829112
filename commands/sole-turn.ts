import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { ConnectionLost, createClient } from './postgres.ts'
import { endSilentHolders, showThatItGoesOn } from './silent-holder.ts'

/** A turn that one process at a time has; `lost` aborts when it is gone. */
export type Turn = {
  /** The connection that holds the turn: what it has not committed when the turn is taken from it never was. */
  readonly client: pg.Client
  readonly lost: AbortSignal
  end(): Promise<void>
}
/** Undefined while another process has the turn. */
export type TakeTurn = () => Promise<Turn | undefined>

/**
 * The turn to do something, by an advisory lock of the database: it ends with its connection, however the process ends.
 * It is taken from a process that stands still.
 */
export function createSoleTurns(appUrl: string, what: string): TakeTurn {
  return async () => {
    const client = createClient(appUrl, { name: what, patience: 'call' })
    const lost = new AbortController()
    client.on('end', () => lost.abort())
    const end = () => client.end().catch(() => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock(hashtext($1)) as mine', [
        what,
      ])
      if (rows[0]?.mine === true) {
        showThatItGoesOn(client)
        return { client, lost: lost.signal, end }
      }
      await endSilentHolders(client, `l.objsubid = 1 and l.objid = hashtext('${what}')::oid`)
    } catch (error) {
      await end()
      throw error
    }
    await end()
    return undefined
  }
}

/**
 * Runs something whenever this process has the turn, until the signal aborts; looks every so many milliseconds whether it
 * may have it. Throws what `run` throws, and when the turn is taken away: it may be called again.
 */
export async function inTurn(
  { takeTurn, lookEvery }: { readonly takeTurn: TakeTurn; readonly lookEvery: number },
  signal: AbortSignal,
  run: (client: pg.Client, stop: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const turn = await takeTurn()
    if (turn !== undefined) {
      try {
        await run(turn.client, AbortSignal.any([signal, turn.lost]))
      } finally {
        await turn.end()
      }
      if (turn.lost.aborted && !signal.aborted) throw new ConnectionLost('The turn was lost')
    }
    await delay(lookEvery, undefined, { signal }).catch(() => undefined)
  }
}
