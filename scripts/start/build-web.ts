import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { StartRefused } from '#commands/log/start-refused.ts'
import { basename, dirname, join } from 'node:path'
import { isAlive } from '#scripts/postgres/postmaster.ts'

/** What the built web app is made of: its own files, what it imports, and the tools that build it. */
const SOURCES = [
  'web',
  'api',
  'domain',
  'projections',
  'scripts/web',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** Of the API the web knows the contracts alone, of the read models what their lists show. */
const isBuiltIn = (file: string) =>
  !/^(api|projections)\//.test(file) ||
  /^api\/(\w+\/)?contracts\//.test(file) ||
  /^projections\/.*\/fields?\.ts$/.test(file)

/** The files that it is made of. */
export const webSources = async (root: string): Promise<readonly string[]> =>
  (await Promise.all(SOURCES.map((source) => filesOf(root, source)))).flat().sort()

async function filesOf(root: string, source: string): Promise<string[]> {
  if (/\.\w+$/.test(source)) return [source]
  const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter(isBuiltIn)
}

/** A hash over names and contents: times would change with every clone. */
async function hashSources(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await webSources(root))
    hash
      .update(`${file}\0`)
      .update(await readFile(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/**
 * Builds the web app into a folder, whole or not at all, unless it was built from these very sources. Throws with what
 * Vite said.
 */
export async function buildWeb(
  root: string,
  { folder = join(root, 'dist', 'web'), signal }: { readonly folder?: string; readonly signal?: AbortSignal } = {},
): Promise<{ readonly folder: string; readonly isBuilt: boolean }> {
  const stamp = join(folder, '.sources')
  const wanted = await hashSources(root)
  const standing = await readFile(stamp, 'utf8').catch(() => undefined)
  if (standing === wanted) return { folder, isBuilt: false }
  const making = `${folder}.making-${process.pid}`
  try {
    signal?.throwIfAborted()
    await removeHalfMade(folder)
    await runVite(root, making, signal)
    await writeFile(join(making, '.sources'), wanted)
    await putInPlace(making, folder)
  } finally {
    await rm(making, { recursive: true, force: true })
  }
  return { folder, isBuilt: true }
}

/** Of two starts that build at once the later has the last word: both have built the same. */
async function putInPlace(made: string, folder: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await rm(folder, { recursive: true, force: true })
    try {
      return await rename(made, folder)
    } catch (error) {
      const isThere = error instanceof Error && 'code' in error && /^(ENOTEMPTY|EEXIST)$/.test(String(error.code))
      if (!isThere || attempt === 10) throw error
    }
  }
}

/** What builds left that were killed; nothing of one that is at work. */
async function removeHalfMade(folder: string): Promise<void> {
  const begin = `${basename(folder)}.making-`
  for (const name of await readdir(dirname(folder)).catch(() => []))
    if (name.startsWith(begin) && !isAlive(Number(name.slice(begin.length))))
      await rm(join(dirname(folder), name), { recursive: true, force: true })
}

const VITE = ['node_modules/vite/bin/vite.js', 'build']

function runVite(root: string, folder: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    // NODE_ENV decides which React is built in; a start in development still serves the fast one.
    const env = { ...process.env, NODE_ENV: 'production' }
    const vite = spawn(process.execPath, [...VITE, '--outDir', folder, '--emptyOutDir'], { cwd: root, env })
    signal?.addEventListener('abort', () => vite.kill(), { once: true })
    for (const stream of [vite.stdout, vite.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    vite.on('error', reject)
    vite.on('close', (code) => (code === 0 ? resolve() : reject(whyNot(said))))
  })
}

const whyNot = (said: string): Error =>
  /ENOSPC|no space left/i.test(said)
    ? new StartRefused(
        'The web app does not build: there is no room left on the disk of the program. Make some, and start again.',
      )
    : new Error(`The web app does not build:\n${said}`)
