import { type RawBuilder, sql } from 'kysely'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { walletOf } from '#domain/kernel/accounts.ts'
import { PatientMatches } from '#api/money/contracts/billing.ts'
import { HttpError } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { text } from '#domain/kernel/text.ts'

type Match = {
  readonly id: string
  readonly chf_id: string
  readonly first_name: string
  readonly last_name: string
  readonly other_names: string | null
  readonly email: string
  readonly phone_number: string | null
  readonly gender: string | null
  readonly coe_id: string
  readonly coe_name: string
  readonly balance: number | null
}

const MOST = 20

/** GET /api/coestaff/patient/{search} (E050): by CHF id, patient id, e-mail or name, at the caller's own hospital. */
export const findPatient: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/coestaff/patient/:search',
    config: {
      permission: ['BILL_SERVICES', 'BILL_DRUGS'],
      scope: 'reach',
      shows: ['account', 'coe', 'patient', 'user_account'],
      limit: 'search',
    },
    schema: {
      tags: ['Billing'],
      summary: 'Find a patient to bill',
      params: z.object({ search: text(200).trim().min(1) }),
      response: { 200: PatientMatches },
    },
    handler: async (request) => {
      const reach = request.reach()
      if (reach.kind !== 'coe') throw new HttpError(404, 'Patient not found')
      const { search } = request.params
      const { rows } = await sql<Match>`
        select p.id, p.chf_id, u.first_name, u.last_name, u.other_names, u.email, u.phone_number, u.gender, p.coe_id,
               c.name as coe_name, a.balance
          from patient p
          join user_account u on u.id = p.id
          join coe c on c.id = p.coe_id
          left join account a on a.account = ${walletOf('')} || p.id
         where p.coe_id = ${reach.coeId} and u.status = 'active'
           and (p.chf_id = ${search.toUpperCase()} or p.id = ${search} or u.email = ${search.toLowerCase()}
                or ${isNamed(search)})
         order by p.chf_id limit ${MOST}`.execute(app.context.db)
      if (rows.length === 0) throw new HttpError(404, 'Patient not found')
      return { data: rows.map(({ balance, ...match }) => ({ ...match, wallet_balance: nairaText(balance ?? 0) })) }
    },
  })
}

/** Every word begins one of the person's names, so that a few typed letters find them and no letter finds everyone. */
function isNamed(search: string): RawBuilder<unknown> {
  const words = search.split(/\s+/).filter((word) => word.length >= 2)
  if (words.length === 0) return sql`false`
  const names = sql`' ' || concat_ws(' ', u.first_name, u.last_name, u.other_names)`
  const begins = words.map((word) => sql`${names} ilike ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`)
  return sql`(${sql.join(begins, sql` and `)})`
}
