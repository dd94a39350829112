import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { EventLog, Position } from '#commands/log/event-log.ts'
import { streamPages } from '#commands/log/stream-pages.ts'
import { isWallet } from '#domain/kernel/accounts.ts'
import { recordedSecond } from '#projections/as-of.ts'
import { Proof, ProofQuery } from '#api/money/contracts/ledger.ts'
import { invalid, notFound } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { beyondLog, notYet } from '#api/report/as-of.ts'
import { isKnownAccount } from './known-account.ts'
import { mustReachAccount } from './ledger-reach.ts'
import { type ProofRows, readProofRows } from './proof-rows.ts'
import { type Difference, replay } from './replay.ts'
import { text } from '#domain/kernel/text.ts'

const SHOWS = ['account', 'posting'] as const

/**
 * GET /api/ledger/accounts/{account}/proof: *Prove*. Reads only; green, or the first difference. Of a moment of the past
 * only what was recorded up to it counts, in the log and in the read models: what was forged since does not make it red.
 */
export const proveWallet: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/ledger/accounts/:account/proof',
    config: { permission: 'VIEW_LEDGER', scope: 'reach', shows: SHOWS },
    schema: {
      tags: ['Ledger'],
      summary: 'Prove a wallet: its events against the hash chain and the read models',
      params: z.object({ account: text(120).min(1) }),
      querystring: ProofQuery,
      response: { 200: Proof },
    },
    handler: async (request) => {
      const { context } = app
      const account = mustReachAccount(request.reach(), request.params.account)
      if (!isWallet(account)) throw invalid('account', 'Only wallets have events of their own to replay')
      if (!(await isKnownAccount(context, account))) throw notFound('Account')
      // The head comes first: events that arrive meanwhile are left out on both sides.
      const head = await context.eventLog.head()
      const upTo = request.query.as_of_position ?? head
      if (upTo > head) throw beyondLog()
      await context.behind(upTo, [...SHOWS, 'log_clock'])
      const rows = await readProofRows(context.pool, account, upTo)
      const isShort = rows.reached < upTo
      if (isShort && rows.stop === undefined) throw notYet()
      const pages = streamUpTo(context.eventLog, `wallet-${account}`, upTo)
      const proved = await replay(account, pages, rows, context.eventKeys, context.log.decisions())
      const { events, movements, balance, lastHash, leftOut } = proved
      const difference = proved.difference ?? (isShort ? standingStill(rows, upTo) : undefined)
      return {
        data: {
          holds: difference === undefined,
          account,
          up_to: upTo,
          recorded_at: (upTo === 0 ? undefined : await recordedSecond(context.db, upTo)) ?? null,
          events,
          movements,
          balance: nairaText(balance),
          last_hash: lastHash,
          left_out: leftOut.map(({ position, by: { by, reason, at } }) => ({ position, by, reason, at })),
          difference: difference ?? null,
        },
      }
    },
  })
}

/** A stream as it was when the log ended at a position. */
async function* streamUpTo(log: Pick<EventLog, 'read'>, stream: string, end: Position) {
  for await (const page of streamPages(log, stream)) {
    const events = page.filter(({ position }) => position <= end)
    yield events
    if (events.length < page.length) return
  }
}

/** The log was followed to its end; a read model was not, and nobody can say that it holds. */
function standingStill({ reached, stop }: ProofRows, upTo: Position): Difference {
  const found = `${stop?.model ?? ''} stopped at ${reached}: ${stop?.error ?? ''}`
  return { position: stop?.at ?? reached + 1, what: 'read model', expected: `all events up to ${upTo}`, found }
}
