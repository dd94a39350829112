import { spawn, type ChildProcess } from 'node:child_process'
import { constants } from 'node:fs'
import { readFile, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { openRegular } from '#commands/open-regular.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import type { Account } from './account.ts'
import { SCRAM_ITERATIONS } from './passwords.ts'
import { clearOrphan, readPostmaster, shutDown, until } from './postmaster.ts'
import { programEnv, workingFolder } from './program.ts'
import { programRefused } from './refusals.ts'

const START_MS = 120_000
const ATTEMPTS = 5
const LOG_LIMIT = 10 * 1024 * 1024

/** Settings that differ from Postgres' own, or that nothing may change: a real server for real data. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_wal_size: '2GB',
  jit: 'off',
  scram_iterations: SCRAM_ITERATIONS,
  // Nothing that somebody typed: an error's text quotes the values it refuses, and the app says its code and constraint.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_statement: 'none',
  log_checkpoints: 'off',
}

export type Launch = {
  readonly postgres: string
  readonly cluster: string
  readonly logFile: string
  readonly account: Account | undefined
  readonly settings: Readonly<Record<string, string>>
}

/** A running server. */
export type Server = { readonly port: number; readonly pid: number; stop(): Promise<void> }

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function spawnServer({ postgres, cluster, logFile, account, settings }: Launch, port: number) {
  const all = { ...SETTINGS, ...settings, port: String(port) }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = await openRegular(logFile, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND, 0o600)
  try {
    // Detached: a terminal sends its Ctrl-C to our process group, and the server must outlive the draining of the app.
    const child = spawn(postgres, ['-D', workingFolder(cluster), ...args], {
      ...account,
      cwd: cluster,
      env: programEnv(),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
    return child
  } finally {
    await log.close()
  }
}

/** Where in the log the next start's lines begin. */
async function rotateLog(logFile: string): Promise<number> {
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0
  if (size < LOG_LIMIT) return size
  await rename(logFile, `${logFile}.1`)
  return 0
}

/**
 * Starts the server on 127.0.0.1, on a free port unless it is told one, and waits until it takes connections. `onExit` is
 * called once if it ends later without having been asked to.
 */
export async function launchServer(
  launch: Launch,
  onExit: (reason: string) => void,
  fixedPort?: number,
): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    const logFrom = await rotateLog(launch.logFile)
    const port = fixedPort ?? (await freePort())
    const child = await spawnServer(launch, port)
    const { pid } = child
    if (pid === undefined) throw new StartRefused(`${launch.postgres} cannot be run: install again (npm ci)`)
    // A process that leaves without calling stop() takes its server with it; only SIGKILL leaves an orphan. One that leaves
    // before the stop that it had asked for is done has waited long enough.
    let isAsked = false
    const onLeaving = () => void child.kill(isAsked ? 'SIGQUIT' : 'SIGINT')
    const stop = () => {
      isAsked = true
      return shutDown(pid, () => hasEnded(child))
    }
    process.once('exit', onLeaving)
    child.once('exit', () => process.removeListener('exit', onLeaving))

    const isReady = await until(async () => {
      if (hasEnded(child)) return true
      const postmaster = await readPostmaster(launch.cluster)
      return postmaster?.pid === pid && postmaster.isReady
    }, START_MS)
    // Asked last, and with no wait before its end is listened for: one that has ended since it said that it is ready is not
    // running.
    if (isReady && !hasEnded(child)) return running(child, pid, port, stop, onExit)

    const isKilled = hasEnded(child)
    if (!isKilled) await stop()
    const said = (await readFile(launch.logFile)).subarray(logFrom).toString()
    const isPortTaken = fixedPort === undefined && /could not bind|Address already in use/.test(said)
    const wasKilled = isKilled && (child.signalCode !== null || /was terminated by signal/.test(said))
    if (attempt === ATTEMPTS || !(isPortTaken || wasKilled))
      throw programRefused('The database server did not start', launch.cluster, said)
    await clearOrphan(launch.cluster)
  }
}

function running(
  child: ChildProcess,
  pid: number,
  port: number,
  stop: () => Promise<void>,
  onExit: (reason: string) => void,
): Server {
  let stopping: Promise<void> | undefined
  child.unref()
  child.once('exit', (code, signal) => {
    if (stopping === undefined) onExit(`The database server ended by itself (${signal ?? `exit code ${code}`})`)
  })
  return {
    port,
    pid,
    stop: () => (stopping ??= hasEnded(child) ? Promise.resolve() : stop()),
  }
}
