import { StartRefused } from '#commands/log/start-refused.ts'
import { readIfThere } from '#commands/read-if-there.ts'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What a running server says of itself in its data folder. */
export type Postmaster = { readonly pid: number; readonly port: number; readonly isReady: boolean }

const POLL_MS = 20
/** Longer than its last checkpoint takes, and well within what an end has: who is told to end is not waited for longer. */
const FAST_SHUTDOWN_MS = 10_000
const IMMEDIATE_SHUTDOWN_MS = 10_000
/** Children of a killed server see that it is gone and end within milliseconds, unless they are stuck. */
const CHILDREN_GRACE_MS = 3_000
const KILL_MS = 10_000
const PROGRAMS = ['postgres', 'initdb']

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

/** postmaster.pid, whose lines are: pid, folder, start, port, socket folder, address, shared memory, state. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = (await readIfThere(pidFile(cluster))) ?? ''
  const [pid, , , port, , , , state] = text.split('\n')
  if (!Number(pid)) return undefined
  return { pid: Number(pid), port: Number(port ?? 0), isReady: state?.trim() === 'ready' }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Polls until `condition` holds; false when it did not within `ms`. */
export async function until(condition: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  const end = performance.now() + ms
  for (;;) {
    if (await condition()) return true
    if (performance.now() > end) return false
    await delay(POLL_MS)
  }
}

/**
 * Every process of a Postgres works in its data folder, so this tells a server from a stranger with a reused pid; its
 * program tells it from a shell that somebody has opened there.
 */
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'comm=']).catch(() => ({ stdout: '' }))
    return stdout.trim().endsWith('postgres')
  }
  const program = (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim()
  if (!PROGRAMS.includes(program)) return false
  const folders = [`/proc/${pid}/cwd/`, cluster].map((path) => stat(path).catch(() => undefined))
  const [theirs, ours] = await Promise.all(folders)
  return theirs !== undefined && ours !== undefined && theirs.dev === ours.dev && theirs.ino === ours.ino
}

/** The processes, the server or children of it, that work in this data folder. Known on Linux only. */
async function workersIn(cluster: string): Promise<readonly number[]> {
  if (process.platform !== 'linux' || (await stat(cluster).catch(() => undefined)) === undefined) return []
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const found = await Promise.all(pids.map((pid) => worksIn(pid, cluster)))
  return pids.filter((_, index) => found[index] === true)
}

export const anyoneWorksIn = async (cluster: string): Promise<boolean> => (await workersIn(cluster)).length > 0

/** Kills them; false when some are still there, as one that waits for a disk may be. */
export async function endWorkersIn(folder: string): Promise<boolean> {
  return until(async () => {
    const pids = await workersIn(folder)
    for (const pid of pids) signalTo(pid, 'SIGKILL')
    return pids.length === 0
  }, KILL_MS)
}

/** Does nothing to one that has ended. */
export function signalTo(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

/** The server that runs on this data folder now, whoever started it. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(cluster)
  if (postmaster === undefined || !isAlive(postmaster.pid)) return undefined
  return (await worksIn(postmaster.pid, cluster)) ? postmaster : undefined
}

/**
 * Fast shutdown: open transactions are rolled back, everything committed is on disk. Immediate if that hangs, as it does
 * for a minute and more on a full disk, and a kill if that hangs too: the next start recovers from the write-ahead log.
 */
export async function shutDown(
  pid: number,
  hasEnded = () => !isAlive(pid),
  withinMs = FAST_SHUTDOWN_MS,
): Promise<void> {
  const steps = [
    ['SIGINT', withinMs],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
    ['SIGKILL', KILL_MS],
  ] as const
  for (const [signal, ms] of steps) {
    signalTo(pid, signal)
    if (await until(hasEnded, ms)) return
  }
  throw new StartRefused(`The database server (process ${pid}) cannot be ended: restart this machine, and start again`)
}

/**
 * Leaves the data folder without a server and without a stale postmaster.pid, after a parent that was killed: a server
 * that outlived it is shut down (`onWait` is told which), and children of a server that was killed itself are waited for,
 * and killed if they are stuck.
 */
export async function clearOrphan(
  cluster: string,
  onWait?: (pid: number) => void,
  withinMs?: number,
): Promise<'none' | 'stopped'> {
  const orphan = await findPostmaster(cluster)
  if (orphan !== undefined) {
    onWait?.(orphan.pid)
    await shutDown(orphan.pid, undefined, withinMs)
  }
  const haveEnded = () => until(async () => !(await anyoneWorksIn(cluster)), CHILDREN_GRACE_MS)
  if (!(await haveEnded()) && !(await endWorkersIn(cluster)))
    throw new StartRefused(
      `Processes of an earlier database server still work in ${cluster} and cannot be ended: restart this machine, ` +
        'and start again',
    )
  // Nobody works here, so a pid in it is a stranger's, which Postgres would take for a running server.
  await rm(pidFile(cluster), { force: true })
  return orphan === undefined ? 'none' : 'stopped'
}
