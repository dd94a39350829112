import { gunzipSync, gzipSync } from 'node:zlib'
import { sealBytes, unsealBytes } from '#api/sealed-bytes.ts'

/** What a request was answered, byte for byte. */
export type Answer = { readonly status: number; readonly body: string }

/**
 * An answer may hold names, so it is kept under a key that derives from the caller's own Idempotency-Key: the database
 * does not have it, and only the same request brings it again.
 */
export const sealAnswer = (key: Buffer, { status, body }: Answer): Buffer => sealed(key, [status, body])

/** Throws when it was sealed under another key, or is not what it was. */
export function openAnswer(key: Buffer, kept: Buffer): Answer {
  const [status, body] = opened(key, kept) as [number, string]
  return { status, body }
}

/** The ids that a request was found to be about: whoever has the database's rights cannot put others in their place. */
export const sealChoice = (key: Buffer, ids: readonly string[]): Buffer => sealed(key, ids)

/** Throws when it was sealed under another key, or is not what it was. */
export const openChoice = (key: Buffer, kept: Buffer): readonly string[] => opened(key, kept) as string[]

const sealed = (key: Buffer, value: unknown) => sealBytes(key, gzipSync(JSON.stringify(value)))

const opened = (key: Buffer, kept: Buffer): unknown => JSON.parse(gunzipSync(unsealBytes(key, kept)).toString('utf8'))
