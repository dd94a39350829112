import { createHash, randomBytes } from 'node:crypto'

/** The namespace of every derived id of this product. */
const NAMESPACE = Buffer.from('6f0b1c5e7d3a4a52b5a1c4d20e9f7a31', 'hex')

const MADE = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A UUIDv5 of some names: the same names give the same id, on every machine, for ever. */
export function deriveId(...names: readonly string[]): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(names.join('\u001f')).digest().subarray(0, 16)
  return format(bytes, 5)
}

/** A new UUIDv7: `now` in milliseconds since 1970, then chance. */
export function newId(now: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  return format(bytes, 7)
}

/** When a UUIDv7 was made, in milliseconds since 1970; undefined of what is none. */
export function timeOfId(id: string): number | undefined {
  return MADE.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined
}

function format(bytes: Buffer, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
