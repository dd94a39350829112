import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { walletOf } from '#domain/kernel/accounts.ts'
import type { KoboSum } from '#domain/kernel/money.ts'
import { posting } from '#projections/money/posting/posting.ts'
import { OwnWallet } from '#api/money/contracts/wallet.ts'
import { notFound } from '#api/http-error.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { nairaText } from '#api/naira.ts'
import { readAsOf } from '#api/report/read-as-of.ts'
import { HOSPITAL_FROM, ownHospital } from './own-hospital.ts'

type Figures = {
  readonly balance: KoboSum
  readonly put_in: KoboSum
  readonly billed: KoboSum
  readonly last_moved_at: string | null
}

const MODELS = ['posting', ...HOSPITAL_FROM] as const

/** GET /api/wallet: a patient's own wallet, out of the postings in one read, so that its figures always add up; and their hospital. */
export const viewOwnWallet: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/wallet',
    config: { permission: 'APPLY_FUND', scope: 'own', shows: MODELS },
    schema: {
      tags: ['Funds'],
      summary: "The caller's own wallet",
      querystring: AsOfQuery,
      response: { 200: OwnWallet },
    },
    handler: async (request) => {
      const { patient } = request.actor()
      if (patient === null) throw notFound('Wallet')
      // What is billed goes to what hospitals are owed; all else comes from the fund.
      const [figures, hospital] = await readAsOf(app.context, request.query, MODELS, async (db, moment) => {
        const { rows } = await sql<Figures>`
          select coalesce(sum(amount), 0)::numeric as balance, max(at) as last_moved_at,
                 coalesce(sum(amount) filter (where counter_account not like 'payable:%'), 0)::numeric as put_in,
                 coalesce(-sum(amount) filter (where counter_account like 'payable:%'), 0)::numeric as billed
            from ${moment.rowsOf(posting)} p where account = ${walletOf(patient.id)}`.execute(db)
        return [rows[0], await ownHospital(db, moment, patient.id)] as const
      })
      if (figures === undefined) throw new Error('The figures of a wallet are always one row')
      const { balance, put_in, billed, last_moved_at } = figures
      return {
        data: {
          ...{ balance: nairaText(balance), put_in: nairaText(put_in), billed: nairaText(billed) },
          last_moved_at,
          hospital,
        },
      }
    },
  })
}
