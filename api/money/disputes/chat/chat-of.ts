import type { FastifyRequest } from 'fastify'
import { isRefusal } from '#domain/kernel/decider.ts'
import { dispute } from '#domain/money/dispute/dispute.ts'
import type { DisputeEvent } from '#domain/money/dispute/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'
import type { DisputeChat, DisputeComment } from '#api/money/contracts/dispute-chat.ts'
import { disputeAnswers } from '#api/money/disputes/refusals.ts'
import { documentLink } from '#api/money/transactions/bill-content.ts'
import { mayReadNotes } from '#api/money/transactions/notes.ts'
import type { ReachedDispute } from './reached-dispute.ts'

type Past = readonly Recorded<DisputeEvent>[]
type Commented = Recorded<Extract<DisputeEvent, { type: 'DisputeCommented' }>>

/** What was said about a dispute, from its own stream: the messages behind number `seen`. */
export async function chatOf(
  { log, db, pool }: AppContext,
  request: FastifyRequest,
  { disputeId: id, bill }: ReachedDispute,
  seen: number,
): Promise<DisputeChat> {
  const { events } = await log.readWhatHolds<DisputeEvent>(`dispute-${id}`)
  const raised = events.find(({ event }) => event.type === 'DisputeRaised')?.event
  // Between its flag and itself there is nothing to read yet.
  if (raised?.type !== 'DisputeRaised') throw notFound('Dispute')
  const { id: reader, permissions } = request.actor()
  const isMasked = !mayReadNotes(permissions)
  const messages = events.filter(isComment)
  const nameOf = await peopleNames(db, [raised.data.by])
  const { rows } = await pool.query<{ read_number: number }>(
    'select read_number::float8 as read_number from dispute_read where user_id = $1 and dispute_id = $2',
    [reader, id],
  )
  return {
    id,
    transaction: { id: bill.id, transaction_id: bill.reference },
    status: events.reduce((state, { event }) => dispute.evolve(state, event), dispute.initial()).status as 'open',
    reason_for_dispute: isMasked ? null : raised.data.reason,
    raiser: { name: nameOf(raised.data.by) },
    documents: (isMasked ? [] : raised.data.documents).map(documentLink),
    created_at: raised.data.at,
    is_masked: isMasked,
    comments: await commentsFor(
      { db },
      messages.filter(({ revision }) => revision > seen),
      reader,
      isMasked,
    ),
    last: messages.at(-1)?.revision ?? 0,
    read: rows[0]?.read_number ?? 0,
    send_refused: refusedTo(request, events),
  }
}

const isComment = (one: Recorded<DisputeEvent>): one is Commented => one.event.type === 'DisputeCommented'

/** How many messages of a stream there are, and whether more may come: what a wait for more is held against. */
export async function standingOf({ log }: AppContext, id: string) {
  const { events } = await log.readWhatHolds<DisputeEvent>(`dispute-${id}`)
  const messages = events.filter(isComment)
  const isOpen = events.every(({ event }) => event.type !== 'DisputeEnded')
  return { comments: messages.length, last: messages.at(-1)?.revision ?? 0, isOpen }
}

/** One message of a dispute, by its id. */
export async function commentNamed(
  { log, db }: AppContext,
  id: string,
  messageId: string,
  reader: string,
): Promise<DisputeComment> {
  const { events } = await log.readWhatHolds<DisputeEvent>(`dispute-${id}`)
  const own = events.filter(isComment).filter(({ event }) => event.data.messageId === messageId)
  const [comment] = await commentsFor({ db }, own, reader, false)
  if (comment === undefined) throw new Error(`Dispute ${id} has no message ${messageId}`)
  return comment
}

async function commentsFor(
  { db }: Pick<AppContext, 'db'>,
  messages: readonly Commented[],
  reader: string,
  isMasked: boolean,
): Promise<DisputeComment[]> {
  const writers = messages.map(({ event }) => event.data.by)
  const nameOf = await peopleNames(db, writers)
  const hospitals = await hospitalsOf(db, messages)
  return messages.map(({ revision: number, event: { data }, meta }) => {
    const { by, at, messageId: id, comment, documents } = data
    const name = nameOf(by)
    return {
      ...{ id, number, username: name, created_at: at, timestamp: at, is_own: by === reader },
      user: { name, coe_name: hospitals.get(meta.coeId ?? '') ?? null },
      comment: isMasked ? null : comment,
      documents: (isMasked ? [] : documents).map(documentLink),
    }
  })
}

/** The hospitals for which these were written, by id. */
async function hospitalsOf(db: AppContext['db'], messages: Past): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(messages.flatMap(({ meta }) => meta.coeId ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('coe').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Why the caller can write nothing there, by the decision that would refuse it; null where they can. */
function refusedTo(request: FastifyRequest, past: Past): string | null {
  const { id: by, permissions } = request.actor()
  if (!permissions.has('SEND_DISPUTE_CHAT')) return 'Your role can read this but not write here'
  const state = past.reduce((known, { event }) => dispute.evolve(known, event), dispute.initial())
  const origin = { roles: [], permission: '', correlationId: '' }
  const data = { messageId: '', comment: 'Asked before', documents: [] }
  const decision = dispute.decide({ type: 'CommentOnDispute', id: '', by, at: '', data, origin }, state)
  if (!isRefusal(decision)) return null
  const { message } = disputeAnswers[decision.refused]
  return typeof message === 'string' ? message : message(decision.detail ?? {}, '')
}
