import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isAlive } from './postgres/postmaster.ts'
import { stopLeftover } from './postgres/start-postgres.ts'

/** In the checkout, where nobody else puts anything: a folder for each run, named by the pid it belongs to. */
const runsOf = (root: string) => join(root, '.run')

/** In such a folder: what its tests make. It is in memory where that can be (test/memory-folder.ts). */
export const madeIn = (folder: string): string => join(folder, 'made')

/**
 * A folder in the checkout for what a run makes and nobody needs afterwards, and from here on the temporary folder of
 * this process and of those it starts: nothing is left in, or taken from, the one that the whole machine shares. A
 * process that was started in such a folder stays in it. Whoever made it removes it as it ends.
 */
export function useOwnFolder(root: string): string {
  const runs = runsOf(root)
  const given = process.env['TMPDIR'] ?? ''
  if (given.startsWith(join(runs, '/'))) return given
  mkdirSync(runs, { recursive: true })
  const folder = mkdtempSync(join(runs, `${process.pid}-`))
  // Others may pass through: as root, Postgres and some tests run as another user.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Removes what runs left that were killed and could not tidy up; their programs may still be there. */
export async function removeLeftovers(root: string): Promise<void> {
  for (const name of await readdir(runsOf(root)).catch(() => [])) {
    if (isAlive(Number.parseInt(name))) continue
    const folder = join(runsOf(root), name)
    await endThoseWhoHave(madeIn(folder))
    // Another user's, or being removed by another run right now: not ours to fail on.
    const files = await readdir(folder, { recursive: true }).catch(() => [])
    const servers = files.filter((file) => file.endsWith('postgres/supervisor.json'))
    const stopped = servers.map((note) => stopLeftover(join(folder, dirname(dirname(note)))).catch(() => false))
    if ((await Promise.all(stopped)).includes(false)) continue
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Ends the programs of a run whose folder is in memory: only they have it, and with the last of them it is gone. */
async function endThoseWhoHave(folder: string): Promise<void> {
  for (const pid of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const mounts = await readFile(join('/proc', pid, 'mountinfo'), 'utf8').catch(() => '')
    if (!mounts.split('\n').some((line) => line.split(' ')[4] === folder)) continue
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      continue // ended by itself
    }
  }
}
