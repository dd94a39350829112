import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isResponseSerializationError } from 'fastify-type-provider-zod'
import { CommandIdReused } from '#commands/handle.ts'
import { ReadOnly } from '#commands/integrity/read-only.ts'
import { InvalidEvent } from '#commands/log/codec.ts'
import { NewerEvent, UnreadEvent } from '#commands/log/unread-event.ts'
import { PersonKeyMissing, WrongPersonKey } from '#commands/log/keys.ts'
import { LogUnavailable, RevisionConflict } from '#commands/log/event-log.ts'
import {
  isDiskFull,
  isPassingFault,
  isRaised,
  isRightGone,
  isShutOut,
  isTableGone,
  isTableOther,
  waitedFor,
} from '#commands/postgres.ts'
import { rarely } from '#commands/rarely.ts'
import { UnreadableCell } from '#projections/postgres.ts'
import { isRefusedByOther } from '#api/health/other-constraints.ts'
import { DocumentsUnreachable } from '#api/documents/documents-unreachable.ts'
import { HttpError, NoRoom, Refused } from '#api/http-error.ts'
import { AnsweredBefore } from './idempotency.ts'
import { NotInTime } from './waiting.ts'
import { answerRefusal } from '#api/refusals.ts'

const RETRY_AFTER_SECONDS = 2
const RETRY_WHEN_FULL_SECONDS = 60
const GONE = { status: 503, seconds: 60 }

/** One shape for every error (domain.md, Paths): `{message, errors?}`; a fault of ours is told apart only by its id. */
export function answerErrors(app: FastifyInstance): void {
  const sayRarely = rarely(
    (message, err) => app.log.error({ err }, message),
    () => performance.now(),
  )
  const answer = async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (error instanceof AnsweredBefore) {
      const { status, body } = error.answer
      return reply.status(status).header('idempotency-hit', 'true').type('application/json; charset=utf-8').send(body)
    }
    if (error instanceof HttpError) return sendHttpError(reply, error)
    // A line that breaks under a body is its caller's, though its error reads like one of the line to Postgres.
    if (error === request.raw.errored) return send(reply, 400, 'The request did not arrive completely')
    if (error instanceof Refused) {
      const { status, field, message } = await request.inTime(() => answerRefusal(app.context.db, error.refusal))
      const named = field === undefined ? undefined : { [error.fieldNames[field] ?? field]: [message] }
      return send(reply, status, message, named)
    }
    if (error instanceof CommandIdReused)
      return send(reply, 409, 'This Idempotency-Key was used before with other data')
    if (isDiskFull(error)) {
      sayRarely('A disk is full', error)
      return sendHttpError(reply, full(request))
    }
    if (error instanceof DocumentsUnreachable) {
      sayRarely(error.message) // where we met it says nothing
      return sendHttpError(reply, shut(request))
    }
    if (error instanceof NotInTime) return sendHttpError(reply, error.isAway ? unavailable(request) : late(request))
    const waited = waitedFor(causeOf(error))
    if (waited !== undefined && app.context.database.isHeard()) {
      sayRarely(`A call has waited for ${waited} of the records in vain`, error)
      return sendHttpError(reply, waited === 'a connection' ? overloaded(request) : late(request))
    }
    if (error instanceof ReadOnly) return sendHttpError(reply, readOnly(request))
    if (error instanceof LogUnavailable || isPassingFault(error) || isShutOut(error)) {
      sayRarely('The records cannot be reached', error)
      return sendHttpError(reply, unavailable(request))
    }
    if (isTableGone(error) || isRightGone(error)) {
      const { lostTables } = app.context
      await request.inTime(() => lostTables.look())
      const { seen = [] } = lostTables.last()
      // Those are said to the operator by name (health/own-tables.ts).
      if (seen.length === 0) sayRarely('A table, a column or the right to one is gone', error)
      if (seen.some(({ isGone }) => isGone)) return sendHttpError(reply, missing(request))
      return sendHttpError(reply, isTableGone(error) ? gone(request) : noRight(request))
    }
    if (isTableOther(error) || isRefusedByOther(error)) {
      sayRarely('A table or a function of the database is another than the portal made', error)
      return sendHttpError(reply, another(request))
    }
    // What a row says is none of the words that an answer has: somebody has written it past the portal.
    if (error instanceof UnreadableCell || isResponseSerializationError(error)) {
      sayRarely('A table has unreadable contents', error)
      return sendHttpError(reply, unreadable(request))
    }
    if (error instanceof PersonKeyMissing || error instanceof WrongPersonKey) {
      sayRarely(error.message, error)
      return sendHttpError(reply, keyless(request))
    }
    if (error instanceof RevisionConflict) {
      reply.header('retry-after', 1)
      return send(reply, 409, 'Someone else changed this at the same moment. Try again.')
    }
    if (error instanceof InvalidEvent) {
      request.log.error({ err: error }, 'the codec refused what the contract let through')
      return send(reply, 422, Object.values(error.fields).flat().join(' | '), snakeCased(error.fields))
    }
    if (error instanceof NewerEvent) {
      request.log.error({ err: error }, 'an event of a newer version')
      return send(reply, 503, 'This was written by a newer version of the portal, which this server does not run yet')
    }
    // The log tells the operator of each.
    if (error instanceof UnreadEvent) return sendHttpError(reply, unread(request, error))
    if (isRaised(error)) {
      // What somebody has put into the database raises what it likes (health/other-constraints.ts).
      const { lostTables } = app.context
      await request.inTime(() => lostTables.look())
      if (lostTables.last().seen?.length) {
        sayRarely('Something that the portal did not make in the database has perhaps raised this', error)
        return sendHttpError(reply, another(request))
      }
    }
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) return send(reply, status, status === 400 ? [error.message] : error.message)
    request.log.error({ err: error }, 'a request failed')
    return send(reply, status === 503 ? 503 : 500, `Something went wrong on our side (${request.id})`)
  }
  // The words of a refusal may have to be looked up, which may fail as well.
  app.setErrorHandler(async (error: FastifyError, request, reply) =>
    answer(error, request, reply).catch((failure: FastifyError) => answer(failure, request, reply)),
  )
}

