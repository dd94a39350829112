import { createHash, createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import { jsonIn } from '#domain/kernel/json.ts'
import { Seal } from '#domain/seal/events.ts'
import type { SealedEnds } from './ends-tree.ts'
import type { Position, StoredEvent } from '#commands/log/event-log.ts'

/** The stream of the log's own seals: seal 1 is its revision 0. */
export const SEAL_STREAM = 'seal-log'
export const SEAL_TYPE = 'LogSealed'

/** A place in the log with everything up to it: how many events, and the rolling hash over their stored rows. */
export type Rolled = { readonly position: Position; readonly count: number; readonly hash: string }

/** Before the first event. */
export const NOTHING_ROLLED: Rolled = { position: 0, count: 0, hash: hash('sha256', 'chf-log-1') }

/** What stands for a stored row (hex): every column of it counts, the place and the time of recording too. */
export function digestOf({ position, stream, revision, id, type, data, meta, recordedAt }: StoredEvent): string {
  return hash('sha256', JSON.stringify([position, stream, revision, id, type, data, meta, recordedAt]))
}

/** One event further, whose row has this digest. */
export function rollOn({ count, hash: before }: Rolled, { position }: StoredEvent, digest: string): Rolled {
  return { position, count: count + 1, hash: hash('sha256', `${before}\n${digest}`) }
}

// What stands before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, 7).
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The private key from its 32 secret bytes, which are kept outside the database. */
export function sealKeyFrom(secret: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' })
}

/** The keys from their secret bytes, the oldest first; there must be one. */
export function sealKeysFrom(secrets: readonly Buffer[]): { readonly signing: KeyObject; readonly all: SealKeys } {
  const keys = secrets.map(sealKeyFrom)
  const signing = keys.at(-1)
  if (signing === undefined) throw new Error('Seals need a key')
  return { signing, all: keys.map((key) => createPublicKey(key)) }
}

/** Signs what has been rolled up to, and where its streams end; `at` is ISO, UTC. */
export function signSeal(privateKey: KeyObject, number: number, sealed: Rolled & SealedEnds, at: string): Seal {
  const { position, count, hash, streams, root } = sealed
  const unsigned = { number, position, count, hash, streams, root, at, keyId: keyIdOf(createPublicKey(privateKey)) }
  return { ...unsigned, signature: sign(null, signedText(unsigned), privateKey).toString('base64') }
}

/** The public keys by which seals are checked, the oldest first: the last is in use, and those before it were changed. */
export type SealKeys = readonly KeyObject[]

/** Keys that another process may have added to since: who meets an unknown one, or signs anew, looks again. */
export type LiveSealKeys = {
  /** The private key that is in use. */
  signing(): KeyObject
  all(): SealKeys
  refresh(): Promise<void>
}

/** Whether the key that a seal names is one of these, and signed this very seal. */
export function isSignedBy(keys: SealKeys, seal: Seal): boolean {
  const key = keys.find((one) => keyIdOf(one) === seal.keyId)
  return key !== undefined && verify(null, signedText(seal), key, Buffer.from(seal.signature, 'base64'))
}

/** Whether a seal is of an older key than one before it: whoever still has that key seals nothing any more. */
export function goesBack(keys: SealKeys, seal: Seal, before: Seal | undefined): boolean {
  const age = ({ keyId }: Seal) => keys.findIndex((one) => keyIdOf(one) === keyId)
  return before !== undefined && age(seal) < age(before)
}

/** The seal in an event's stored data, or a line of a file, whoever signed it; undefined where it is none. */
export const sealIn = (text: string): Seal | undefined => Seal.safeParse(jsonIn(text)).data

/** The same where one of these keys signed it. */
export function signedSealIn(data: string, keys: SealKeys): Seal | undefined {
  const seal = sealIn(data)
  return seal !== undefined && isSignedBy(keys, seal) ? seal : undefined
}

/** Names a key: the first 16 hex digits of the SHA-256 of its public half. */
export function keyIdOf(publicKey: KeyObject): string {
  const known = ids.get(publicKey)
  if (known !== undefined) return known
  const bytes = publicKey.export({ format: 'der', type: 'spki' })
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  ids.set(publicKey, id)
  return id
}
const ids = new WeakMap<KeyObject, string>()

/** Whether two seals say the same of the log, in whatever order their fields were written. */
export function isSameSeal(one: Seal, other: Seal): boolean {
  return one.signature === other.signature && signedText(one).equals(signedText(other))
}

function signedText(seal: Omit<Seal, 'signature'>): Buffer {
  const { number, position, count, hash, streams, root, at, keyId } = seal
  return Buffer.from(['chf-seal-1', number, position, count, hash, streams, root, at, keyId].join('\n'))
}
