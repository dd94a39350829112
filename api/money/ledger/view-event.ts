import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { checkEvent, learnKeys } from '#commands/log/event-hash.ts'
import { allEvents } from '#domain/events.ts'
import { masked } from '#domain/kernel/masked.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import type { AppContext } from '#api/context.ts'
import { RawEvent } from '#api/money/contracts/ledger.ts'
import { notFound } from '#api/http-error.ts'
import { text } from '#domain/kernel/text.ts'

/** GET /api/ledger/events/{id}: a raw event. One that moves no money is found with the stream it is in. */
export const viewEvent: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/ledger/events/:id',
    config: { permission: 'VIEW_LEDGER', scope: 'all', shows: ['posting', 'user_account'] },
    schema: {
      tags: ['Ledger'],
      summary: 'A raw event of the log',
      params: z.object({ id: z.uuid() }),
      querystring: z.strictObject({ stream: text(200).min(1).optional() }),
      response: { 200: RawEvent },
    },
    handler: async (request) => {
      const { id } = request.params
      const { context } = app
      const posting = await context.db
        .selectFrom('posting')
        .select(['stream', 'revision', 'transfer_id'])
        .where('event_id', '=', id)
        .limit(1)
        .executeTakeFirst()
      const stream = posting?.stream ?? request.query.stream
      if (stream === undefined) throw notFound('Event')
      const from = posting?.revision ?? 0
      const stored = (await context.eventLog.read(stream, from)).find((event) => event.id === id)
      if (stored === undefined) throw notFound('Event')
      const recorded = (await context.log.read(stream, stored.revision)).find((event) => event.id === id)
      if (recorded === undefined) throw notFound('Event')
      const { event, meta } = recorded
      await learnKeys(context.eventKeys, [stored])
      const maySeePeople = request.actor().permissions.has('VIEW_PERSONAL_DATA')
      return {
        data: {
          id,
          position: recorded.position,
          stream,
          revision: recorded.revision,
          type: event.type,
          recorded_at: recorded.recordedAt,
          data: maySeePeople ? dataOf(event.data) : masked(allEvents, event.type, event.data),
          meta: { ...meta },
          actor: (await peopleNames(context.db, [meta.actor])).get(meta.actor) ?? meta.actor,
          hash_holds: checkEvent(stored, context.eventKeys).mac === 'holds',
          related: posting === undefined ? [] : await eventsOfCause(context, posting.transfer_id),
        },
      }
    },
  })
}

const dataOf = (data: unknown): Record<string, unknown> => ({ ...Object(data) })

/** The events of the stream that asked for a transfer: `funding:{id}`, `transaction:{id}:{attempt}`, `payment:{id}`. */
async function eventsOfCause({ eventLog }: AppContext, transferId: string) {
  const [kind, owner] = transferId.split(':')
  const stream = `${kind === 'funding' ? 'funding' : 'transaction'}-${owner}`
  const events = await eventLog.read(stream)
  return events.map(({ id, type, position }) => ({ id, stream, type, position }))
}
