import { hkdfSync } from 'node:crypto'
import { sealBytes, unsealBytes } from '#api/sealed-bytes.ts'

/** Somebody whose password was right. `passwords`: how often it had been changed then. */
export type SignInStep = { readonly userId: string; readonly emailKey: string; readonly passwords: number }
/** How long (ms) it takes at the most from the password to the code. */
export const STEP_LIFE_MS = 15 * 60_000

/** What was offered to somebody, until they show a code of it: kept nowhere but in their hands, sealed. */
export type Offer = {
  readonly userId: string
  readonly enrolmentId: string
  readonly secret: string
  readonly codes: readonly string[]
}
/** How long (ms) people have to bring a secret into their phone. */
export const OFFER_LIFE_MS = 15 * 60_000

/**
 * What the portal says to whoever signs in or enrols and is shown again soon: sealed, so that they can neither read nor
 * change it, and kept nowhere.
 */
export type Tickets<T> = {
  /** `expiresAt`: ISO, UTC. */
  issue(what: T): { readonly ticket: string; readonly expiresAt: string }
  /** Undefined of one that is none of these, or has run out. */
  open(ticket: string): T | undefined
}

/** `secret` is the installation's (hex); `label` says what for: no ticket of one serves as another. */
export function createTickets<T>(secret: string, label: string, lifeMs: number, now: () => number): Tickets<T> {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', label, 32))
  return {
    issue(what) {
      const until = now() + lifeMs
      const sealed = sealBytes(key, Buffer.from(JSON.stringify([until, what])), label)
      return { ticket: sealed.toString('base64url'), expiresAt: new Date(until).toISOString() }
    },
    open(ticket) {
      let text: string
      try {
        text = unsealBytes(key, Buffer.from(ticket, 'base64url'), label).toString('utf8')
      } catch {
        return undefined
      }
      const [until, what] = JSON.parse(text) as [number, T]
      return until > now() ? what : undefined
    },
  }
}
