import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CodePurpose } from '#domain/people/user/events.ts'
import { emailKey } from './email-key.ts'
import { INVITATION_LIFE_MS } from './invitation.ts'

/** How long a code is good for, in ms (domain.md, Sign-in). */
export const CODE_LIFE_MS: Readonly<Record<CodePurpose, number>> = {
  verification: 30 * 60_000,
  recovery: 10 * 60_000,
  staff: 10 * 60_000,
  invitation: INVITATION_LIFE_MS,
}

/** 32 letters and digits of which no two are taken for each other. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 6

/** Which code: bound to what it is for and to the e-mail, so that one that was asked for elsewhere is not right here. */
export type WhichCode = { readonly codeId: string; readonly purpose: CodePurpose; readonly emailKey: string }

/**
 * The code itself. It derives from its id by the installation's secret and is kept nowhere, not even as a hash: of so few
 * letters a hash would be guessed in seconds.
 */
export function mailedCode(secret: string, { codeId, purpose, emailKey: key }: WhichCode): string {
  const bytes = createHmac('sha256', secret).update(`chf mailed code 1\n${purpose}\n${key}\n${codeId}`).digest()
  return [...bytes.subarray(0, LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
}

/** The same for whoever knows the address, and not its key. */
export const codeToMail = (secret: string, asked: Pick<WhichCode, 'codeId' | 'purpose'>, email: string): string =>
  mailedCode(secret, { ...asked, emailKey: emailKey(email, secret) })

/** Whether somebody typed this code, whatever their capitals; takes as long for each that is wrong. */
export function isCode(typed: string, code: string): boolean {
  const [given, right] = [Buffer.from(typed.trim().toUpperCase()), Buffer.from(code)]
  return given.length === right.length && timingSafeEqual(given, right)
}
