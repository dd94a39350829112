// Words and bounds that screens need as values. No schema stands here: what a screen imports, it carries.

export { AGE_NAMES } from '#projections/money/step-time/fields.ts'

/** The most documents that a bill may carry. */
export const MAX_DOCUMENTS = 10
/** Five MiB, the most that one document may have (design: reliability 2.6, Uploads). */
export const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024
/** What a document may be, by the end of its name. */
export const DOCUMENT_TYPES = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
} as const
