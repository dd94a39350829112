import type { Permission } from '#domain/kernel/permissions.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'

/** Of everybody (spec, constants.tsv), and of those whose roles ask for a second factor. */
export const SHORTEST_PASSWORD = 8
export const SHORTEST_OF_POWERFUL = 12

/** Whoever holds one of these moves public money, or says who may: a stolen password of theirs must not be enough. */
const POWERFUL: ReadonlySet<string> = new Set<Permission>([
  ...PAYMENT_CHAIN.permissions,
  // The CMD's word stands before an invoice's payment.
  'APPROVE_INVOICE',
  ...(['APPROVE_FUND', 'APPROVE_FUND_RETRIEVAL', 'APPROVE_WALLET_TOPUP', 'FUND_PATIENT'] as const),
  ...(['CREDIT_POOL', 'ALLOCATE_POOL', 'MANAGE_ROLE'] as const),
])

/** Whether somebody with these permissions needs a second factor (domain.md, Sign-in), and a longer password. */
export const needsSecondFactor = (permissions: Iterable<string>): boolean =>
  [...permissions].some((permission) => POWERFUL.has(permission))

/** How many characters a password must have at least, whatever they are. */
export const shortestFor = (permissions: Iterable<string>): number =>
  needsSecondFactor(permissions) ? SHORTEST_OF_POWERFUL : SHORTEST_PASSWORD

/** A number, an upper case and a lower case letter: what the spec asks of a password that is chosen by recovery. */
export const isMixed = (password: string): boolean =>
  /\p{Nd}/u.test(password) && /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password)

/** Characters as people count them. */
export const lengthOf = (password: string): number => [...password].length
