import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#api/context.ts'
import { bearerOf } from '#api/plugins/auth.ts'
import { countedAddress } from './address.ts'
import type { Caller } from './load.ts'

// Together fewer than there are places (load.ts): strangers of every kind and one account leave some to others.
/** Of one account, or of those who have not signed in at one address. */
export const MOST_OF_ONE_CALLER = 40
/** Of all who have not signed in: those that only read are twice what there are connections for, and hold up nobody else. */
const MOST_STRANGERS_READING = 40
const MOST_STRANGERS = 100
/** Tokens that this process has not seen before may be made up, each call another one. */
const MOST_WITH_NEW_TOKENS = 100
/** Of a browser that comes to sign in. */
const MOST_OF_A_KNOWN_BROWSER = 20

/** Sessions remembered, some 200 bytes each: one more forgets the one that was shown first. */
const MOST_REMEMBERED = 20_000

/** Tells callers apart at the door: by what a call says of itself and this process has seen before, asking no database. */
export type Callers = {
  of(request: FastifyRequest): Caller
  /** The session was looked up: from now on its token stands for this account. */
  isOf(request: FastifyRequest, account: string): Caller
}

export function createCallers(context: AppContext): Callers {
  const accounts = new Map<string, string>()
  const ofAccount = (account: string): Caller => ({ name: `of ${account}`, most: MOST_OF_ONE_CALLER, isOne: true })
  return {
    of(request) {
      const token = bearerOf(request)
      const account = token === undefined ? undefined : accounts.get(hashOf(token))
      if (account !== undefined) return ofAccount(account)
      const browser = context.knownBrowsers.lastPerson(request)
      if (browser !== undefined) return { name: `browser of ${browser}`, most: MOST_OF_A_KNOWN_BROWSER, isOne: true }
      const address = countedAddress(context, request)
      if (address !== undefined) return { name: `from ${address}`, most: MOST_OF_ONE_CALLER, isOne: true }
      if (token !== undefined) return { name: 'with new tokens', most: MOST_WITH_NEW_TOKENS, isOne: false }
      return request.method === 'GET' || request.method === 'HEAD'
        ? { name: 'strangers who read', most: MOST_STRANGERS_READING, isOne: false }
        : { name: 'strangers', most: MOST_STRANGERS, isOne: false }
    },
    isOf(request, account) {
      const token = bearerOf(request)
      if (token !== undefined) accounts.set(hashOf(token), account)
      const [oldest] = accounts.keys()
      if (accounts.size > MOST_REMEMBERED && oldest !== undefined) accounts.delete(oldest)
      return ofAccount(account)
    },
  }
}

/** Nobody's token lies in memory. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
