import type { ErrorBody } from '#api/contracts/common.ts'
import { fieldLabel } from '#api/contracts/field-label.ts'
import { sentenceOf, untilOf } from './shown-until.ts'

/** What the person reads when no server answered (messages.tsv, M046 and M047). */
export const NETWORK_MESSAGES = {
  read: 'A possible network error occured. Make sure you are connected to the internet',
  write: 'Unable to send request. Ensure you have strong internet connection.',
}

/**
 * A request that did not succeed. `status` 0 means that no answer came; `errors` are texts by field of the form; `messages`
 * what was said one by one, where the server gave a list (spec, validations.tsv: a toast for each).
 */
export class ApiError extends Error {
  readonly status: number
  readonly messages: readonly string[]
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** For support; none where nothing is wrong: a plain no, or a time when only waiting helps. */
  readonly correlationId: string | undefined
  /** When it may be tried again, in ms since 1970; only where the server said so. */
  readonly retryAt: number | undefined
  /** Not found where not everything is shown yet: it may be found later. */
  readonly isLate: boolean

  constructor(
    status: number,
    message: string | readonly string[],
    errors: Readonly<Record<string, readonly string[]>> = {},
    correlationId?: string,
    retryAt?: number,
    isLate = false,
  ) {
    const messages = typeof message === 'string' ? [message] : message
    super(messages.join(' '))
    this.name = 'ApiError'
    this.status = status
    this.messages = messages
    this.errors = errors
    this.correlationId = correlationId
    this.retryAt = retryAt
    this.isLate = isLate
  }

  /** Asked in the same way it is answered in the same way: wrong, not for this person, or not there. */
  get isFinal() {
    return !this.isLate && [400, 403, 404, 422].includes(this.status)
  }

  /** Nobody can say whether the server did it: the same request may be sent again under the same key. */
  get isUncertain() {
    return this.status === 0 || this.status >= 500
  }

  /** The server looked at this very request, and it will not be done under its key. */
  get isSettled() {
    return !this.isUncertain && ![401, 403, 429].includes(this.status)
  }
}

/** Nothing came for as long as anybody is kept waiting: it is asked again by whoever waits, and not by itself. */
export class NoAnswer extends ApiError {
  constructor() {
    super(0, NETWORK_MESSAGES.read)
  }
}

const MAY_BE_SAVED = 'Sending it again is safe: nothing is saved twice.'

/** A command's uncertain end, honestly: it may have arrived. An answer that says when to come again says so itself. */
export function mayBeSaved(error: ApiError): ApiError {
  const saysItself = error.retryAt !== undefined && error.message !== NETWORK_MESSAGES.write
  if (!error.isUncertain || saysItself) return error
  return new ApiError(error.status, `${error.message} ${MAY_BE_SAVED}`, {}, error.correlationId, error.retryAt)
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'message' in body
}

const fieldWords = (errors: NonNullable<ErrorBody['errors']>): string =>
  Object.entries(errors)
    .map(([field, texts]) => `${fieldLabel(field)}: ${texts.join(' ')}`)
    .join(' | ')

/** Turns an answer other than 2xx into an error; a body that is not ours gets the network text of that kind of request. */
export function errorFrom(status: number, body: unknown, headers: Headers, isWrite: boolean): ApiError {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAt = Number.isFinite(seconds) ? Date.now() + seconds * 1_000 : undefined
  const isOurs = status >= 500 && retryAt === undefined
  const reference = isOurs ? (headers.get('x-correlation-id') ?? undefined) : undefined
  if (!isErrorBody(body))
    return new ApiError(status, NETWORK_MESSAGES[isWrite ? 'write' : 'read'], {}, reference, retryAt)
  const said = Array.isArray(body.message) ? body.message : [body.message]
  // A form shows each text at its field; what was only read has none.
  const message = isWrite || body.errors === undefined ? said : [fieldWords(body.errors)]
  const until = untilOf(body)
  const whole = until === undefined ? message : `${message.join(' ')}. ${sentenceOf(until)}`
  return new ApiError(status, whole, body.errors ?? {}, reference, retryAt, until !== undefined)
}
