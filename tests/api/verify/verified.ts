import { join } from 'node:path'
import type pg from 'pg'
import type { Secrets } from '#api/secrets.ts'
import type { PortalToVerify } from '#api/verify/portal-checks.ts'
import { verifyPortal } from '#api/verify/verify-portal.ts'
import type { Pace } from '#commands/log/verify/pace.ts'
import { sealFileIn } from '#commands/log/seals/seal-file.ts'
import { postgresRows } from '#commands/log/verify/rows.ts'
import type { Verification } from '#commands/log/verify/verify.ts'
import type { TestApp } from '#tests/support/app.ts'

/** A portal of tests held whole against its log, now and from the first event; at a pace, as at night, when one is given. */
export function verified(
  { context, database, dataDir }: Pick<TestApp, 'context' | 'database' | 'dataDir'>,
  { pool, secrets, pace }: { readonly pool: pg.Pool; readonly secrets: Secrets; readonly pace?: Pace },
  over: Partial<PortalToVerify> = {},
): Promise<Verification> {
  const { eventKeys } = secrets
  return verifyPortal({
    held: {
      ...{ rows: postgresRows(pool), sealKeys: secrets.sealKeys.all(), eventKeys },
      sealFile: sealFileIn(join(dataDir, 'seals')),
    },
    portal: {
      ...{ log: context.eventLog, appUrl: database.appUrl, pool, dataDir, keepsDocuments: true, secrets },
      ...{ logOnly: false, now: Date.now, ...over },
    },
    ...(pace === undefined ? {} : { paced: { pace, eventKeys } }),
  })
}
