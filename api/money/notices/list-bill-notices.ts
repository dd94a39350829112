import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { BillNotices, NOTICE_MINUTES } from '#api/money/contracts/notice.ts'
import { nairaText } from '#api/naira.ts'
import { readAt } from '#api/report/read-as-of.ts'

const MODELS = ['transaction', 'coe'] as const
/** More bills than one day of treatment has; the list of all bills is one click further. */
const MOST = 50

type Notice = Omit<BillNotices['data'][number], 'total'> & { readonly total: number }

/** GET /api/notification/transactions (E012): what the bell of a patient tells; nobody else is billed. */
export const listBillNotices: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/notification/transactions',
    config: { permission: 'signed-in', scope: 'own', shows: MODELS },
    schema: { tags: ['Notices'], summary: "The caller's newest bills", response: { 200: BillNotices } },
    handler: async (request) => {
      const { context } = app
      const { id, patient } = request.actor()
      if (patient === null) return { data: [] }
      const since = new Date(context.now() - NOTICE_MINUTES * 60_000)
      const { rows } = await readAt(context, undefined, MODELS, (db, moment) =>
        sql<Notice>`
          select t.id, t.billed_at as created_at, t.reference as transaction_id, c.name as coe_name, t.total,
                 coalesce(t.billed_at <= (select read_until from notices_read where user_id = ${id}), false) as is_read
            from ${moment.rowsOf(transaction)} t left join ${moment.rowsOf(coe)} c on c.id = t.coe_id
           where t.patient_id = ${patient.id} and t.billed_at > ${since}
           order by t.billed_at desc, t.id desc
           limit ${MOST}`.execute(db),
      )
      return { data: rows.map(({ total, ...notice }) => ({ ...notice, total: nairaText(total) })) }
    },
  })
}
