import { hash } from 'node:crypto'

/** Where a stream ends: its last revision, and a rolling hash over all its stored rows (hex). */
export type StreamEnd = { readonly stream: string; readonly revision: number; readonly hash: string }

/** What a seal says of the ends of all streams: how many streams there are, and the root of the tree over them (hex). */
export type SealedEnds = { readonly streams: number; readonly root: string }

/**
 * A Merkle tree over the ends of all streams, each at the place that the hash of its stream's name gives it: so one root
 * stands for every stream's end, and it can be shown of a single stream that this is its end and that it has no other,
 * by some twenty hashes that tell nothing of the others. A part of the tree with one stream in it is that stream's leaf.
 */
export type EndsTree = {
  /** One event further: its revision, and the digest of its stored row (seal.ts). */
  roll(event: { readonly stream: string; readonly revision: number }, digest: string): void
  /** Puts a stream's end in the place of the one before. */
  set(end: StreamEnd): void
  endOf(stream: string): StreamEnd | undefined
  /** Of all that was set, in whatever order; a root of zeros when nothing was. */
  sealed(): SealedEnds
  /** The hashes beside the way from a stream's leaf to the root (hex), the leaf's own neighbour first; undefined without it. */
  proof(stream: string): readonly string[] | undefined
}

const BYTES = 32
const NOTHING = Buffer.alloc(BYTES)
const INNER = 1
const KEY_BITS = 8 * BYTES

const sha256 = (data: string | Uint8Array): string => hash('sha256', data)
const keyOf = (stream: string): string => sha256(`chf-stream-1\n${stream}`)
const leafOf = (key: string, revision: number, rolled: string): string =>
  sha256(`chf-end-1\n${key}\n${revision}\n${rolled}`)
const bitOf = (key: Uint8Array, from: number, depth: number): 0 | 1 =>
  ((key[from + (depth >> 3)] ?? 0) >> (7 - (depth & 7))) & 1 ? 1 : 0

/** The rolling hash of a stream one row further; its key is that of a stream without a row. */
const rolledOn = (before: string, digest: string): string => sha256(`${before}\n${digest}`)

/** Whether a tree with this root has this end for its stream, and so no other for it. */
export function isEndUnder(root: string, end: StreamEnd, proof: readonly string[]): boolean {
  if (proof.length > KEY_BITS) return false
  const key = keyOf(end.stream)
  const bits = Buffer.from(key, 'hex')
  const found = proof.reduce(
    (below, beside, index) => {
      const pair = bitOf(bits, 0, proof.length - 1 - index) === 0 ? [below, beside] : [beside, below]
      return sha256(Buffer.concat([Buffer.of(INNER), ...pair.map((one) => Buffer.from(one, 'hex'))]))
    },
    leafOf(key, end.revision, end.hash),
  )
  return found === root
}

/** A part of the tree: NONE, an inner node by its number, a leaf by its number below NONE. */
type Part = number
const NONE = -1
const leafPart = (leaf: number): Part => -2 - leaf
const leafIn = (part: Part): number => -2 - part

