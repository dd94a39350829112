import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Roles } from '#api/running/parts.ts'
import { wrongCapUrl } from '#api/people/cap/remote-registry.ts'
import { type SmtpSettings, wrongSmtpUrl } from '#commands/mail/smtp.ts'
import { type SecondPlaceSetting, secondPlaceSetting } from './second-place.ts'

export const HELP = `Usage: npm start [-- options]

Starts the portal: database, tables, data, web app and API, on one port. A second start keeps the data.

Options:
  --fresh         start over: deletes the embedded database, secrets and documents below DATA_DIR
  --run <parts>   api,projections,processes: what this process runs; all of them when left out
  --help          this text

Environment:
  PORT                3000         the one port of the API and the web app
  HOST                127.0.0.1    the address to listen on
  HEALTH_PORT         any free one a port on 127.0.0.1 that answers how the portal is, whatever else it does
  DATA_DIR            .data        everything that is kept: database, secrets, documents
  SECRETS_DIR         DATA_DIR/secrets
  SEALS_DIR           a folder on another disk, which the seals go to as well; needed in production, or
  SEALS_URL           the address of whoever keeps them (docs/seals.md)
  DATABASE_URL        a Postgres of yours, as the app's role, instead of the embedded one
  DATABASE_OWNER_URL  the same database, as the owner of the tables; needed with DATABASE_URL
  EVENTSTORE_URL      an EventStoreDB cluster (esdb://...) that holds the log instead of Postgres
  DEMO_DATA           no: without demo people and demo data (none in production either)
  NODE_ENV            production refuses to start on unsafe settings
  PORTAL_URL          http://localhost:PORT: the address that links in mail begin with
  SMTP_URL            the mail server: smtps://name:password@host:465, or smtp://...:587 (STARTTLS); without it
                      mail goes into a mailbox of the portal's own, /dev/mailbox; needed in production
  MAIL_FROM           no-reply@ the portal's host: whom mail is from
  CAP_URL             the registry of the CAP programme, asked when somebody on it enrols: https://name:password@host;
                      without it the demo has one of its own, and nobody else any
  FIRST_ADMINS        two e-mails, by comma: who will administer a portal that nobody administers yet; the start prints a
                      link for each until they have chosen their passwords
  TRUST_PROXY         the proxies before the portal: addresses and networks, by comma
                      (10.0.0.0/8, loopback, uniquelocal); without it callers are not counted by address
  LOG_LEVEL           info in production, warn otherwise
`

const url = z.url({ protocol: /^postgres(ql)?$/ })

const TrustProxy = z.string().transform((text, ctx): readonly string[] => {
  const proxies = text.split(',').map((one) => one.trim())
  const wrong = proxies.find((one) => !namesProxies(one))
  if (wrong !== undefined) ctx.addIssue(`${wrong} names no proxy: give addresses or networks (10.0.0.0/8)`)
  return proxies
})

