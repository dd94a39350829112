import { Secret, TOTP } from 'otpauth'

/** Seconds for which one code stands (RFC 6238). */
const PERIOD_S = 30
/** Of the code before and the one after: a phone's clock is a little off, and people type. */
const STEPS_OFF = 1
const SECRET_BYTES = 20

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'CHF portal', label, secret: Secret.fromBase32(secret), period: PERIOD_S, digits: 6 })

/** A secret of 160 bits, in base32, as apps take it. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What the QR code says to an app; `email` is what it shows beside the codes. */
export const uriOf = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The code of a secret at a moment (ms since 1970). */
export const codeAt = (secret: string, now: number): string => totpOf(secret).generate({ timestamp: now })

/** Which step of 30 seconds since 1970 a code is of, when it is right now; compared in one time whatever is wrong. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const off = totpOf(secret).validate({ token: code, timestamp: now, window: STEPS_OFF })
  return off === null ? undefined : Math.floor(now / 1000 / PERIOD_S) + off
}
