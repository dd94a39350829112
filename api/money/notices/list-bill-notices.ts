import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { IS_RETURNED } from '#projections/money/transaction/ready-bills.ts'
import { type Actor, billsAt } from '#api/actor.ts'
import { BillNotices, NOTICE_MINUTES } from '#api/money/contracts/notice.ts'
import { nairaText } from '#api/naira.ts'
import { readAt } from '#api/report/read-as-of.ts'

const MODELS = ['transaction', 'coe'] as const
/** More than one day of treatment, or of returns, has; the list of all is one click further. */
const MOST = 50

type Notice = Omit<BillNotices['data'][number], 'total'> & { readonly total: number }

/** GET /api/notification/transactions (E012): what the bell tells a patient, and who bills at a hospital. */
export const listBillNotices: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/notification/transactions',
    config: { permission: 'signed-in', scope: 'own', shows: MODELS },
    schema: { tags: ['Notices'], summary: "The caller's notices of bills", response: { 200: BillNotices } },
    handler: async (request) => {
      const { context } = app
      const actor = request.actor()
      const told = toldTo(actor, context.now())
      if (told === undefined) return { data: [] }
      const { kind, at, about } = told
      const { rows } = await readAt(context, undefined, MODELS, (db, moment) =>
        sql<Notice>`
          select t.id, ${kind} as kind, ${at} as created_at, t.reference as transaction_id, c.name as coe_name, t.total,
                 coalesce(${at} <= (select read_until from notices_read where user_id = ${actor.id}), false) as is_read
            from ${moment.rowsOf(transaction)} t left join ${moment.rowsOf(coe)} c on c.id = t.coe_id
           where ${about}
           order by ${at} desc, t.id desc
           limit ${MOST}`.execute(db),
      )
      return { data: rows.map(({ total, ...notice }) => ({ ...notice, total: nairaText(total) })) }
    },
  })
}

/** What somebody is told of, since when it is so, and which bills those are; nothing for who has no notices. */
function toldTo(actor: Actor, now: number) {
  if (actor.patient !== null) {
    const since = new Date(now - NOTICE_MINUTES * 60_000)
    const own = sql`t.patient_id = ${actor.patient.id}`
    return { kind: sql.lit('billed'), at: sql`t.billed_at`, about: sql`${own} and t.billed_at > ${since}` }
  }
  const coeId = billsAt(actor)
  if (coeId === undefined) return undefined
  const about = sql`t.coe_id = ${coeId} and ${IS_RETURNED}`
  return { kind: sql.lit('returned'), at: sql`t.stands_since`, about }
}
