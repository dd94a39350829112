import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { isAlive } from '../../scripts/postgres/postmaster.ts'
import { startPostgres, stopLeftover, type PostgresUrls } from '../../scripts/postgres/start-postgres.ts'
import { makeTemplate, TEMPLATE } from './database-template.ts'
import { onDatabase } from './database-url.ts'
import { bringBrowserLibraries } from './browser-libraries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The ways into the run's own Postgres. */
    postgres: PostgresUrls
    /** The run's own folder, removed at its end. */
    runDir: string
  }
}

const PREFIX = 'chf-test-run-'

/** One Postgres for the whole run, in a folder of its own, with one migrated template that test files clone. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers()
  bringBrowserLibraries()
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const postgres = await startPostgres({ dataDir })
  const tearDown = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const superuser = new pg.Client(postgres.url)
    await superuser.connect()
    await makeTemplate(superuser, onDatabase(postgres.ownerUrl, TEMPLATE))
    await superuser.end()
  } catch (error) {
    await tearDown()
    throw error
  }
  const { url, ownerUrl, appUrl } = postgres
  project.provide('postgres', { url, ownerUrl, appUrl })
  project.provide('runDir', dataDir)
  return tearDown
}

/** A run that was killed could not tidy up; its server may still be there. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX) || isAlive(Number.parseInt(name.slice(PREFIX.length)))) continue
    const folder = join(tmpdir(), name)
    // Another user's, or being removed by another run right now: not ours to fail on.
    const isStopped = await stopLeftover(folder).catch(() => false)
    if (isStopped) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}
