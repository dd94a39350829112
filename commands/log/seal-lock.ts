import { createClient } from '#commands/postgres.ts'
import { endSilentHolders, showThatItGoesOn } from '#commands/silent-holder.ts'

/** A turn that one process at a time has; `lost` aborts when it is gone. */
export type SealTurn = { readonly lost: AbortSignal; end(): Promise<void> }
/** Undefined while another process has the turn. */
export type TakeSealTurn = () => Promise<SealTurn | undefined>

const TURN_IS_HELD = "l.objsubid = 1 and l.objid = hashtext('log sealer')::oid"

/**
 * The turn to seal, by an advisory lock of the database: it ends with its connection, however the process ends. It is
 * taken from a process that stands still.
 */
export function createPostgresSealTurns(appUrl: string): TakeSealTurn {
  return async () => {
    const client = createClient(appUrl, { name: 'sealer', patience: 'call' })
    const lost = new AbortController()
    client.on('end', () => lost.abort())
    const end = () => client.end().catch(() => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ mine: boolean }>(
        "select pg_try_advisory_lock(hashtext('log sealer')) as mine",
      )
      if (rows[0]?.mine === true) {
        showThatItGoesOn(client)
        return { lost: lost.signal, end }
      }
      await endSilentHolders(client, TURN_IS_HELD)
    } catch (error) {
      await end()
      throw error
    }
    await end()
    return undefined
  }
}
