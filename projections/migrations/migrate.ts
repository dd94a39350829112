import { Migrator, type Migration } from 'kysely'
import pg from 'pg'
import { inTransaction, isTableGone } from '#commands/postgres.ts'
import type { Report } from '#commands/rarely.ts'
import { createSoleTurns } from '#commands/sole-turn.ts'
import { createDb, createPool } from '#projections/postgres.ts'
import { inWords, TURN, waitForTurn } from './turn.ts'
import { readModelTables } from './0001-read-models.ts'
import { plainTables } from './0002-plain-tables.ts'
import { apiTables } from './0003-api-tables.ts'
import { orderedProducts } from './0004-ordered-products.ts'
import { requestKeys } from './0005-request-keys.ts'
import { countedTries } from './0006-counted-tries.ts'
import { secretCheck } from './0007-secret-check.ts'
import { sealedTexts } from './0008-sealed-texts.ts'
import { processParts } from './0009-process-parts.ts'
import { unusedDocuments } from './0010-unused-documents.ts'
import { tableShapes } from './0011-table-shapes.ts'
import { processBackends } from './0012-process-backends.ts'
import { processes } from './0013-processes.ts'
import { outbox } from './0014-outbox.ts'
import { erasedPeople } from './0015-erased-people.ts'
import { documentsOfPeople } from './0016-documents-of-people.ts'
import { sessionOrigin } from './0017-session-origin.ts'
import { integrityFindings } from './0018-integrity-findings.ts'
import { whereABuildStopped } from './0019-where-a-build-stopped.ts'
import { partRemarks } from './0020-part-remarks.ts'
import { streamEnds } from './0021-stream-ends.ts'
import { decisionsOfTables } from './0022-decisions-of-tables.ts'
import { whoWroteAFinding } from './0023-who-wrote-a-finding.ts'
import { whoWroteACheck } from './0024-who-wrote-a-check.ts'
import { noticesRead } from './0025-notices-read.ts'
import { whoLetsIn } from './0026-who-lets-in.ts'
import { mail } from './0027-mail.ts'
import { keysInUse } from './0028-keys-in-use.ts'
import { sealedChoices } from './0029-sealed-choices.ts'
import { peppers } from './0030-peppers.ts'
import { whoDestroyedAKey } from './0031-who-destroyed-a-key.ts'
import { readableValues } from './0032-numbers-and-times-that-are-read.ts'
import { mailedCodes } from './0033-mailed-codes.ts'
import { whoEndedAMail } from './0034-who-ended-a-mail.ts'
import { whoWroteWhatPeopleTrust } from './0035-who-wrote-what-people-trust.ts'
import { secondFactors } from './0036-second-factors.ts'
import { whoAskedForAMail } from './0037-who-asked-for-a-mail.ts'
import { enrolments } from './0038-enrolments.ts'
import { disputeReads } from './0039-dispute-reads.ts'
import { codesByPurpose } from './0045-codes-by-purpose.ts'
import { IS_WIDE, narrowRights } from './rights.ts'

/** Every migration in order; one that was ever shipped is never edited. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-read-models': readModelTables,
  '0002-plain-tables': plainTables,
  '0003-api-tables': apiTables,
  '0004-ordered-products': orderedProducts,
  '0005-request-keys': requestKeys,
  '0006-counted-tries': countedTries,
  '0007-secret-check': secretCheck,
  '0008-sealed-texts': sealedTexts,
  '0009-process-parts': processParts,
  '0010-unused-documents': unusedDocuments,
  '0011-table-shapes': tableShapes,
  '0012-process-backends': processBackends,
  '0013-processes': processes,
  '0014-outbox': outbox,
  '0015-erased-people': erasedPeople,
  '0016-documents-of-people': documentsOfPeople,
  '0017-session-origin': sessionOrigin,
  '0018-integrity-findings': integrityFindings,
  '0019-where-a-build-stopped': whereABuildStopped,
  '0020-part-remarks': partRemarks,
  '0021-stream-ends': streamEnds,
  '0022-decisions-of-tables': decisionsOfTables,
  '0023-who-wrote-a-finding': whoWroteAFinding,
  '0024-who-wrote-a-check': whoWroteACheck,
  '0025-notices-read': noticesRead,
  '0026-who-lets-in': whoLetsIn,
  '0027-mail': mail,
  '0028-keys-in-use': keysInUse,
  '0029-sealed-choices': sealedChoices,
  '0030-peppers': peppers,
  '0031-who-destroyed-a-key': whoDestroyedAKey,
  '0032-numbers-and-times-that-are-read': readableValues,
  '0033-mailed-codes': mailedCodes,
  '0034-who-ended-a-mail': whoEndedAMail,
  '0035-who-wrote-what-people-trust': whoWroteWhatPeopleTrust,
  '0036-second-factors': secondFactors,
  '0037-who-asked-for-a-mail': whoAskedForAMail,
  '0038-enrolments': enrolments,
  '0039-dispute-reads': disputeReads,
  '0045-codes-by-purpose': codesByPurpose,
}

/** Their names, in order. */
export const MIGRATIONS: readonly string[] = Object.keys(migrations).sort()

