import { createHash, createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import type { Seal } from '#domain/seal/events.ts'
import type { Position, StoredEvent } from './event-log.ts'

/** The stream of the log's own seals: seal 1 is its revision 0. */
export const SEAL_STREAM = 'seal-log'
export const SEAL_TYPE = 'LogSealed'

/** A place in the log with everything up to it: how many events, and the rolling hash over their stored rows. */
export type Rolled = { readonly position: Position; readonly count: number; readonly hash: string }

/** Before the first event. */
export const NOTHING_ROLLED: Rolled = { position: 0, count: 0, hash: hash('sha256', 'chf-log-1') }

/** One event further. Every column of the row counts, the place and the time of recording too. */
export function rollOn(rolled: Rolled, event: StoredEvent): Rolled {
  const { position, stream, revision, id, type, data, meta, recordedAt } = event
  const row = JSON.stringify([position, stream, revision, id, type, data, meta, recordedAt])
  return { position, count: rolled.count + 1, hash: hash('sha256', `${rolled.hash}\n${row}`) }
}

// What stands before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, 7).
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The private key from its 32 secret bytes, which are kept outside the database. */
export function sealKeyFrom(secret: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' })
}

/** Signs what has been rolled up to; `at` is ISO, UTC. */
export function signSeal(privateKey: KeyObject, number: number, rolled: Rolled, at: string): Seal {
  const unsigned = { number, ...rolled, at, keyId: keyIdOf(createPublicKey(privateKey)) }
  return { ...unsigned, signature: sign(null, signedText(unsigned), privateKey).toString('base64') }
}

/** Whether this very key signed this very seal. */
export function isSignedBy(publicKey: KeyObject, seal: Seal): boolean {
  if (seal.keyId !== keyIdOf(publicKey)) return false
  return verify(null, signedText(seal), publicKey, Buffer.from(seal.signature, 'base64'))
}

/** Names a key: the first 16 hex digits of the SHA-256 of its public half. */
export function keyIdOf(publicKey: KeyObject): string {
  const bytes = publicKey.export({ format: 'der', type: 'spki' })
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

/** Whether two seals say the same of the log, in whatever order their fields were written. */
export function isSameSeal(one: Seal, other: Seal): boolean {
  return one.signature === other.signature && signedText(one).equals(signedText(other))
}

function signedText({ number, position, count, hash, at, keyId }: Omit<Seal, 'signature'>): Buffer {
  return Buffer.from(`chf-seal-1\n${number}\n${position}\n${count}\n${hash}\n${at}\n${keyId}`)
}
