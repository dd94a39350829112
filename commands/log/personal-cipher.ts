import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16
const PREFIX = 'aes256gcm:'

/**
 * Encrypts one personal value under its person's key. The nonce is derived from key, place and plaintext (a synthetic
 * IV), so that the same append sent twice has the same bytes and two values never share a nonce; `place` (stream, event
 * id, field) is authenticated, so a ciphertext cannot be moved elsewhere.
 */
export function encryptPersonal(key: Buffer, place: string, value: unknown): string {
  const plain = Buffer.from(JSON.stringify(value), 'utf8')
  const iv = createHmac('sha256', key).update(place).update('\0').update(plain).digest().subarray(0, IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place, 'utf8'))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** The value back; throws when the bytes, the key or the place are not what they were. */
export function decryptPersonal(key: Buffer, place: string, text: string): unknown {
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(place, 'utf8'))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const plain = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  return JSON.parse(plain.toString('utf8'))
}
