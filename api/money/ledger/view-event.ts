import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Decision } from '#commands/log/decisions.ts'
import type { StoredEvent } from '#commands/log/event-log.ts'
import { streamPages } from '#commands/log/stream-pages.ts'
import { allEvents } from '#domain/events.ts'
import { masked } from '#domain/kernel/masked.ts'
import { rightTo } from '#domain/kernel/permissions.ts'
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
      const stored = await findEvent(context.eventLog, stream, posting?.revision ?? 0, id)
      if (stored === undefined) throw notFound('Event')
      const maySeePeople = request.actor().permissions.has('VIEW_PERSONAL_DATA')
      const { position, revision, type, recordedAt } = stored
      return {
        data: {
          ...{ id, position, stream, revision, type, recorded_at: recordedAt },
          ...(await whatItSays(context, stored, maySeePeople)),
          related: posting === undefined ? [] : await eventsOfCause(context, posting.transfer_id),
        },
      }
    },
  })
}

type Says = Pick<RawEvent, 'data' | 'meta' | 'actor' | 'right_to' | 'hash_holds' | 'wrong'>

async function whatItSays({ log, db }: AppContext, stored: StoredEvent, maySeePeople: boolean): Promise<Says> {
  const { stream, revision, id } = stored
  const { events, unread, leftOut } = await log.readWhatHolds(stream, revision, 1)
  const recorded = events.find((event) => event.id === id)
  if (recorded === undefined) {
    const decision = leftOut.find((event) => event.id === id)?.by
    const wrong =
      (decision && leftOutBy(decision)) ??
      unread.find((event) => event.id === id)?.error.message ??
      'It no longer exists'
    // What somebody else wrote may name anybody.
    const [data, meta] = maySeePeople ? [{ text: stored.data }, { text: stored.meta }] : [{}, {}]
    return { data, meta, actor: 'Unknown', right_to: '', hash_holds: false, wrong }
  }
  const { event, meta } = recorded
  return {
    data: maySeePeople ? dataOf(event.data) : masked(allEvents, event.type, event.data),
    meta: { ...meta },
    actor: (await peopleNames(db, [meta.actor]))(meta.actor, 'The portal'),
    right_to: rightTo(meta.permission),
    ...{ hash_holds: true, wrong: null },
  }
}

const leftOutBy = ({ by, reason, at, place }: Decision): string =>
  `It is excluded and does not count. ${by} decided this on ${at} (position ${place}): ${reason}`

const dataOf = (data: unknown): Record<string, unknown> => ({ ...Object(data) })

async function findEvent(log: AppContext['eventLog'], stream: string, from: number, id: string) {
  for await (const page of streamPages(log, stream, from)) {
    const found = page.find((event) => event.id === id)
    if (found !== undefined) return found
  }
  return undefined
}

/** The events of the stream that asked for a transfer: `funding:{id}`, `transaction:{id}:{attempt}`, `payment:{id}`. */
async function eventsOfCause({ eventLog }: AppContext, transferId: string) {
  const [kind, owner] = transferId.split(':')
  const stream = `${kind === 'funding' ? 'funding' : 'transaction'}-${owner}`
  const events: { id: string; stream: string; type: string; position: number }[] = []
  for await (const page of streamPages(eventLog, stream))
    events.push(...page.map(({ id, type, position }) => ({ id, stream, type, position })))
  return events
}
