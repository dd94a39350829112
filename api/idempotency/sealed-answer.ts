import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'

/** What a request was answered, byte for byte. */
export type Answer = { readonly status: number; readonly body: string }

const [IV, TAG] = [12, 16]

/**
 * An answer may hold names, so it is kept under a key that derives from the caller's own Idempotency-Key: the database
 * does not have it, and only the same request brings it again.
 */
export function seal(key: Buffer, answer: Answer): Buffer {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(gzipSync(JSON.stringify([answer.status, answer.body]))), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Throws when it was sealed under another key, or is not what it was. */
export function unseal(key: Buffer, sealed: Buffer): Answer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV), { authTagLength: TAG })
  decipher.setAuthTag(sealed.subarray(IV, IV + TAG))
  const packed = Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()])
  const [status, body] = JSON.parse(gunzipSync(packed).toString('utf8')) as [number, string]
  return { status, body }
}
