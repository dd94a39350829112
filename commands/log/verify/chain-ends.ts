/** Where a stream ends: the revision of its last event, and the hash of that. */
export type ChainEnd = { readonly revision: number; readonly hash: string }

/** The ends of many streams, some 150 bytes each: names as they are, all else as bytes side by side. */
export type ChainEnds = {
  get(stream: string): ChainEnd | undefined
  /** `hash`: 64 hex digits. */
  set(stream: string, end: ChainEnd): void
  size(): number
}

const HASH_BYTES = 32
const FIRST = 1_024

export function createChainEnds(): ChainEnds {
  const places = new Map<string, number>()
  let revisions = new Float64Array(FIRST)
  // Texts would be parts of the metadata that they were cut from, which would all be kept with them.
  let hashes = Buffer.alloc(FIRST * HASH_BYTES)

  function grow(): void {
    const [fewer, less] = [revisions, hashes]
    revisions = new Float64Array(fewer.length * 2)
    revisions.set(fewer)
    hashes = Buffer.alloc(less.length * 2)
    hashes.set(less)
  }

  return {
    get(stream) {
      const place = places.get(stream)
      if (place === undefined) return undefined
      const hash = hashes.toString('hex', place * HASH_BYTES, (place + 1) * HASH_BYTES)
      return { revision: revisions[place] ?? 0, hash }
    },
    set(stream, { revision, hash }) {
      const place = places.get(stream) ?? places.size
      if (place === revisions.length) grow()
      places.set(stream, place)
      revisions[place] = revision
      hashes.write(hash, place * HASH_BYTES, HASH_BYTES, 'hex')
    },
    size: () => places.size,
  }
}
