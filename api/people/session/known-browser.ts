import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/**
 * Browsers in which somebody has signed in before (domain.md, Sign-in; OWASP, device cookies). A signed cookie says for
 * whom: a keyed hash of each e-mail, beside a number that changes with each sign-in of that person. It opens nothing by
 * itself; whoever shows it has tries of their own. A copy counts under the number it was taken with.
 */
export type KnownBrowsers = {
  /** What an e-mail is counted under: of a fixed length, and nobody's address. */
  emailKey(email: string): string
  /** The number under which this browser is known for an e-mail; undefined when it is not. */
  numberFor(request: FastifyRequest, emailKey: string): string | undefined
  /** Under which e-mail somebody signed in last in this browser; undefined when nobody has. */
  lastPerson(request: FastifyRequest): string | undefined
  /** The `Set-Cookie` after a sign-in: known for this e-mail too, under a new number. */
  cookieAfter(request: FastifyRequest, emailKey: string): string
}

/** A ward's computer knows its last few people. */
const MOST_PEOPLE = 12
const KNOWN_FOR_S = 180 * 86_400
const ENTRY = /^([\w-]{22})\.([\w-]{11})\.(\d{1,12})$/

type Entry = { readonly emailKey: string; readonly number: string; readonly sinceS: number }

/** `secret` is the installation's (hex); the cookie's own keys are derived from it. */
export function createKnownBrowsers(secret: string, secure: boolean, now: () => number): KnownBrowsers {
  const derived = (label: string) => Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', label, 32))
  const [emailSecret, signSecret] = [derived('chf sign-in e-mail 1'), derived('chf known browser 1')]
  // A name that browsers take from this very host alone, where they can hold it to that.
  const name = secure ? '__Host-chf-browser' : 'chf-browser'
  const nowS = () => Math.floor(now() / 1000)
  const macOf = (entries: string) => createHmac('sha256', signSecret).update(entries).digest('base64url')

  function entriesOf(request: FastifyRequest): readonly Entry[] {
    const cookie = (request.headers.cookie ?? '').split(/;\s*/).find((one) => one.startsWith(`${name}=`))
    const [entries = '', mac = ''] = cookie?.slice(name.length + 1).split('~') ?? []
    const [given, expected] = [Buffer.from(mac), Buffer.from(macOf(entries))]
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return []
    return entries.split('/').flatMap((text) => {
      const [, emailKey = '', number = '', since = ''] = ENTRY.exec(text) ?? []
      const sinceS = Number(since)
      return emailKey === '' || sinceS + KNOWN_FOR_S <= nowS() ? [] : [{ emailKey, number, sinceS }]
    })
  }

  return {
    emailKey: (email) =>
      createHmac('sha256', emailSecret)
        .update(email.trim().normalize('NFC').toLowerCase())
        .digest()
        .subarray(0, 16)
        .toString('base64url'),
    numberFor: (request, emailKey) => entriesOf(request).find((entry) => entry.emailKey === emailKey)?.number,
    lastPerson: (request) => entriesOf(request)[0]?.emailKey,
    cookieAfter(request, emailKey) {
      const others = entriesOf(request).filter((entry) => entry.emailKey !== emailKey)
      const mine: Entry = { emailKey, number: randomBytes(8).toString('base64url'), sinceS: nowS() }
      const entries = [mine, ...others]
        .slice(0, MOST_PEOPLE)
        .map((entry) => `${entry.emailKey}.${entry.number}.${entry.sinceS}`)
        .join('/')
      const attributes = `Path=/; Max-Age=${KNOWN_FOR_S}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
      return `${name}=${entries}~${macOf(entries)}; ${attributes}`
    },
  }
}
