import type pg from 'pg'
import { isPassingFault } from '#commands/postgres.ts'
import type { Report } from '#commands/rarely.ts'
import { findFullNotices } from './full-notices.ts'
import { watchHeldRows, watchHeldTables } from './held-tables.ts'
import { findOtherConstraints } from './other-constraints.ts'
import { findLostTables, type LostTable } from './own-tables.ts'
import { findRoleSettings } from './role-settings.ts'
import { findServerHazards } from './server-hazards.ts'

/** Looks at all that keeps the portal from its own tables, by the catalogs alone, again and again; says it to the operator. */
export function lookAtTables(
  pool: pg.Pool,
  report: Report,
  /** As `most` of findFullNotices. */
  mostNotices?: number,
): () => Promise<readonly LostTable[]> {
  const findHeld = watchHeldTables(() => performance.now())
  const findHeldRows = watchHeldRows(() => performance.now())
  return async () => {
    const settings = await findRoleSettings(pool)
    const others = Promise.all([
      ...[findFullNotices(pool, mostNotices), findLostTables(pool)],
      ...[findOtherConstraints(pool), findHeld(pool), findHeldRows(pool)],
      findServerHazards(pool),
    ])
    const found = await others.catch((error: unknown) => {
      // They may be what these settings cut off.
      if (settings.length === 0 || !isPassingFault(error)) throw error
      return []
    })
    const all = [...settings, ...found.flat()]
    for (const { says } of all) report(`In the database ${says}`)
    return all
  }
}
