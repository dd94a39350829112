import { once } from 'node:events'
import type pg from 'pg'
import { ConnectionLost } from '#commands/postgres.ts'
import type { Run } from '#commands/supervise.ts'
import type { LogSignal } from '#commands/log/log-signal.ts'
import { createLogConnection } from './connection.ts'
import { LOG_CHANNEL } from './log-schema.ts'

/** Wakes followers for what other processes append. While its connection is away, followers look every half second. */
export const logListener =
  (config: pg.ClientConfig, wakeUp: LogSignal): Run =>
  async (signal) => {
    const cut = new AbortController()
    const connection = createLogConnection(config, {
      prepare: async (client) => {
        client.on('notification', ({ payload }) => wakeUp.wake(Number(payload)))
        await client.query(`listen ${LOG_CHANNEL}`)
      },
      onCut: () => cut.abort(),
    })
    try {
      await connection.query({ text: 'select 1', rowMode: 'array' })
      wakeUp.wake()
      const over = AbortSignal.any([signal, cut.signal])
      if (!over.aborted) await once(over, 'abort')
      if (!signal.aborted) throw new ConnectionLost('The connection that hears of appends was cut')
    } finally {
      await connection.drop()
    }
  }
