import type pg from 'pg'
import { createClient } from '#commands/postgres.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { DEMO_PEOPLE } from '#scripts/demo/people/demo-people.ts'
import { unsafeSettings } from '#scripts/production-checks.ts'
import type { StartOptions } from './options.ts'
import { whereSealsGo } from './second-place.ts'

type Databases = { readonly appUrl: string; readonly ownerUrl: string }

async function ask<T extends pg.QueryResultRow>(url: string, ...query: [string, unknown[]?]): Promise<T[]> {
  const client = createClient(url, { name: 'start', patience: 'call' })
  await client.connect()
  try {
    return (await client.query<T>(...query)).rows
  } finally {
    await client.end()
  }
}

/** E-mails of the demo people who could sign in to this database. */
export async function existingDemoUsers(ownerUrl: string): Promise<string[]> {
  const [table] = await ask<{ exists: boolean }>(
    ownerUrl,
    "select to_regclass('public.credential') is not null as exists",
  )
  if (table?.exists !== true) return []
  const ids = DEMO_PEOPLE.map(({ userId }) => userId)
  const found = await ask<{ user_id: string }>(ownerUrl, 'select user_id from credential where user_id = any ($1)', [
    ids,
  ])
  return DEMO_PEOPLE.filter(({ userId }) => found.some(({ user_id }) => user_id === userId)).map(({ email }) => email)
}

const SETTINGS = `select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
  current_setting('synchronous_commit') as synchronous_commit,
  (select rolsuper from pg_roles where rolname = current_user) as is_superuser`

type Settings = { fsync: string; full_page_writes: string; synchronous_commit: string; is_superuser: boolean }

/** Throws, with every reason, when production must not start with these options on these databases. */
export async function refuseUnsafe(
  options: StartOptions,
  { appUrl, ownerUrl }: Databases,
  root: string,
): Promise<void> {
  const [settings] = await ask<Settings>(appUrl, SETTINGS)
  if (settings === undefined) throw new Error('The database does not tell its settings')
  const { is_superuser: appIsSuperuser, ...serverSettings } = settings
  const reasons = unsafeSettings({
    usesEmbeddedPostgres: options.database === undefined,
    appUrl,
    ownerUrl,
    serverSettings,
    appIsSuperuser,
    eventStoreUrl: options.eventStoreUrl,
    demoUsers: await existingDemoUsers(ownerUrl),
    dataDir: options.dataDir,
    secretsDir: options.secretsDir,
    sealsGo: options.roles.processes ? await whereSealsGo(options.secondPlace, options.dataDir) : 'elsewhere',
    smtpUrl: options.smtp?.url,
    portalUrl: options.portalUrl,
    root,
  })
  if (reasons.length > 0)
    throw new StartRefused(`Production does not start:\n${reasons.map((reason) => `- ${reason}`).join('\n')}`)
}
