import type { Refusal } from '#domain/kernel/decider.ts'
import type { RefusalCode } from './refusals.ts'

/** An answer other than 2xx, with the body that clients get. */
export class HttpError extends Error {
  readonly statusCode: number
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined
  /** When the same request may come again, where that is known: `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  constructor(
    statusCode: number,
    message: string,
    errors?: Readonly<Record<string, readonly string[]>>,
    retryAfterSeconds?: number,
  ) {
    super(message)
    this.name = 'HttpError'
    this.statusCode = statusCode
    this.errors = errors
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** There was no room for this call just now, and nothing of it was begun: it does not count as one that was made. */
export class NoRoom extends HttpError {
  constructor(statusCode: 429 | 503, message: string, retryAfterSeconds: number) {
    super(statusCode, message, undefined, retryAfterSeconds)
    this.name = 'NoRoom'
  }
}

/** Not there, or not within the caller's reach: the same answer (domain.md, Roles). */
export const notFound = (what: string): HttpError => new HttpError(404, `${what} not found`)

/** One field is wrong, in a way that its schema cannot say. */
export const invalid = (field: string, message: string): HttpError =>
  new HttpError(422, message, { [field]: [message] })

/** A rule said no; refusals.ts says how HTTP answers it. `fieldNames`: what this request calls fields named there. */
export class Refused extends Error {
  readonly refusal: Refusal<RefusalCode>
  readonly fieldNames: Readonly<Record<string, string>>
  constructor(refusal: Refusal<RefusalCode>, fieldNames: Readonly<Record<string, string>> = {}) {
    super(refusal.refused)
    this.name = 'Refused'
    this.refusal = refusal
    this.fieldNames = fieldNames
  }
}
