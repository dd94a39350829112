const BITS = 5
const MASK = 31

/** One key and its value; `next` has those whose keys have the very same hash. */
type Entry<V> = {
  readonly hash: number
  readonly key: string
  readonly value: V
  readonly next: Entry<V> | undefined
}
/** Up to 32 places, of which only the taken ones (`taken`, a bit each) are in `nodes`. */
type Branch<V> = { readonly taken: number; readonly nodes: readonly Node<V>[] }
type Node<V> = Entry<V> | Branch<V>

/**
 * A map that never changes: `set` answers a new one, which shares nearly everything with the old (a hash array mapped
 * trie, after Bagwell). For states that an `evolve` builds on for ever: copying a Map at every event is quadratic, and
 * writing into the old state's Map changes a state that somebody else is deciding on.
 */
export class PersistentMap<V> {
  static readonly EMPTY: PersistentMap<never> = new PersistentMap<never>(0, undefined)
  readonly size: number
  private readonly root: Node<V> | undefined

  private constructor(size: number, root: Node<V> | undefined) {
    this.size = size
    this.root = root
  }

  get(key: string): V | undefined {
    return find(this.root, key, hashOf(key))?.value
  }

  has(key: string): boolean {
    return find(this.root, key, hashOf(key)) !== undefined
  }

  set<W>(this: PersistentMap<W>, key: string, value: W): PersistentMap<W> {
    const hash = hashOf(key)
    const size = find(this.root, key, hash) === undefined ? this.size + 1 : this.size
    return new PersistentMap<W>(size, put(this.root, { hash, key, value, next: undefined }, 0))
  }
}

/** FNV-1a over the UTF-16 units, 32 bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash
}

/** How many bits are set. */
function count(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function find<V>(root: Node<V> | undefined, key: string, hash: number): Entry<V> | undefined {
  let node = root
  for (let shift = 0; node !== undefined && 'nodes' in node; shift += BITS) {
    const bit = 1 << ((hash >>> shift) & MASK)
    node = (node.taken & bit) === 0 ? undefined : node.nodes[count(node.taken & (bit - 1))]
  }
  while (node !== undefined && node.key !== key) node = node.next
  return node
}

function put<V>(node: Node<V> | undefined, entry: Entry<V>, shift: number): Node<V> {
  if (node === undefined) return entry
  if (!('nodes' in node)) {
    if (node.hash === entry.hash) return chain(node, entry)
    return put(put({ taken: 0, nodes: [] }, node, shift), entry, shift)
  }
  const bit = 1 << ((entry.hash >>> shift) & MASK)
  const index = count(node.taken & (bit - 1))
  const nodes = node.nodes.slice()
  if ((node.taken & bit) === 0) nodes.splice(index, 0, entry)
  else nodes[index] = put(nodes[index], entry, shift + BITS)
  return { taken: node.taken | bit, nodes }
}

function chain<V>(first: Entry<V>, entry: Entry<V>): Entry<V> {
  if (first.key === entry.key) return { ...entry, next: first.next }
  return { ...first, next: first.next === undefined ? entry : chain(first.next, entry) }
}
