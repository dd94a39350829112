import { z } from 'zod'

/**
 * The accounts of the money model (domain.md, Money). An account's id is also the id of its wallet stream
 * (`wallet-{account}`) when the account carries the invariant 'never below zero'.
 */
export type Account = string

/** An account as events name it. */
export const AccountId = z
  .string()
  .regex(/^(?:benefactors|pool|in-transit|(?:allocation|patient|payable|disbursed):[!-~]{1,200})$/)

/** The outside world that gives money; goes negative. */
export const BENEFACTORS: Account = 'benefactors'
/** Money given and not yet allocated. */
export const POOL: Account = 'pool'
/** Money that has left one wallet and not yet reached the other. */
export const IN_TRANSIT: Account = 'in-transit'
/** A hospital's allocation. */
export const allocationOf = (coeId: string): Account => `allocation:${coeId}`
/** A patient's wallet. */
export const walletOf = (patientId: string): Account => `patient:${patientId}`
/** Billed by a hospital and not yet paid to it. */
export const payableTo = (coeId: string): Account => `payable:${coeId}`
/** Paid out, by who received it. */
export const disbursedTo = (share: Share): Account => `disbursed:${share}`

/** Who shares in a payment, in the order in which a rounding kobo is given out. */
export const SHARES = ['coe', 'bank', 'manufacturer', 'emge'] as const
export type Share = (typeof SHARES)[number]

/** The kinds of account of domain.md, Money, in the order in which money flows, with what is on its way between two wallets. */
export const ACCOUNT_KINDS = [
  'benefactors',
  'pool',
  'allocation',
  'patient',
  'payable',
  'disbursed',
  'in-transit',
] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** `patient` of `patient:0197…`. */
export function kindOf(account: Account): AccountKind {
  const kind = account.split(':', 1)[0]
  const known = ACCOUNT_KINDS.find((candidate) => candidate === kind)
  if (known === undefined) throw new Error(`Not an account: ${account}`)
  return known
}

/** Whether the account is a wallet stream, whose events alone move its money. */
export function isWallet(account: Account): boolean {
  const kind = kindOf(account)
  return kind === 'pool' || kind === 'allocation' || kind === 'patient'
}
