import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { isAlive } from '#scripts/postgres/postmaster.ts'
import { startPostgres, stopLeftover, type Postgres } from '#scripts/postgres/start-postgres.ts'
import { copyFirstPostgres } from '#tests/support/made-once.ts'
import { keepNote, kept, readNote } from '#tests/support/postgres-note.ts'
import { superviseInProgram } from '#tests/support/supervising-program.ts'

let dataDir: string
let cluster: string
let postgres: Postgres | undefined
beforeEach(async () => {
  dataDir = await mkdtemp(join(inject('runDir'), 'server-killed-'))
  cluster = join(dataDir, 'postgres', 'cluster')
  await copyFirstPostgres(dataDir)
})
afterEach(async () => {
  await postgres?.stop()
  postgres = undefined
  await stopLeftover(dataDir)
  await rm(dataDir, { recursive: true, force: true })
})

/** The server that says it is ready, other than this one, in the very turn in which it is seen. */
async function nextReady(other: number): Promise<number> {
  for (;;) {
    const [pid, , , , , , , state] = readPidFile().split('\n')
    if (Number(pid) > 0 && Number(pid) !== other && state?.trim() === 'ready') return Number(pid)
    await nextTurn()
  }
}
const readPidFile = (): string => {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch {
    return ''
  }
}

/** Whoever waits for it looks every 20 ms, and is a moment in what it does then. */
const MOMENTS_MS = [0, 2, 4, 6, 8, 10, 12, 14, 16, 19, 22]

test('a server that is killed just as it is ready, over and over, comes back each time, and within ten seconds', async () => {
  postgres = await startPostgres({ dataDir })
  const { ownerUrl } = postgres
  await keepNote(ownerUrl)
  let pid = postgres.pid()
  process.kill(pid, 'SIGKILL')
  for (const ms of MOMENTS_MS) {
    pid = await nextReady(pid)
    if (ms > 0) await delay(ms)
    process.kill(pid, 'SIGKILL')
  }
  await expect.poll(() => readNote(ownerUrl).catch(() => undefined), { timeout: 10_000 }).toEqual(kept)
}, 120_000)

/** A process of the server that neither works nor ends. */
async function stuckBackend({ url }: Pick<Postgres, 'url'>): Promise<number> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid
  if (pid === undefined) throw new Error('No backend')
  process.kill(pid, 'SIGSTOP')
  return pid
}

test.runIf(process.platform === 'linux')(
  'a process that a killed server has left stuck is ended, by its keeper and by the next start, and nobody else there',
  async () => {
    // Whoever looks into the folder just then.
    const stranger = spawn('/bin/sh', ['-c', 'read line'], { cwd: cluster, stdio: 'pipe' })
    onTestFinished(() => void stranger.kill('SIGKILL'))
    const killed = await superviseInProgram(dataDir)
    await keepNote(killed.ownerUrl)
    await killed.end('SIGKILL')
    const found = await stuckBackend({ url: killed.ownerUrl })
    process.kill(killed.pid, 'SIGKILL')

    const next = await startPostgres({ dataDir })
    postgres = next
    // Of whoever has lost their parent, the init of a machine takes its time to hear.
    await expect.poll(() => isAlive(found)).toBe(false)
    const own = await stuckBackend(next)
    process.kill(next.pid(), 'SIGKILL')
    await expect.poll(() => readNote(next.ownerUrl).catch(() => undefined), { timeout: 60_000 }).toEqual(kept)
    await expect.poll(() => isAlive(own)).toBe(false)
    expect(stranger.exitCode).toBeNull()
  },
)
