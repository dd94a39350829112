import { setTimeout as delay } from 'node:timers/promises'
import { clearOrphan } from './postmaster.ts'
import { launchServer, type Launch, type Server } from './server.ts'

const FIRST_PAUSE_MS = 100
/** With the recovery after it well within the ten seconds in which everybody is served again. */
const LONGEST_PAUSE_MS = 2_000

/** A server that is started again, on its port, whenever it ends without having been asked to. */
export type KeptServer = { readonly port: number; pid(): number; stop(): Promise<void> }

/** `tell` hears of every end, and of every start that fails, with the reason. */
export async function keepServer(launch: Launch, tell: (reason: string) => void): Promise<KeptServer> {
  const stopping = new AbortController()
  let reviving: Promise<void> | undefined

  const onExit = (reason: string) => {
    tell(`${reason} and is started again`)
    reviving = revive()
  }

  async function revive(): Promise<void> {
    // Longer after each start that fails, never after one that went well.
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, 2 * pause)) {
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        // Children of a server that was killed may still hold its memory.
        await clearOrphan(launch.cluster)
        server = await launchServer(launch, onExit, server.port)
        return
      } catch (error) {
        tell(`The database server cannot be started yet: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }

  let server: Server = await launchServer(launch, onExit)
  return {
    port: server.port,
    pid: () => server.pid,
    async stop() {
      stopping.abort()
      await reviving
      await server.stop()
    },
  }
}
