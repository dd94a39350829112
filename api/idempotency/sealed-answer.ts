import { gunzipSync, gzipSync } from 'node:zlib'
import { sealBytes, unsealBytes } from '#api/sealed-bytes.ts'

/** What a request was answered, byte for byte. */
export type Answer = { readonly status: number; readonly body: string }

/**
 * An answer may hold names, so it is kept under a key that derives from the caller's own Idempotency-Key: the database
 * does not have it, and only the same request brings it again.
 */
export const seal = (key: Buffer, { status, body }: Answer): Buffer =>
  sealBytes(key, gzipSync(JSON.stringify([status, body])))

/** Throws when it was sealed under another key, or is not what it was. */
export function unseal(key: Buffer, sealed: Buffer): Answer {
  const [status, body] = JSON.parse(gunzipSync(unsealBytes(key, sealed)).toString('utf8')) as [number, string]
  return { status, body }
}
