import type pg from 'pg'
import { expect, inject } from 'vitest'
import { loadSecrets } from '#api/secrets.ts'
import type { Effect } from '#commands/integrity/effect.ts'
import { openAgain } from '#commands/integrity/open-again.ts'
import { type Place, placeOfFinding } from '#commands/integrity/places.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { postgresRows } from '#commands/log/verify/rows.ts'
import { allEvents } from '#domain/events.ts'
import { createPool as createLogPool } from '#commands/postgres.ts'
import { createPool } from '#projections/postgres.ts'
import type { DemoApp } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'

export const OPERATOR = { by: 'Operator 1', reason: 'Incident 4711' }

/** Who decides beside the portal's processes, with the database and the secrets: as `npm run open-again` does. */
export async function openOperator(appUrl: string, secretsDir: string) {
  const pool = createPool(appUrl, { name: 'operator', patience: 'call', max: 1 })
  const rows = createLogPool(appUrl, { name: 'operator', patience: 'call', types: logTypes, max: 2 })
  const eventLog = createPostgresLog({ connection: { connectionString: appUrl } })
  const secrets = await loadSecrets(secretsDir)
  const { eventKeys, sealKeys } = secrets
  const keys = createMemoryKeys()
  const log = createDomainLog(eventLog, createCodec(allEvents, keys, secrets), keys)
  return {
    open: (places: readonly Place[]) =>
      openAgain(
        { pool, eventLog, rows: postgresRows(rows), log, eventKeys, sealKeys },
        { ...OPERATOR, places },
        Date.now,
      ),
    async end() {
      await eventLog.close()
      await Promise.all([pool.end(), rows.end()])
    },
  }
}

/** Decides about all that is found in a portal of some processes, once the whole log was checked; gives what that does. */
export async function decideAll(portals: readonly DemoApp[], pool: pg.Pool): Promise<Effect> {
  const [demo] = portals
  if (demo === undefined) throw new Error('No process')
  const findings = ({ context }: DemoApp) => context.integrity.open()
  const operator = await openOperator(demo.database.appUrl, demoSecrets(inject('runDir')))
  const since = async () =>
    (await pool.query<{ since: Date | null }>('select since from integrity_check')).rows[0]?.since?.getTime() ?? 0
  try {
    await expect.poll(() => findings(demo).length, { timeout: 60_000 }).toBeGreaterThan(0)
    const first = Math.min(...findings(demo).map(({ foundAt }) => Date.parse(foundAt)))
    await expect.poll(since, { timeout: 120_000 }).toBeGreaterThan(first)
    await demo.context.integrity.look()
    const opened = await operator.open(findings(demo).map(placeOfFinding))
    expect(opened).toMatchObject({ outcome: 'opened' })
    for (const portal of portals) await expect.poll(() => findings(portal), { timeout: 60_000 }).toEqual([])
    return opened.effect
  } finally {
    await operator.end()
  }
}