/** How long a migration waits for a table that somebody else holds. */
const LOCK_PATIENCE = '30s'

/**
 * Brings the tables that are not read models up to date; safe at every start, also at two at once: one waits for the other
 * and tells `report` for whom, and takes the turn of one that stands still. A start that finds nothing to do waits for
 * nobody. `ownerUrl` may make tables; `appRole` (which
 * must exist) may then read and write those that the migrations make, in the end but for what is another's (rights.ts), and no others. Throws what the first failing
 * migration threw; the ones before it stay. Throws `StartRefused` when a table is held by somebody else for long.
 * `upTo`: the last migration that is made; all of them when left out. Must not be one before those that were made.
 */
export async function migrate(
  ownerUrl: string,
  appRole: string,
  report: Report = () => undefined,
  upTo = MIGRATIONS.at(-1) ?? '',
): Promise<void> {
  const settings = { lock_timeout: LOCK_PATIENCE }
  const pool = createPool(ownerUrl, { name: 'migrations', patience: 'hours', max: 1, settings })
  const db = createDb<unknown>(pool)
  const app = pg.escapeIdentifier(appRole)
  try {
    if (await isDone(pool, appRole, upTo)) return
    const { client, end } = await waitForTurn(createSoleTurns(ownerUrl, TURN), pool, report)
    try {
      // Only while migrations run: what else the owner makes, the log above all, gives the app nothing by itself.
      const rights = 'select, insert, update, delete on tables'
      await client.query(`alter default privileges in schema public grant ${rights} to ${app}`)
      try {
        const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
        const { error } = await migrator.migrateTo(upTo)
        if (error !== undefined) throw await inWords(error, pool)
        await client.query(`revoke all on kysely_migration, kysely_migration_lock from ${app}`)
        if (upTo === MIGRATIONS.at(-1)) await inTransaction(client, () => narrowRights(client, appRole))
      } finally {
        await client.query(`alter default privileges in schema public revoke ${rights} from ${app}`)
      }
    } finally {
      await end()
    }
  } finally {
    await db.destroy()
    // Kysely ends the pool only if it ever used it.
    if (!pool.ended) await pool.end()
  }
}

/**
 * Whether every migration is made and closed behind: one that was killed may have left the app rights on tables to come,
 * or on what the migrations note of themselves. Most starts find it so, and ask no more than this.
 */
async function isDone(pool: pg.Pool, appRole: string, upTo: string): Promise<boolean> {
  const wanted = MIGRATIONS.filter((name) => name <= upTo)
  const found = pool.query<{ made: string[]; is_open: boolean }>(
    `select array(select name::text from kysely_migration order by name collate "C") as made,
            has_table_privilege($1, 'kysely_migration', 'select') or has_table_privilege($1, 'kysely_migration_lock', 'select')
              or ${IS_WIDE}
              or exists (select from pg_default_acl d, aclexplode(d.defaclacl) a join pg_roles r on r.oid = a.grantee
                          where d.defaclnamespace = 'public'::regnamespace and r.rolname = $1) as is_open`,
    [appRole],
  )
  try {
    const [now] = (await found).rows
    return (
      now?.is_open === false && now.made.length === wanted.length && now.made.every((name, at) => name === wanted[at])
    )
  } catch (error) {
    if (isTableGone(error)) return false
    throw await inWords(error, pool)
  }
}