/** An address, or a network that is not the whole world. */
function namesProxies(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (most === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
}

/** Two, so that what needs a second administrator can be done from the first day on. */
const FirstAdmins = z.string().transform((text, ctx): readonly string[] => {
  const emails = text.split(',').map((one) => one.trim())
  const areTwo = new Set(emails.map((one) => one.toLowerCase())).size === 2 && emails.length === 2
  if (!areTwo || !emails.every((one) => z.email().max(254).safeParse(one).success))
    ctx.addIssue('takes two e-mails, by comma')
  return emails
})

const Environment = z.object({
  PORT: z.coerce.number('PORT must be a number').int().min(1).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  HEALTH_PORT: z.coerce.number('HEALTH_PORT must be a number').int().min(1).max(65_535).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  SECRETS_DIR: z.string().min(1).optional(),
  DATABASE_URL: url.optional(),
  DATABASE_OWNER_URL: url.optional(),
  // Names several hosts, so it is no URL to anybody but its client.
  EVENTSTORE_URL: z
    .string()
    .regex(/^esdb(\+discover)?:\/\/[^/]+/, 'must begin with esdb://')
    .optional(),
  DEMO_DATA: z.enum(['yes', 'no']).default('yes'),
  NODE_ENV: z.string().optional(),
  TRUST_PROXY: TrustProxy.optional(),
  PORTAL_URL: z
    .url({ protocol: /^https?$/, error: 'is no address: give one that begins with https://' })
    .refine((text) => ['/', ''].includes(new URL(text).pathname + new URL(text).search), 'takes no path')
    .optional(),
  SMTP_URL: z
    .string()
    .superRefine((text, ctx) => {
      const wrong = wrongSmtpUrl(text)
      if (wrong !== undefined) ctx.addIssue(wrong)
    })
    .optional(),
  CAP_URL: z
    .string()
    .superRefine((text, ctx) => {
      const wrong = wrongCapUrl(text)
      if (wrong !== undefined) ctx.addIssue(wrong)
    })
    .optional(),
  MAIL_FROM: z.email('is no e-mail address').optional(),
  FIRST_ADMINS: FirstAdmins.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
})

const Parts = z.array(z.enum(['api', 'projections', 'processes'], '--run takes api, projections and processes')).min(1)

/** What a start was asked to do. Folders are absolute. */
export type StartOptions = {
  readonly port: number
  readonly host: string
  /** On 127.0.0.1; 0 is any free one. */
  readonly healthPort: number
  readonly dataDir: string
  readonly secretsDir: string
  /** Where the seals go as well; undefined: nowhere. */
  readonly secondPlace: SecondPlaceSetting | undefined
  /** Undefined: the embedded Postgres. */
  readonly database: { readonly appUrl: string; readonly ownerUrl: string } | undefined
  /** Undefined: the log is in Postgres. */
  readonly eventStoreUrl: string | undefined
  /** The address that links in mail begin with, without a slash at its end. */
  readonly portalUrl: string
  /** Undefined: mail goes into a mailbox of the portal's own. */
  readonly smtp: SmtpSettings | undefined
  /** The registry of the CAP programme; undefined: there is none but the demo's. */
  readonly capUrl: string | undefined
  readonly roles: Roles
  readonly production: boolean
  readonly withDemo: boolean
  /** Undefined: nobody stands before the portal. */
  readonly trustProxy: readonly string[] | undefined
  /** The e-mails of the two who will administer a new portal; undefined: none were given. */
  readonly firstAdmins: readonly string[] | undefined
  readonly fresh: boolean
  readonly logLevel: string
}

/** A start that was asked for in a way that makes no sense: the message says what to change. */
export class WrongUsage extends Error {}

/** Reads the command line and the environment; `help` when that was asked for. Throws WrongUsage. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): StartOptions | 'help' {
  const values = parse(() => {
    const options = {
      fresh: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      run: { type: 'string' },
    } as const
    return parseArgs({ args: [...args], options }).values
  })
  if (values.help === true) return 'help'
  // An empty variable is one that was left out: compose files and CI systems pass them so.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, ...rest } = parse(() => Environment.parse(given))
  if ((appUrl === undefined) !== (ownerUrl === undefined))
    throw new WrongUsage('DATABASE_URL and DATABASE_OWNER_URL go together: the app must not own its tables')
  const parts = parse(() => Parts.parse((values.run ?? 'api,projections,processes').split(',')))
  const production = rest.NODE_ENV === 'production'
  const dataDir = resolve(rest.DATA_DIR)
  if (values.fresh === true && production) throw new WrongUsage('--fresh deletes everything: not in production')
  // It would take the keys of persons from a database that it cannot empty.
  if (values.fresh === true && rest.EVENTSTORE_URL !== undefined)
    throw new WrongUsage('--fresh cannot empty EVENTSTORE_URL, and would take the keys that its events need')
  if (values.fresh === true && appUrl !== undefined) throw new WrongUsage('--fresh is for the embedded database')
  const portalUrl = new URL(rest.PORTAL_URL ?? `http://localhost:${rest.PORT}`)
  const from = rest.MAIL_FROM ?? `no-reply@${portalUrl.hostname}`
  return {
    port: rest.PORT,
    host: rest.HOST,
    healthPort: rest.HEALTH_PORT ?? 0,
    dataDir,
    secretsDir: resolve(rest.SECRETS_DIR ?? resolve(dataDir, 'secrets')),
    secondPlace: parse(() => secondPlaceSetting(given)),
    database: appUrl === undefined || ownerUrl === undefined ? undefined : { appUrl, ownerUrl },
    eventStoreUrl: rest.EVENTSTORE_URL,
    portalUrl: portalUrl.origin,
    smtp: rest.SMTP_URL === undefined ? undefined : { url: new URL(rest.SMTP_URL), from },
    capUrl: rest.CAP_URL,
    roles: {
      api: parts.includes('api'),
      projections: parts.includes('projections'),
      processes: parts.includes('processes'),
    },
    production,
    withDemo: !production && rest.DEMO_DATA === 'yes',
    trustProxy: rest.TRUST_PROXY,
    firstAdmins: rest.FIRST_ADMINS,
    fresh: values.fresh === true,
    logLevel: rest.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  }
}

function parse<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof z.ZodError)
      throw new WrongUsage(error.issues.map(({ path, message }) => [...path, message].join(': ')).join('\n'))
    throw new WrongUsage(error instanceof Error ? error.message : String(error))
  }
}
