import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { removeLeftovers, useOwnFolder } from '#scripts/own-folder.ts'
import { startPostgres, type PostgresUrls } from '#scripts/postgres/start-postgres.ts'
import { makeTemplate, TEMPLATE } from './database-template.ts'
import { onDatabase } from './database-url.ts'
import { type PackedBrowser, packedBrowser } from './packed-browser.ts'
import { ROOT } from './source-files.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The ways into the run's own Postgres. */
    postgres: PostgresUrls
    /** The run's own folder, removed at its end. */
    runDir: string
    /** Unpacked before the first test; none where `CHROMIUM_PATH` names one of this machine. */
    browser: PackedBrowser | undefined
  }
}

/** One Postgres for the whole run, in a folder of its own, with one migrated template that test files clone. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers(ROOT)
  const isBrought = (process.env['CHROMIUM_PATH'] ?? '') === ''
  const browser = isBrought ? await packedBrowser(ROOT, join(ROOT, '.cache')) : undefined
  const dataDir = await mkdtemp(join(useOwnFolder(ROOT), 'run-'))
  // Others may pass through to what a test gives them, as in the folder above.
  await chmod(dataDir, 0o711)
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
  project.provide('browser', browser)
  return tearDown
}
