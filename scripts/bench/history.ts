import { join } from 'node:path'
import pg from 'pg'
import { loadSecrets } from '#api/secrets.ts'
import { openSystem, type System } from '#api/system.ts'
import { generateHistory } from '#scripts/generate/generate-history.ts'
import type { Workbench } from './workbench.ts'

const NOTHING = { api: false, projections: false, processes: false }

/** Opens a system that runs nothing, with a generated history of so many patients in its log. */
export async function withHistory<T>(
  { dataDir, postgres }: Workbench,
  patients: number,
  act: (system: System) => Promise<T>,
): Promise<T> {
  const { ownerUrl, appUrl } = postgres
  const system = await openSystem({ ownerUrl, appUrl, dataDir, roles: NOTHING })
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  owner.on('error', () => undefined)
  try {
    const secrets = await loadSecrets(join(dataDir, 'secrets'))
    await generateHistory(system, secrets, owner, { patients, days: 730, seed: 'bench' })
    await owner.query('vacuum analyze')
    return await act(system)
  } finally {
    await owner.end()
    await system.close()
  }
}
