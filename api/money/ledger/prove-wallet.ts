import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { learnKeys } from '#commands/log/event-hash.ts'
import type { Position } from '#commands/log/event-log.ts'
import { isWallet } from '#domain/kernel/accounts.ts'
import { Proof } from '#api/money/contracts/ledger.ts'
import { invalid, notFound } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { notYet } from '#api/report/as-of.ts'
import { isKnownAccount } from './known-account.ts'
import { mustReachAccount } from './ledger-reach.ts'
import { type ProofRows, readProofRows } from './proof-rows.ts'
import { type Difference, replay } from './replay.ts'
import { text } from '#domain/kernel/text.ts'

/** GET /api/ledger/accounts/{account}/proof: *Prove*. Reads only; green, or the first difference. */
export const proveWallet: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/ledger/accounts/:account/proof',
    config: { permission: 'VIEW_LEDGER', scope: 'reach', shows: ['account', 'posting'] },
    schema: {
      tags: ['Ledger'],
      summary: 'Prove a wallet: its events against the hash chain and the read models',
      params: z.object({ account: text(120).min(1) }),
      response: { 200: Proof },
    },
    handler: async (request) => {
      const { context } = app
      const account = mustReachAccount(request.reach(), request.params.account)
      if (!isWallet(account)) throw invalid('account', 'Only wallets have events of their own to replay')
      if (!(await isKnownAccount(context, account))) throw notFound('Account')
      // The head comes first: events that arrive meanwhile are left out on both sides.
      const upTo = await context.eventLog.head()
      const stored = (await context.eventLog.read(`wallet-${account}`)).filter(({ position }) => position <= upTo)
      await context.behind(upTo, ['account', 'posting'])
      const rows = await readProofRows(context.pool, account, upTo)
      const isShort = rows.reached < upTo
      if (isShort && rows.stop === undefined) throw notYet()
      await learnKeys(context.eventKeys, stored)
      const proved = replay(account, stored, rows, context.eventKeys)
      const { events, movements, balance, lastHash } = proved
      const difference = proved.difference ?? (isShort ? standingStill(rows, upTo) : undefined)
      return {
        data: {
          holds: difference === undefined,
          account,
          up_to: upTo,
          events,
          movements,
          balance: nairaText(balance),
          last_hash: lastHash,
          difference: difference ?? null,
        },
      }
    },
  })
}

/** The log was followed to its end; a read model was not, and nobody can say that it holds. */
function standingStill({ reached, stop }: ProofRows, upTo: Position): Difference {
  const found = `${stop?.model ?? ''} stands still at ${reached}: ${stop?.error ?? ''}`
  return { position: stop?.at ?? reached + 1, what: 'read model', expected: `all events up to ${upTo}`, found }
}
