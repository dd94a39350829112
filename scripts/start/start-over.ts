import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartRefused } from '../../commands/log/start-refused.ts'
import { stopLeftover } from '../postgres/start-postgres.ts'

/** What the portal makes inside DATA_DIR. Anything else in there is somebody's, and stays. */
const OURS = ['postgres', 'secrets', 'documents', 'seals', 'loaded.json']

/** Deletes what earlier starts kept in `dataDir`. Throws while another process runs the database in there. */
export async function startOver(dataDir: string): Promise<void> {
  if (!(await stopLeftover(dataDir)))
    throw new StartRefused(`Another process runs the portal on ${dataDir}: stop it first`)
  for (const name of OURS) await rm(join(dataDir, name), { recursive: true, force: true })
}
