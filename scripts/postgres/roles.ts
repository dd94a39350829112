import pg from 'pg'
import { createClient } from '#commands/postgres.ts'
import type { Passwords } from './passwords.ts'

/** The database of the portal on a server of its own. */
export const DATABASE = 'chf'
/** Owns the schema; runs migrations. */
export const OWNER = 'chf_owner'
/** What the app connects as: no superuser, owner of nothing. */
export const APP = 'chf_app'

async function ensureRole(client: pg.Client, name: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  const verb = rowCount === 0 ? 'create' : 'alter'
  await client.query(
    `${verb} role ${pg.escapeIdentifier(name)} login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`,
  )
  // What it has set for itself would hold in every session that does not say otherwise.
  await client.query(`alter role ${pg.escapeIdentifier(name)} reset all`)
}

/** Makes the two roles and a database of the owner's, in which the app may connect and own nothing. Safe to repeat. */
export async function ensureDatabase(superuserUrl: string, passwords: Passwords): Promise<void> {
  const client = createClient(superuserUrl, { name: 'roles', patience: 'batch' })
  await client.connect()
  try {
    await ensureRole(client, OWNER, passwords.chf_owner)
    await ensureRole(client, APP, passwords.chf_app)
    await createDatabase(client, DATABASE)
    for (const role of [OWNER, APP]) await client.query(`alter role ${role} in database ${DATABASE} reset all`)
  } finally {
    await client.end()
  }
}

/** A database of the owner's with the app's right to connect, unless it exists; optionally a copy of `template`. */
export async function createDatabase(client: pg.Client, name: string, template = 'template0'): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  const database = pg.escapeIdentifier(name)
  if (rowCount === 0)
    await client.query(`create database ${database} owner ${OWNER} template ${pg.escapeIdentifier(template)}`)
  // Also of one that is there: whoever made it may have been killed before this.
  await client.query(`revoke all on database ${database} from public`)
  await client.query(`grant connect, temporary on database ${database} to ${APP}`)
}
