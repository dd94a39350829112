import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openSystem, type System, type SystemOptions } from '#api/system.ts'
import { portalDatabase, type TestDatabase } from './database.ts'

/** Tests count events: none may come of itself. The sealer runs, and waits. */
export const NEVER_SEALED = { everyEvents: Number.POSITIVE_INFINITY, everyMs: Number.POSITIVE_INFINITY }

/** A whole system on a database of its own; nothing in it is a stand-in. */
export type TestApp = System & {
  readonly database: TestDatabase
  readonly dataDir: string
  /** Ends everything and removes what it kept. */
  end(): Promise<void>
}

export async function startTestApp(over: Partial<SystemOptions> = {}, given?: TestDatabase): Promise<TestApp> {
  const database = given ?? (await portalDatabase())
  const dataDir = over.dataDir ?? (await mkdtemp(join(inject('runDir'), 'app-')))
  const { ownerUrl, appUrl } = database
  const system = await openSystem({ ownerUrl, appUrl, dataDir, sealing: NEVER_SEALED, ...over })
  await system.app.ready()
  return {
    ...system,
    database,
    dataDir,
    async end() {
      await system.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
