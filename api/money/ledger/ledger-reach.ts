import type { FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod, ZodTypeProvider } from 'fastify-type-provider-zod'
import { type Account, allocationOf, kindOf, payableTo, walletOf } from '#domain/kernel/accounts.ts'
import { HttpError, notFound } from '#api/http-error.ts'
import { type Reach, reachOf } from '#api/actor.ts'

/**
 * Who may read accounts: the ledger's readers all of them; a hospital's head the hospital's own, a patient their own
 * wallet (domain.md, Roles).
 */
export const LEDGER_READERS = ['VIEW_LEDGER', 'VIEW_COE_ANALYTICS', 'APPLY_FUND'] as const

/**
 * Routes in a scope of their own: the other permissions of LEDGER_READERS open one's own accounts only, and who reaches
 * everything needs VIEW_LEDGER.
 */
export const ledgerForAll =
  (routes: FastifyPluginAsyncZod): FastifyPluginAsync =>
  async (app) => {
    await app.register(async (own) => {
      own.addHook('preHandler', async (request) => {
        const actor = request.actor()
        if (reachOf(actor)?.kind === 'all' && !actor.permissions.has('VIEW_LEDGER'))
          throw new HttpError(403, 'You are not allowed to do this')
      })
      await routes(own.withTypeProvider<ZodTypeProvider>(), {})
    })
  }

/** The accounts that a caller reaches; undefined for all of them. */
export function accountsOf(reach: Reach): readonly Account[] | undefined {
  switch (reach.kind) {
    case 'all':
      return undefined
    case 'coe':
      return [allocationOf(reach.coeId), payableTo(reach.coeId)]
    case 'patient':
      return [walletOf(reach.patientId)]
  }
}

/** Throws 404 for what is no account, and for one that the caller does not reach. */
export function mustReachAccount(reach: Reach, account: string): Account {
  const reached = accountsOf(reach)
  if (!isAccount(account) || (reached !== undefined && !reached.includes(account))) throw notFound('Account')
  return account
}

function isAccount(text: string): boolean {
  try {
    kindOf(text)
    return true
  } catch {
    return false
  }
}
