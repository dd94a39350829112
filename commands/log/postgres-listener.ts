import type pg from 'pg'
import type { LogSignal } from './log-signal.ts'
import { createLogConnection } from './postgres-connection.ts'
import { LOG_CHANNEL } from './postgres-log-schema.ts'

const RECONNECT_AFTER = 250

/** Wakes followers for what other processes append. While its connection is away, followers look every half second. */
export type LogListener = { start(): void; stop(): Promise<void> }

export function createLogListener(config: pg.ClientConfig, wakeUp: LogSignal): LogListener {
  let timer: NodeJS.Timeout | undefined
  let isOn = false
  let connecting: Promise<unknown> = Promise.resolve()

  const again = () => {
    if (!isOn) return
    clearTimeout(timer)
    timer = setTimeout(connect, RECONNECT_AFTER)
  }
  const connection = createLogConnection(config, {
    prepare: async (client) => {
      client.on('notification', () => wakeUp.wake())
      await client.query(`listen ${LOG_CHANNEL}`)
    },
    onCut: again,
  })
  const connect = () => {
    connecting = connection.query({ text: 'select 1', rowMode: 'array' }).then(() => wakeUp.wake(), again)
  }

  return {
    start() {
      if (isOn) return
      isOn = true
      connect()
    },
    async stop() {
      isOn = false
      clearTimeout(timer)
      await connecting
      await connection.drop()
    },
  }
}
