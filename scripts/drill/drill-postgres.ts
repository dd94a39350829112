import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '#commands/postgres.ts'
import { findPostmaster } from '#scripts/postgres/postmaster.ts'
import { startPostgres } from '#scripts/postgres/start-postgres.ts'

/** The drill's own database server, under the portal's own supervisor. */
export type DrillPostgres = {
  readonly appUrl: string
  readonly ownerUrl: string
  /** Where it listens now. */
  readonly address: () => { readonly host: string; readonly port: number }
  kill(): Promise<void>
  terminateBackends(isMeant: () => boolean): Promise<void>
  /** Stops the server and every process of it for so long. */
  stall(ms: number): Promise<void>
  stop(): Promise<void>
}

/** Small write-ahead files, so that a small disk is not full of them. */
const SETTINGS = { max_wal_size: '128MB', min_wal_size: '32MB', shared_buffers: '64MB' }

export async function startDrillPostgres(dataDir: string, say: (line: string) => void): Promise<DrillPostgres> {
  const server = await startPostgres({ dataDir, settings: SETTINGS, log: say, onExit: say })
  const cluster = join(dataDir, 'postgres', 'cluster')
  const signal = (pids: readonly number[], name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name)
      } catch {
        // It has ended by itself meanwhile.
      }
    }
  }
  return {
    appUrl: server.appUrl,
    ownerUrl: server.ownerUrl,
    address: () => ({ host: '127.0.0.1', port: server.port }),
    async kill() {
      const postmaster = await findPostmaster(cluster)
      if (postmaster !== undefined) signal([postmaster.pid], 'SIGKILL')
    },
    async terminateBackends(isMeant) {
      const client = createClient(server.url, { name: 'drill', patience: 'call' })
      try {
        await client.connect()
        const { rows } = await client.query<{ pid: number }>(
          'select pid from pg_stat_activity where usename in ($1, $2)',
          [new URL(server.appUrl).username, new URL(server.ownerUrl).username],
        )
        const pids = rows.map(({ pid }) => pid).filter(isMeant)
        await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids])
      } catch {
        return // The server is away just now: there is nothing to end.
      } finally {
        await client.end().catch(() => undefined)
      }
    },
    async stall(ms) {
      const postmaster = await findPostmaster(cluster)
      if (postmaster === undefined) return
      signal([postmaster.pid], 'SIGSTOP')
      const children = await childrenOf(postmaster.pid)
      signal(children, 'SIGSTOP')
      try {
        await delay(ms)
      } finally {
        signal([...children, postmaster.pid], 'SIGCONT')
      }
    },
    stop: () => server.stop(),
  }
}

/** The processes that this one has started. */
export async function childrenOf(parent: number): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      // The second field is a name in brackets that may hold anything; the parent is the second after it.
      return line.slice(line.lastIndexOf(')') + 2).split(' ')[1] === String(parent) ? pid : 0
    }),
  )
  return found.filter((pid) => pid > 0)
}
