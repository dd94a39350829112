import { setTimeout as delay } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabase } from '#scripts/postgres/roles.ts'
import { PORTAL_TEMPLATE, TEMPLATE } from './database-template.ts'
import { onDatabase } from './database-url.ts'

/** A database of one test file's own, on the run's real server; `drop` when done. */
export type TestDatabase = {
  /** Owns the tables: migrations, and what only someone with the database in hand could do. */
  readonly ownerUrl: string
  /** What the app connects as. */
  readonly appUrl: string
  readonly superuserUrl: string
  drop(): Promise<void>
}

/** A clone of the migrated template. */
export const freshDatabase = (): Promise<TestDatabase> => databaseFrom(TEMPLATE)

/** A clone with the empty tables of all read models, as a portal leaves it that started and did nothing. */
export const portalDatabase = (): Promise<TestDatabase> => databaseFrom(PORTAL_TEMPLATE)

/** An empty database: no log, no tables. */
export const emptyDatabase = (): Promise<TestDatabase> => databaseFrom('template0')

/** A copy of a database that nobody is connected to. */
export async function databaseFrom(template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const { url, ownerUrl, appUrl } = inject('postgres')
  await asSuperuser(url, (client) => createDatabase(client, name, template))
  return {
    ownerUrl: onDatabase(ownerUrl, name),
    appUrl: onDatabase(appUrl, name),
    superuserUrl: onDatabase(url, name),
    drop: () =>
      asSuperuser(url, async (client) => {
        await untilLeft(client, name)
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

/**
 * Until nobody is connected, for half a second at most: a pool has ended before its connections have, and one that is cut
 * then is an error that nobody asked for. What a killed process has left is cut.
 */
async function untilLeft(client: pg.Client, name: string): Promise<void> {
  for (let look = 0; look < 20; look += 1) {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where datname = $1 and backend_type = 'client backend' limit 1",
      [name],
    )
    if (rowCount === 0) return
    await delay(25)
  }
}

async function asSuperuser(url: string, act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await act(client)
  } finally {
    await client.end()
  }
}