/** An empty tree. Keeps some 130 bytes a stream, outside the heap; twice that at most, while it grows. */
export function createEndsTree(): EndsTree {
  const leaves = { count: 0, keys: Buffer.alloc(0), rolled: Buffer.alloc(0), revisions: new Int32Array(0) }
  const inner = { count: 0, hashes: Buffer.alloc(0), parts: new Int32Array(0), stale: new Uint8Array(0) }
  const pair = Buffer.alloc(1 + 2 * BYTES, INNER)
  const wanted = Buffer.alloc(BYTES)
  let top: Part = NONE

  function makeLeaf(key: string): Part {
    const leaf = leaves.count
    leaves.count += 1
    if (leaf === leaves.revisions.length) {
      const room = roomFor(leaf)
      leaves.keys = grown(leaves.keys, room * BYTES)
      leaves.rolled = grown(leaves.rolled, room * BYTES)
      const revisions = new Int32Array(room)
      revisions.set(leaves.revisions)
      leaves.revisions = revisions
    }
    leaves.keys.write(key, leaf * BYTES, 'hex')
    leaves.rolled.write(key, leaf * BYTES, 'hex')
    leaves.revisions[leaf] = -1
    return leafPart(leaf)
  }

  function makeInner(): Part {
    const node = inner.count
    inner.count += 1
    if (node === inner.stale.length) {
      const room = roomFor(node)
      inner.hashes = grown(inner.hashes, room * BYTES)
      const parts = new Int32Array(2 * room)
      parts.set(inner.parts)
      inner.parts = parts
      const stale = new Uint8Array(room)
      stale.set(inner.stale)
      inner.stale = stale
    }
    inner.parts.fill(NONE, 2 * node, 2 * node + 2)
    inner.stale[node] = 1
    return node
  }

  const below = (node: Part, side: 0 | 1): Part => inner.parts[2 * node + side] ?? NONE
  const isKeyOf = (leaf: number) => leaves.keys.compare(wanted, 0, BYTES, leaf * BYTES, (leaf + 1) * BYTES) === 0

  /** Goes down the way of a key: the leaf at its end, NONE or the leaf of another key. Calls for each inner node on it. */
  function descend(key: string, passed: (node: Part, side: 0 | 1) => void): { part: Part; depth: number } {
    wanted.write(key, 0, 'hex')
    let part = top
    let depth = 0
    for (; part > NONE; depth += 1) {
      const side = bitOf(wanted, 0, depth)
      passed(part, side)
      part = below(part, side)
    }
    return { part, depth }
  }

  /** The leaf of a key, made where there is none; what stands above it must be made again. */
  function leafFor(key: string): number {
    let above: Part = NONE
    let side: 0 | 1 = 0
    const found = descend(key, (node, next) => {
      inner.stale[node] = 1
      ;[above, side] = [node, next]
    })
    const { part } = found
    if (part !== NONE && isKeyOf(leafIn(part))) return leafIn(part)
    const attach = (under: Part) => {
      if (above === NONE) top = under
      else inner.parts[2 * above + side] = under
    }
    let { depth } = found
    if (part !== NONE) {
      // Down to where the two keys part.
      const other = leafIn(part) * BYTES
      for (;;) {
        const split = makeInner()
        attach(split)
        ;[above, side] = [split, bitOf(wanted, 0, depth)]
        const otherSide = bitOf(leaves.keys, other, depth)
        depth += 1
        if (otherSide === side) continue
        inner.parts[2 * split + otherSide] = part
        break
      }
    }
    const made = makeLeaf(key)
    attach(made)
    return leafIn(made)
  }

  const hexAt = (bytes: Buffer, index: number): string => bytes.toString('hex', index * BYTES, (index + 1) * BYTES)

  /** Puts the hash of a part into a place. */
  function putHash(part: Part, into: Buffer, at: number): void {
    if (part === NONE) into.fill(0, at, at + BYTES)
    else if (part > NONE) inner.hashes.copy(into, at, part * BYTES, (part + 1) * BYTES)
    else {
      const leaf = leafIn(part)
      into.write(leafOf(hexAt(leaves.keys, leaf), leaves.revisions[leaf] ?? 0, hexAt(leaves.rolled, leaf)), at, 'hex')
    }
  }

  function renew(node: Part): void {
    if (node <= NONE || inner.stale[node] === 0) return
    inner.stale[node] = 0
    const [left, right] = [below(node, 0), below(node, 1)]
    renew(left)
    renew(right)
    putHash(left, pair, 1)
    putHash(right, pair, 1 + BYTES)
    inner.hashes.write(sha256(pair), node * BYTES, 'hex')
  }

  function hashOf(part: Part): string {
    const into = Buffer.from(NOTHING)
    putHash(part, into, 0)
    return into.toString('hex')
  }

  return {
    roll({ stream, revision }, digest) {
      const leaf = leafFor(keyOf(stream))
      leaves.revisions[leaf] = revision
      leaves.rolled.write(rolledOn(hexAt(leaves.rolled, leaf), digest), leaf * BYTES, 'hex')
    },
    set({ stream, revision, hash: rolled }) {
      const leaf = leafFor(keyOf(stream))
      leaves.revisions[leaf] = revision
      leaves.rolled.write(rolled, leaf * BYTES, 'hex')
    },
    endOf(stream) {
      const { part } = descend(keyOf(stream), () => undefined)
      if (part === NONE || !isKeyOf(leafIn(part))) return undefined
      const leaf = leafIn(part)
      return { stream, revision: leaves.revisions[leaf] ?? 0, hash: hexAt(leaves.rolled, leaf) }
    },
    sealed() {
      renew(top)
      return { streams: leaves.count, root: hashOf(top) }
    },
    proof(stream) {
      renew(top)
      const beside: string[] = []
      const { part } = descend(keyOf(stream), (node, side) => beside.push(hashOf(below(node, side === 0 ? 1 : 0))))
      return part === NONE || !isKeyOf(leafIn(part)) ? undefined : beside.reverse()
    },
  }
}

const roomFor = (count: number): number => Math.max(1_024, 2 * count)

function grown(bytes: Buffer, length: number) {
  const room = Buffer.alloc(length)
  bytes.copy(room)
  return room
}
