import { createHash } from 'node:crypto'

/** Chance that a seed decides: the same seed tells the same story on every machine. */
export type Chance = {
  /** 0 inclusive to 1 exclusive. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  pick<T>(items: readonly T[]): T
  /** True with this probability. */
  happens(probability: number): boolean
}

/** `names` are the seed: a story's own, then what the chance is for. */
export function createChance(...names: readonly (string | number)[]): Chance {
  let state = createHash('sha256').update(names.join('\u001f')).digest().readUInt32LE(0)
  // mulberry32: 32 bits of state are plenty for a patient's treatment, and it costs next to nothing.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    pick(items) {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new RangeError('Nothing to pick from')
      return item
    },
    happens: (probability) => next() < probability,
  }
}
