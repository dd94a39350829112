import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createChainEnds } from '#commands/log/verify/chain-ends.ts'

test('every stream keeps its own end, however many there are, and its last one', () => {
  const ends = createChainEnds()
  const end = (n: number) => ({ revision: n, hash: hash('sha256', String(n)) })
  for (let n = 0; n < 5_000; n += 1) ends.set(`stream-${n}`, end(n))
  for (let n = 0; n < 5_000; n += 7) ends.set(`stream-${n}`, end(n + 1))
  for (let n = 0; n < 5_000; n += 1) expect(ends.get(`stream-${n}`)).toEqual(end(n % 7 === 0 ? n + 1 : n))
  expect([ends.get('another'), ends.size()]).toEqual([undefined, 5_000])
})
