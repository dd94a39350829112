import pg from 'pg'
import { createClient, isNoticeQueueFull } from '#commands/postgres.ts'

const INT8 = 20
const ENDED_BY_THE_SERVER = /^(08|57P|25P0[34])/
// Reasons that pass: cut, serialization, deadlock, resources, lock timeout, cancelled or cut by a time limit, read-only after a failover.
const PASSING = /^(08|57P|40001|40P01|53|55P03|57014|25006|25P0[34])/

const safeInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not a safe integer`)
  return value
}

/** How the log's queries read what Postgres sends: int8 as a checked number, whatever else as pg does. */
export const logTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? safeInteger : pg.types.getTypeParser(oid, format)),
}

/** Whether the same call may go well a moment later. Its outcome may be unknown: the connection was cut, say. */
export const isPassing = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? PASSING.test(error.code ?? '') || isNoticeQueueFull(error)
    : !(error instanceof TypeError || error instanceof RangeError)

/** One connection, made when first needed and again after it was cut. Callers take turns. */
export type LogConnection = {
  query<R extends unknown[]>(config: pg.QueryArrayConfig): Promise<R[]>
  /** Lets the connection go; the next query makes a new one. */
  drop(): Promise<void>
}

/** `prepare` runs on every new connection; `onCut` tells that an idle one was lost. */
export function createLogConnection(
  config: pg.ClientConfig,
  { prepare, onCut }: { prepare?: (client: pg.Client) => Promise<void>; onCut?: () => void } = {},
): LogConnection {
  let current: pg.Client | undefined

  const drop = async () => {
    const client = current
    current = undefined
    await client?.end().catch(() => undefined)
  }

  const connected = async () => {
    if (current !== undefined) return current
    const client = createClient(config, { name: 'log', patience: 'append', types: logTypes })
    const lost = () => {
      if (current !== client) return
      current = undefined
      onCut?.()
    }
    client.on('error', lost)
    client.on('end', lost)
    try {
      await client.connect()
      await prepare?.(client)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    current = client
    return client
  }

  return {
    async query<R extends unknown[]>(query: pg.QueryArrayConfig) {
      const client = await connected()
      try {
        return (await client.query<R>(query)).rows
      } catch (error) {
        const isCut = !(error instanceof pg.DatabaseError) || ENDED_BY_THE_SERVER.test(error.code ?? '')
        // Not awaited: a connection that is cut may take long to say goodbye.
        if (isCut && current === client) void drop()
        throw error
      }
    },
    drop,
  }
}
