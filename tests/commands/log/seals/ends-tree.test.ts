import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEndsTree, isEndUnder, type StreamEnd } from '#commands/log/seals/ends-tree.ts'

const anyEnd = fc.record({
  stream: fc.string({ minLength: 1, maxLength: 12 }),
  revision: fc.nat(9),
  hash: fc.stringMatching(/^[0-9a-f]{64}$/),
})
const anyEnds = fc.uniqueArray(anyEnd, { selector: ({ stream }) => stream, minLength: 1, maxLength: 60 })
const treeOf = (ends: readonly StreamEnd[]) => {
  const tree = createEndsTree()
  for (const end of ends) tree.set(end)
  return tree
}

test('an empty tree has a root of its own, and no stream', () => {
  expect(createEndsTree().sealed().root).toBe('0'.repeat(64))
  expect(createEndsTree().proof('wallet-pool')).toBeUndefined()
})

test('the root is of what was set last of each stream, in whatever order and however often it was asked for', () => {
  fc.assert(
    fc.property(anyEnds, fc.array(fc.nat()), (ends, order) => {
      const tree = createEndsTree()
      for (const end of ends) tree.set({ ...end, revision: end.revision + 1 })
      for (const index of order) {
        const end = ends[index % ends.length]
        if (end !== undefined) tree.set(end)
        tree.sealed()
      }
      for (const end of ends.toReversed()) tree.set(end)
      return tree.sealed().root === treeOf(ends).sealed().root && tree.sealed().streams === ends.length
    }),
  )
})

/** The root by its definition, of whatever streams there are. */
function rootBy(ends: readonly StreamEnd[]): string {
  const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
  const leaves = ends.map(({ stream, revision, hash }) => {
    const key = sha256(`chf-stream-1\n${stream}`)
    const bits = [...key].flatMap((byte) => [...byte.toString(2).padStart(8, '0')])
    return { bits, leaf: sha256(`chf-end-1\n${key.toString('hex')}\n${revision}\n${hash}`) }
  })
  const part = (of: typeof leaves, depth: number): Buffer => {
    if (of.length === 0) return Buffer.alloc(32)
    if (of.length === 1 && of[0] !== undefined) return of[0].leaf
    const side = (bit: string) =>
      part(
        of.filter(({ bits }) => bits[depth] === bit),
        depth + 1,
      )
    return sha256(Buffer.concat([Buffer.of(1), side('0'), side('1')]))
  }
  return part(leaves, 0).toString('hex')
}

test('the root is what its definition says', () => {
  fc.assert(fc.property(anyEnds, (ends) => treeOf(ends).sealed().root === rootBy(ends)))
})

test('a tree outgrows its first room, and what was rolled is where streams end', () => {
  const tree = createEndsTree()
  const rows = Array.from({ length: 6_000 }, (_, n) => ({
    stream: `wallet-${n % 3_000}`,
    revision: Math.floor(n / 3_000),
  }))
  for (const row of rows) tree.roll(row, createHash('sha256').update(row.stream).digest('hex'))
  const ends = rows.slice(3_000).map(({ stream }) => tree.endOf(stream) ?? { stream, revision: -1, hash: '' })
  expect(tree.sealed()).toEqual({ streams: 3_000, root: rootBy(ends) })
  expect(ends.every(({ revision }) => revision === 1)).toBe(true)
  expect(tree.endOf('wallet-none')).toBeUndefined()
})

test('of every stream it can be shown where it ends, and of nothing else', () => {
  fc.assert(
    fc.property(anyEnds, (ends) => {
      const tree = treeOf(ends)
      const root = tree.sealed().root
      for (const end of ends) {
        const proof = tree.proof(end.stream)
        if (proof === undefined || !isEndUnder(root, end, proof)) return false
        if (isEndUnder(root, { ...end, revision: end.revision + 1 }, proof)) return false
        if (isEndUnder(root, { ...end, stream: `${end.stream}!` }, proof)) return false
        if (isEndUnder(root, { ...end, hash: '0'.repeat(64) }, proof)) return false
      }
      return tree.proof(`${ends[0]?.stream} of another name`) === undefined
    }),
  )
})

test('a shorter or longer way to the root shows nothing', () => {
  const ends = Array.from({ length: 40 }, (_, n) => ({ stream: `wallet-${n}`, revision: n, hash: 'a'.repeat(64) }))
  const tree = treeOf(ends)
  const [end] = ends
  if (end === undefined) throw new Error('No end')
  const proof = tree.proof(end.stream) ?? []
  expect(isEndUnder(tree.sealed().root, end, proof.slice(1))).toBe(false)
  expect(isEndUnder(tree.sealed().root, end, proof.slice(0, -1))).toBe(false)
  expect(isEndUnder(tree.sealed().root, end, ['0'.repeat(64), ...proof])).toBe(false)
})