const causeOf = (error: Error): unknown => (error instanceof LogUnavailable ? error.cause : error)

/** A path that cannot be decoded, or holds what no id can, being too long for one, never reaches a route or the error handler. */
export function answerBadPath(error: FastifyError, _request: unknown, reply: unknown): void {
  // No hook runs for it, so nothing else keeps the address, which may name a person, from caches and other pages.
  const unhooked = (reply as FastifyReply).headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') send(unhooked, 404, 'Not found')
  else send(unhooked, 400, [error.message])
}

/** Unknown API paths answer JSON. */
export function sendNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(reply, 404, 'Not found')
}

/**
 * What cannot be reached now may be there in a moment. What was being written may have been written, its acknowledgement
 * alone lost: repeated with its key it is recognised, and nothing is done twice.
 */
export const unavailable = (request: FastifyRequest): HttpError =>
  later(request, 'The portal cannot reach its records for now. Please try again in a moment.')

/** The records are there, and have not answered all that was asked of them. */
const late = (request: FastifyRequest): HttpError =>
  later(request, 'The portal could not answer this in time. Please try again in a moment.')

/** The records are there, and too many ask. Turned away at the door, a call began nothing; the one that it repeats may have. */
export const overloaded = (request: FastifyRequest): NoRoom => {
  const why = 'Too many people are using the portal just now. Please try again in a moment.'
  return new NoRoom(503, inWords(request, why), RETRY_AFTER_SECONDS)
}

/** The disk may have become full between two appends of one command: what was stored stands, and is taken to its end. */
const full = (request: FastifyRequest): HttpError =>
  later(request, "The portal's disk is full, so nothing new can be saved now. Please try again later.", {
    status: 507,
    seconds: RETRY_WHEN_FULL_SECONDS,
  })

/** Whether a document is there is not known, so that nobody is told to send it again; health tells the operator. */
const shut = (request: FastifyRequest): HttpError =>
  later(request, 'The portal cannot reach its documents for now. Please try again in a minute.', GONE)

/** A read model without its tables is built again (projections/engine/shape.ts); what was written is in the log. */
const gone = (request: FastifyRequest): HttpError =>
  later(request, 'Some records are being rebuilt. Please try again in a minute.', GONE)

/** Nothing but somebody's hand gives these back. */
const missing = (request: FastifyRequest): HttpError =>
  later(request, "Some of the portal's tables are missing. The operator must restore them.", GONE)

/** Nor these: somebody has put something else in their place. */
const another = (request: FastifyRequest): HttpError =>
  later(request, "Some of the portal's tables were altered. The operator must restore them.", GONE)

/** Somebody wrote there past the portal; what is in the log is whole. */
const unreadable = (request: FastifyRequest): HttpError =>
  later(request, 'Some records cannot be read. The operator must rebuild them from the log.', GONE)

const noRight = (request: FastifyRequest): HttpError =>
  later(request, 'The portal lost access to some of its tables. The operator must restore the access.', GONE)

/** What is recorded does not hold somewhere, and somebody has to look at it first (docs/mismatch.md). */
const readOnly = (request: FastifyRequest): HttpError =>
  later(request, 'The records are being checked. You can read them, but not change anything now.', GONE)

/** Which event it is, the operator is told; nothing is decided on what it may have said. */
const unread = (request: FastifyRequest, { position }: UnreadEvent): HttpError =>
  later(
    request,
    `A record needed here failed a check (log position ${position}). Tell the operator of the portal.`,
    GONE,
  )

/** Whose, the operator is told; nothing is recorded under another key. */
const keyless = (request: FastifyRequest): HttpError =>
  later(
    request,
    "The key of this person's data is missing. The operator must restore it before anything more is recorded.",
    GONE,
  )

/**
 * Nobody who writes is told that nothing was done: a command is several appends, which the process manager finishes, and the
 * call may repeat one whose answer was lost.
 */
const inWords = ({ method }: FastifyRequest, why: string): string =>
  method === 'GET' ? why : `${why} Sending it again is safe: nothing is saved twice.`

const later = (
  request: FastifyRequest,
  why: string,
  { status, seconds } = { status: 503, seconds: RETRY_AFTER_SECONDS },
): HttpError => new HttpError(status, inWords(request, why), undefined, seconds)

function sendHttpError(reply: FastifyReply, { statusCode, message, errors, retryAfterSeconds }: HttpError) {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return send(reply, statusCode, message, errors)
}

function send(
  reply: FastifyReply,
  status: number,
  message: string | readonly string[],
  errors?: Readonly<Record<string, readonly string[]>>,
) {
  return reply.status(status).send(errors === undefined ? { message } : { message, errors })
}

/** Requests call the fields of events by their names on the wire. */
function snakeCased(fields: InvalidEvent['fields']): InvalidEvent['fields'] {
  const renamed = Object.entries(fields).map(
    ([field, messages]) => [field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), messages] as const,
  )
  return Object.fromEntries(renamed)
}
