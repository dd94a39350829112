import type { Refusal } from '#domain/kernel/decider.ts'
import type { Outcome } from '#commands/handle-again.ts'

/** Something that was begun can neither be finished nor taken back, by the domain's own rules: somebody has to look. */
export class NeitherWay extends Error {
  constructor(what: string, ...refused: readonly string[]) {
    super(`${what}: ${refused.join(', ')}`)
    this.name = 'NeitherWay'
  }
}

/**
 * Takes something to its end by the way forward, or, when a rule says no to that for good, by the way back. Throws
 * `NeitherWay` when there is none, or a rule says no to it too.
 */
export async function toTheEnd<T extends Outcome<string>>(
  what: string,
  forward: () => Promise<T>,
  back?: (refusal: Refusal) => Promise<Outcome<string>>,
): Promise<T> {
  const ended = await forward()
  if (ended.outcome === 'done') return ended
  const { refused } = ended.refusal
  if (back === undefined) throw new NeitherWay(what, refused)
  const returned = await back(ended.refusal)
  if (returned.outcome === 'refused') throw new NeitherWay(what, refused, returned.refusal.refused)
  return ended
}
