import { createClient, isPassingFault } from '#commands/postgres.ts'
import { StartRefused } from '#commands/log/start-refused.ts'

/** The two ways into a Postgres that is not ours. */
type Databases = { readonly appUrl: string; readonly ownerUrl: string }
type Variable = 'DATABASE_URL' | 'DATABASE_OWNER_URL'

/** The oldest that the portal was tried on. */
const OLDEST_VERSION = 15

const FACTS = `select current_user as role, current_setting('server_version') as version,
  current_setting('server_version_num')::integer / 10000 as major,
  pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "isReadOnly",
  has_schema_privilege('public', 'create') as "mayCreate",
  pg_postmaster_start_time()::text || (select oid from pg_database where datname = current_database()) as place,
  (select min(tableowner) from pg_tables where schemaname = 'public' and tablename in ('event_log', 'read_model')
    having min(tableowner) = max(tableowner) and not pg_has_role(min(tableowner), 'usage')) as "otherOwner"`

type Facts = {
  role: string
  version: string
  major: number
  isReadOnly: boolean
  mayCreate: boolean
  /** The same for two ways into one database, and for no others. */
  place: string
  /** Whose the tables are, all of them, when they are another's: of one alone the log's own makers know more. */
  otherOwner: string | null
}

/**
 * Throws `StartRefused`, with what is wrong and what to do, when the portal could not work with this Postgres: nobody is
 * there, it lets one of the two roles not in, is too old or, for whoever wants to write, takes no writes. Writes nothing.
 */
export async function checkDatabases({ appUrl, ownerUrl }: Databases, purpose: 'read' | 'write'): Promise<void> {
  const app = await factsOf('DATABASE_URL', appUrl)
  const owner = await factsOf('DATABASE_OWNER_URL', ownerUrl)
  const where = placeOf(appUrl)
  if (app.major < OLDEST_VERSION)
    refuse(`Postgres ${OLDEST_VERSION} or newer is needed, the one at ${where} is ${app.version}. Upgrade it.`)
  if (app.place !== owner.place)
    refuse('DATABASE_URL and DATABASE_OWNER_URL name two databases: they are two roles of the same one.')
  if (purpose === 'read') return
  if (app.isReadOnly)
    refuse(`The Postgres at ${where} takes no writes (a standby, or default_transaction_read_only): name its primary.`)
  if (!owner.mayCreate)
    refuse(
      `${owner.role} (DATABASE_OWNER_URL) may not make tables in ${where}: make it the owner of the database, or ` +
        `grant usage, create on schema public to ${owner.role}.`,
    )
  if (owner.otherOwner !== null && owner.otherOwner !== app.role)
    refuse(
      `The portal's tables in ${where} belong to ${owner.otherOwner}, not to ${owner.role}: name their owner in DATABASE_OWNER_URL.`,
    )
}

async function factsOf(variable: Variable, url: string): Promise<Facts> {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    refuse(`${variable} is no address of a Postgres: postgres://role:password@host:5432/database`)
  const client = createClient(url, { name: 'start', patience: 'call' })
  try {
    await client.connect()
    const { rows } = await client.query<Facts>(FACTS)
    return rows[0] ?? refuse(`The Postgres of ${variable} does not tell what it is`)
  } catch (error) {
    throw refusalAt(error, variable, url) ?? error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** What a server, or nobody, says to whoever knocks. */
function refusalAt(error: unknown, variable: Variable, url: string): StartRefused | undefined {
  if (!(error instanceof Error)) return undefined
  const [where, { username }] = [placeOf(url), new URL(url)]
  const code = 'code' in error ? String(error.code) : ''
  const role = decodeURIComponent(username)
  const why = code === '' ? error.message : code
  switch (code) {
    case '28P01':
    case '28000':
      return new StartRefused(
        `Postgres at ${where} does not let ${role} in (${why}): correct role and password in ${variable}, or its pg_hba.conf.`,
      )
    case '3D000':
      return new StartRefused(
        `There is no database of this name at ${where}. Make it (create database ... owner ...), or correct ${variable}.`,
      )
    case '42501':
      return new StartRefused(
        `${role} may not connect to ${where}: grant connect on database ... to ${role}, or correct ${variable}.`,
      )
    case '53300':
      return undefined // whose limit it is, the server's words say (refusal.ts)
    case '57P03':
      return new StartRefused(`Postgres at ${where} is starting or stopping. Start again in a moment.`)
  }
  if (/SASL|password/i.test(error.message))
    return new StartRefused(`${variable} has no password that ${where} takes (${error.message}): correct it.`)
  if (/SSL|certificate|self.signed/i.test(`${code} ${error.message}`))
    return new StartRefused(
      `The line to Postgres at ${where} cannot be made safe (${error.message}): correct sslmode and sslrootcert in ${variable}.`,
    )
  if (isPassingFault(error))
    return new StartRefused(
      `No Postgres answers at ${where} (${why}). Start it, or correct ${variable}${variable === 'DATABASE_URL' ? '; without both variables the embedded one is used' : ''}.`,
    )
  return undefined
}

const refuse = (why: string): never => {
  throw new StartRefused(why)
}

/** Without role and password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host === '' ? 'this machine' : host}${decodeURIComponent(pathname)}`
}
