import { access, cp, mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { freePort } from '#scripts/free-port.ts'
import { startPostgres } from '#scripts/postgres/start-postgres.ts'
import { runBootstrap } from './start-program.ts'

/** Makes a folder for the run's first test file that wants it, whole or not at all; the others wait for it. */
async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(inject('runDir'), name)
  const client = new pg.Client(inject('postgres').url)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const isMade = await access(folder).then(
      () => true,
      () => false,
    )
    if (isMade) return folder
    const making = await mkdtemp(`${folder}.making-`)
    await make(making)
    await rename(making, folder)
    return folder
  } finally {
    await client.end()
  }
}

/** What was seen of the run's first start with its demo data, while it served and as it ended. */
export type FirstStart = {
  readonly said: string
  /** Answers to whoever opens the portal, and to the first administrator who signs in. */
  readonly pages: readonly { readonly path: string; readonly status: number; readonly text: string }[]
  readonly signIn: number
  readonly exitCode: number | null
  /** In the folder of its database, when it had ended. */
  readonly left: readonly string[]
}

const seenFile = () => join(inject('runDir'), 'first-portal.json')

async function watchFirstStart(folder: string): Promise<FirstStart> {
  const port = await freePort()
  const at = (path: string) => `http://127.0.0.1:${port}${path}`
  const program = runBootstrap({ DATA_DIR: folder, PORT: String(port) })
  await program.until('The portal is at')
  const pages = await Promise.all(
    ['/', '/login'].map(async (path) => {
      const page = await fetch(at(path))
      return { path, status: page.status, text: await page.text() }
    }),
  )
  const signIn = await fetch(at('/api/login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'fund-admin@chf.example', password: DEMO_PASSWORD }),
  })
  // One Ctrl-C below npm: once from the terminal, once passed on.
  program.signal('SIGINT')
  await program.until('Stopping')
  program.signal('SIGINT')
  const exitCode = await program.ended
  const left = await readdir(join(folder, 'postgres'))
  return { said: program.said(), pages, signIn: signIn.status, exitCode, left }
}

/** Fills a data folder as a first `npm start` with its demo data has left it; nothing runs on it. */
export async function copyFirstPortal(dataDir: string): Promise<FirstStart> {
  const made = await madeOnce('first-portal', async (folder) => {
    const seen = await watchFirstStart(folder)
    if (seen.exitCode !== 0) throw new Error(`The first portal ended with ${seen.exitCode}:\n${seen.said}`)
    await writeFile(seenFile(), JSON.stringify(seen))
  })
  await cp(made, dataDir, { recursive: true, preserveTimestamps: true })
  return JSON.parse(await readFile(seenFile(), 'utf8')) as FirstStart
}

/** Fills a data folder with an embedded database that was made and stopped. */
export async function copyFirstPostgres(dataDir: string): Promise<void> {
  const made = await madeOnce('first-postgres', async (folder) => {
    const { stop } = await startPostgres({ dataDir: folder })
    await stop()
  })
  await cp(made, dataDir, { recursive: true, preserveTimestamps: true })
}
