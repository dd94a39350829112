import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { MASKED } from '#domain/kernel/masked.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import { OutboxFilter, OutboxList } from '#api/people/contracts/outbox.ts'

type Row = {
  readonly id: string
  readonly template: string
  readonly recipient: string
  readonly asked_at: string
  readonly attempts: number
  readonly due_at: string | null
  readonly sent_at: string | null
  readonly error: string | null
}

const WHERE = { dead: 'is_dead', waiting: 'sent_at is null and not is_dead', sent: 'sent_at is not null' } as const
const ORDER = { dead: 'asked_at', waiting: 'asked_at', sent: 'sent_at desc' } as const

/** GET /api/outbox: mail that could not be sent, that waits, or that was sent within the last two months. */
export const listOutbox: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/outbox',
    config: { permission: 'MANAGE_MAIL', scope: 'all', shows: ['user_account'] },
    schema: { tags: ['Mail'], summary: 'Mail of the portal', querystring: OutboxFilter, response: { 200: OutboxList } },
    handler: async (request) => {
      const { pool, db } = app.context
      const { state } = request.query
      const { rows } = await pool.query<Row>(
        `select id, template, recipient, asked_at, attempts, due_at, sent_at, error from outbox
          where ${WHERE[state]} order by ${ORDER[state]}, id limit 100`,
      )
      const { rows: counts } = await pool.query<Record<'dead' | 'waiting' | 'sent', string | number>>(
        `select count(*) filter (where ${WHERE.dead}) as dead, count(*) filter (where ${WHERE.waiting}) as waiting,
                count(*) filter (where ${WHERE.sent}) as sent from outbox`,
      )
      const [count] = counts
      const mayName = request.actor().permissions.has('VIEW_PERSONAL_DATA')
      const nameOf = mayName
        ? await peopleNames(
            db,
            rows.map(({ recipient }) => recipient),
          )
        : undefined
      return {
        data: {
          counts: { dead: Number(count?.dead), waiting: Number(count?.waiting), sent: Number(count?.sent) },
          mails: rows.map((row) => ({
            ...{ id: row.id, kind: row.template, user_id: row.recipient },
            to: nameOf === undefined ? MASKED : nameOf(row.recipient),
            ...{ asked_at: iso(row.asked_at), tries: row.attempts, next_try_at: row.due_at && iso(row.due_at) },
            ...{ sent_at: row.sent_at && iso(row.sent_at), error: row.error },
          })),
        },
      }
    },
  })
}

const iso = (time: string): string => new Date(time).toISOString()
