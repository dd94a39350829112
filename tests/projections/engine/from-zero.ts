import type { DomainLog } from '#commands/log/domain-log.ts'
import { rebuild } from '#projections/rebuild.ts'
import { prepareReadModels } from '#projections/runner.ts'
import { dump, engineDatabase } from './engine.ts'
import { tallyModels } from './tallies.ts'

/** The same log folded from zero, in a database of its own. */
export async function fromZero(log: DomainLog): Promise<Record<string, unknown[]>> {
  const other = await engineDatabase()
  await prepareReadModels({ models: tallyModels, ...other })
  await rebuild({ log, models: tallyModels, appRole: new URL(other.appUrl).username, ...other })
  return dump(other.pool, tallyModels)
}
