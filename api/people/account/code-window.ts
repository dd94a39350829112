import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/**
 * The browser in which a code was right, for ten minutes (domain.md, Sign-in): a signed cookie with the code's id and the key
 * of the e-mail. Used once, as the code is good for one new password, or one change of staff (domain/people/user/account.ts).
 */
export type CodeWindow = {
  /** The `Set-Cookie` that opens it. */
  open(which: ShownCode): string
  /** The `Set-Cookie` that closes it. */
  close(): string
  /** What the browser shows; undefined when that is nothing, or has run out. */
  of(request: FastifyRequest): ShownCode | undefined
}
export type ShownCode = { readonly codeId: string; readonly emailKey: string }

const OPEN_FOR_S = 10 * 60
const SHOWN = /^([\w-]{1,60})\.([0-9a-f]{64})\.(\d{1,12})~([\w-]{43})$/

/** `secret` is the installation's (hex); the cookie's own key is derived from it, and from what the code is for. */
export function createCodeWindow(
  purpose: 'recovery' | 'staff',
  { secret, secure, now }: { readonly secret: string; readonly secure: boolean; readonly now: () => number },
): CodeWindow {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', `chf ${purpose} window 1`, 32))
  const name = `${secure ? '__Host-' : ''}chf-${purpose}`
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const cookie = (value: string, forS: number) =>
    `${name}=${value}; Path=/; Max-Age=${forS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return {
    open({ codeId, emailKey }) {
      const text = `${codeId}.${emailKey}.${Math.floor(now() / 1000) + OPEN_FOR_S}`
      return cookie(`${text}~${macOf(text)}`, OPEN_FOR_S)
    },
    close: () => cookie('', 0),
    of(request) {
      const shown = (request.headers.cookie ?? '').split(/;\s*/).find((one) => one.startsWith(`${name}=`))
      const [, codeId, emailKey, until, mac] = SHOWN.exec(shown?.slice(name.length + 1) ?? '') ?? []
      if (codeId === undefined || emailKey === undefined || mac === undefined) return undefined
      const [given, right] = [Buffer.from(mac), Buffer.from(macOf(`${codeId}.${emailKey}.${until}`))]
      const isOurs = given.length === right.length && timingSafeEqual(given, right)
      return isOurs && Number(until) * 1000 > now() ? { codeId, emailKey } : undefined
    },
  }
}
