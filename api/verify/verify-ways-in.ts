import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { MakeCheck } from '#commands/log/verify/log-check.ts'
import { createClient } from '#commands/postgres.ts'

/** The superuser that every server is made with, whatever its name. */
const FIRST_SUPERUSER = 10

/**
 * Notes who can get past every check of the portal, as no log tells whether they should: superusers that somebody has added,
 * and a server that asks the portal's role for no password (`trust` in pg_hba.conf, which only a superuser may read).
 */
export const checkWaysIn =
  ({ pool, appUrl }: { readonly pool: pg.Pool; readonly appUrl: string }): MakeCheck =>
  () => {
    const notes: string[] = []
    return {
      async end() {
        const { rows } = await pool.query<{ name: string }>(
          'select rolname as name from pg_roles where rolsuper and oid <> $1 order by rolname',
          [FIRST_SUPERUSER],
        )
        if (rows.length > 0)
          notes.push(
            `Superusers beside the server's first may change anything: ${rows.map(({ name }) => name).join(', ')}`,
          )
        if (await asksNoPassword(appUrl))
          notes.push("The database lets the portal's role in with any password (see trust in pg_hba.conf)")
      },
      notes: () => notes,
    }
  }

async function asksNoPassword(appUrl: string): Promise<boolean> {
  const url = new URL(appUrl)
  url.password = randomBytes(24).toString('hex')
  const client = createClient(url.href, { name: 'ways in', patience: 'call' })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
