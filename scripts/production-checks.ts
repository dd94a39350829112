import { isAbsolute, relative, resolve } from 'node:path'

/** What a production start stands on. */
export type ProductionFacts = {
  readonly usesEmbeddedPostgres: boolean
  readonly appUrl: string
  readonly ownerUrl: string
  /** Settings as the server itself reports them: `on` or `off`. */
  readonly serverSettings: Readonly<Record<'fsync' | 'full_page_writes' | 'synchronous_commit', string>>
  readonly appIsSuperuser: boolean
  readonly eventStoreUrl: string | undefined
  /** E-mails of the demo people who exist. */
  readonly demoUsers: readonly string[]
  readonly dataDir: string
  readonly secretsDir: string
  /** Where the seals go as well, of whoever seals. */
  readonly sealsGo: 'nowhere' | 'same disk' | 'elsewhere'
  /** The mail server. */
  readonly smtpUrl: URL | undefined
  readonly portalUrl: string
  /** The folder of the program itself. */
  readonly root: string
}

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(resolve(folder), resolve(path))
  return way === '' || (!way.startsWith('..') && !isAbsolute(way))
}

/** The client looks at the names of its settings without their case. */
function unsafeEventStore(url: string): string[] {
  const reasons = [
    /[?&]tls=false/i.test(url) && 'EVENTSTORE_URL has tls=false: the log would cross the network in the clear',
    /[?&]tlsVerifyCert=false/i.test(url) && 'EVENTSTORE_URL has tlsVerifyCert=false: anybody could pose as the log',
    /:changeit@/.test(url) && 'EVENTSTORE_URL has the password that EventStoreDB is delivered with',
  ]
  return reasons.filter((reason) => reason !== false)
}

/** Every reason why production must not start on these facts; none when it may (issue: unsafe settings stop the start). */
export function unsafeSettings(facts: ProductionFacts): string[] {
  const { serverSettings, demoUsers, root } = facts
  const off = Object.entries(serverSettings).filter(([, value]) => value === 'off')
  const roleOf = (url: string) => decodeURIComponent(new URL(url).username)
  const reasons: (string | false)[] = [
    facts.usesEmbeddedPostgres && 'The embedded Postgres is for trying the portal out: set DATABASE_URL',
    ...off.map(([name]) => `The database runs with ${name} off: what is acknowledged could be lost`),
    facts.appIsSuperuser && 'DATABASE_URL connects as a superuser, whom no right holds back from the log',
    roleOf(facts.appUrl) === roleOf(facts.ownerUrl) &&
      'DATABASE_URL and DATABASE_OWNER_URL are the same role: the app must not own the log',
    ...unsafeEventStore(facts.eventStoreUrl ?? ''),
    demoUsers.length > 0 && `Demo people exist, whose password is public: ${demoUsers.join(', ')}`,
    facts.sealsGo === 'nowhere' &&
      'The seals are kept beside what they are about: set SEALS_DIR (on another disk) or SEALS_URL',
    facts.sealsGo === 'same disk' && 'SEALS_DIR is on the disk of DATA_DIR: whoever changes or loses one has both',
    facts.smtpUrl === undefined && 'Mail goes nowhere, and nobody could verify an e-mail or get back in: set SMTP_URL',
    !facts.portalUrl.startsWith('https://') &&
      'Links in mail would lead to ' + facts.portalUrl + ': set PORTAL_URL to the https:// address that people use',
    isWithin(root, facts.secretsDir) && 'The secrets are inside the program folder: set SECRETS_DIR',
    isWithin(facts.dataDir, facts.secretsDir) &&
      !isWithin(root, facts.secretsDir) &&
      'SECRETS_DIR is inside DATA_DIR: whoever gets one copy has the documents and the keys',
    isWithin(root, facts.dataDir) && 'DATA_DIR is inside the program folder, which an update replaces',
  ]
  return reasons.filter((reason) => reason !== false)
}
