import { createTransport } from 'nodemailer'
import { MailRefused, MailServerAway } from '#commands/processes/outbox.ts'
import type { Deliver } from './send.ts'

/** How long (ms) a server may take to be reached, to greet, and to answer each command: less in all than a mail may take. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 5_000 }

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** What `SMTP_URL` says: `smtp://` (STARTTLS) or `smtps://`, a name and a password when the server asks for them. */
export type SmtpSettings = {
  readonly url: URL
  readonly from: string
  /** Whose certificates are believed, besides those that Node believes. */
  readonly ca?: string
  readonly patience?: Partial<typeof PATIENCE>
}

/** Undefined when mail may go this way; else what is wrong with it. To this very machine alone it may go in the clear. */
export function wrongSmtpUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    return 'is no address of a mail server: give smtps://name:password@host:465 or smtp://name:password@host:587'
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '')
    return 'takes a server, a port, a name and a password, and nothing behind them'
  return undefined
}

/**
 * Sends over SMTP, a connection for each mail: mail is rare, and a line that was left open fails when it is needed. TLS is
 * asked for before anything is said, but on this very machine. Throws `MailServerAway` when nobody takes mail now,
 * `MailRefused` when this one never will be taken, and else what is tried again; no error quotes an address.
 */
export function createSmtp({ url, from, ca, patience }: SmtpSettings): Deliver {
  const isImplicit = url.protocol === 'smtps:'
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port),
    secure: isImplicit,
    requireTLS: !isImplicit && !LOOPBACK.has(url.hostname),
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    ...PATIENCE,
    ...patience,
    // Nothing of a mail is ever read from a file or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '')
  return async ({ id, to, subject, text, html }, signal) => {
    signal.throwIfAborted()
    await transport
      .sendMail({
        ...{ from, subject, text, html, messageId: `<${id}@${domain}>` },
        // As an object: no address is ever parsed into two.
        to: { name: '', address: to },
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      .catch((error: unknown) => {
        throw withoutWords(error)
      })
  }
}

type SmtpError = { readonly code?: unknown; readonly responseCode?: unknown; readonly command?: unknown }

/** The error by its codes alone: its text may quote the address, and what the server says of it. */
function withoutWords(error: unknown): Error {
  const { code, responseCode, command }: SmtpError = Object(error)
  const [kind, answer, step] = [wordOf(code), typeof responseCode === 'number' ? responseCode : 0, wordOf(command)]
  const words = [kind, answer === 0 ? '' : String(answer), step].filter((word) => word !== '').join(' ')
  // An address that no server could be given.
  if (kind === 'EENVELOPE' && step === 'API') return new MailRefused(words)
  const isAboutMail = step === 'RCPT TO' || step === 'DATA' || kind === 'EMESSAGE'
  // 503: it has lost its place in the conversation.
  if (isAboutMail && answer >= 500 && answer !== 503) return new MailRefused(words)
  return isAboutMail && answer >= 400 ? new MailPutOff(words) : new MailServerAway(words)
}

/** The server wants to be asked about this mail again. */
class MailPutOff extends Error {
  readonly code: string
  constructor(code: string) {
    super(`The mail server put it off (${code})`)
    this.name = 'MailPutOff'
    this.code = code
  }
}

const wordOf = (value: unknown): string =>
  typeof value === 'string' && /^[A-Z][A-Z0-9_ -]{1,30}$/.test(value) ? value : ''
