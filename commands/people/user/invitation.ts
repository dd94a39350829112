import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long (ms) the link is good for by which new staff choose their password; after that they recover it by a code. */
export const INVITATION_LIFE_MS = 7 * 24 * 3_600_000

/** Whom a link is for, by which code's id (domain/people/user/account.ts takes it once), and until when (ms since 1970). */
export type Invitation = { readonly userId: string; readonly codeId: string; readonly until: number }

/** The last part of the link. It derives from whom it is for by the installation's secret, and is kept nowhere. */
export function invitationToken(secret: string, { userId, codeId, until }: Invitation): string {
  const said = [userId, codeId, until.toString(36)].join('~')
  return `${said}~${macOf(secret, said)}`
}

/** Whom a link is for; undefined of one that the portal never mailed, and when it has run out. `now` in ms since 1970. */
export function invitationIn(secret: string, token: string, now: number): Invitation | undefined {
  const [userId = '', codeId = '', until = '', mac = '', ...rest] = token.split('~')
  const [given, right] = [Buffer.from(mac), Buffer.from(macOf(secret, [userId, codeId, until].join('~')))]
  if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const invitation = { userId, codeId, until: Number.parseInt(until, 36) }
  return invitation.until > now ? invitation : undefined
}

const macOf = (secret: string, said: string): string =>
  createHmac('sha256', secret).update(`chf invitation 1\n${said}`).digest('base64url')
