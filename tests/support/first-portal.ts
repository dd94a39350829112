import { access, cp, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { runStart } from './start-program.ts'

/**
 * A data folder of the caller's own, as a first `npm start` with its demo data has left it; nothing runs on it. The run's
 * first test file that asks lets one start, the others wait for it: a story of two years takes its time.
 */
export async function firstPortal(): Promise<string> {
  const runDir = inject('runDir')
  const made = join(runDir, 'first-portal')
  const client = new pg.Client(inject('postgres').url)
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('first portal'))`)
    const isMade = await access(join(made, 'loaded.json')).then(
      () => true,
      () => false,
    )
    if (!isMade) await makeIn(made)
  } finally {
    await client.end()
  }
  const copy = await mkdtemp(join(runDir, 'portal-'))
  await cp(made, copy, { recursive: true, preserveTimestamps: true })
  return copy
}

async function makeIn(dataDir: string): Promise<void> {
  const program = runStart({ DATA_DIR: dataDir, PORT: String(await freePort()) })
  await program.until('The portal is at')
  program.signal('SIGTERM')
  const code = await program.ended
  if (code !== 0) throw new Error(`The first portal ended with ${code}:\n${program.said()}`)
}
