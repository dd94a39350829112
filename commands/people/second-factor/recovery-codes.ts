import { createHmac, randomInt } from 'node:crypto'
import type { Peppers } from '#commands/peppers.ts'
import type { Recovery } from '#domain/people/second-factor/second-factor.ts'

/** 32 letters and digits of which no two are taken for each other. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 10
const MANY = 10

/** Ten codes of fifty bits, to be written down: each signs in once without the phone. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: MANY }, () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''))

/** What people type of one, without what only makes it easier to read. */
export const typedRecoveryCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()

const hashOf = (pepper: Buffer, userId: string, code: string) =>
  createHmac('sha256', pepper).update(`chf recovery code 1\n${userId}\n${code}`).digest('hex')

/** What is kept of codes: hashes under a secret that the log does not have. */
export const recoveryOf = ({ current }: Peppers, userId: string, codes: readonly string[]): Recovery => ({
  recovery: codes.map((code) => hashOf(current.key, userId, code)),
  pepper: current.number,
})

/** The hash of a typed code as it is kept; undefined when its pepper is not here. */
export async function recoveryHash(
  peppers: Peppers,
  { userId, pepper }: { readonly userId: string; readonly pepper: number },
  typed: string,
): Promise<string | undefined> {
  const key = await peppers.of(pepper)
  return key && hashOf(key, userId, typedRecoveryCode(typed))
}
