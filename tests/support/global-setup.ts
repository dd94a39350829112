import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { madeIn, removeLeftovers, useOwnFolder } from '#scripts/own-folder.ts'
import { startPostgres, type PostgresUrls } from '#scripts/postgres/start-postgres.ts'
import { writePrograms } from '#scripts/write-programs.ts'
import { makeTemplates } from './database-template.ts'
import { type PackedBrowser, packedBrowser } from '#scripts/browser/packed-browser.ts'
import { ROOT, sourceFiles } from './source-files.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The ways into the run's own Postgres. */
    postgres: PostgresUrls
    /** The run's own folder, removed at its end. */
    runDir: string
    /** Our programs below it, ready for Node: `program` names them. */
    programs: string
    /** Unpacked before the first test; none where `CHROMIUM_PATH` names one of this machine. */
    browser: PackedBrowser | undefined
  }
}

/** One Postgres for the whole run, in a folder of its own, with the templates that test files clone. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers(ROOT)
  const isBrought = (process.env['CHROMIUM_PATH'] ?? '') === ''
  const browser = isBrought ? await packedBrowser(ROOT, join(ROOT, '.cache')) : undefined
  const dataDir = madeIn(useOwnFolder(ROOT))
  await mkdir(dataDir, { recursive: true })
  // Others may pass through to what a test gives them, as in the folder above.
  await chmod(dataDir, 0o711)
  const programs = join(dataDir, 'programs')
  const [postgres] = await Promise.all([
    startPostgres({ dataDir }),
    writePrograms(ROOT, sourceFiles.filter(isProgram), programs),
  ])
  const tearDown = async () => {
    await postgres.stop()
    // Not the folder: it may be a place of its own in memory.
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  try {
    const superuser = new pg.Client(postgres.url)
    await superuser.connect()
    await makeTemplates(superuser, postgres)
    await superuser.end()
  } catch (error) {
    await tearDown()
    throw error
  }
  const { url, ownerUrl, appUrl } = postgres
  project.provide('postgres', { url, ownerUrl, appUrl })
  project.provide('runDir', dataDir)
  project.provide('programs', programs)
  project.provide('browser', browser)
  return tearDown
}

/** What people, npm and other tests start by its path. */
const isProgram = (file: string) => /^(scripts\/[^/]+|tests\/.*-(program|process))\.ts$/.test(file)
