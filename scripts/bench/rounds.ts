/** What is measured: one run of it, giving its figures. */
type Design<T> = { readonly name: string; readonly run: () => Promise<T> }

/** The figures of every round by design, in the order of the rounds. */
export type Rounds<T = number> = ReadonlyMap<string, readonly T[]>

/**
 * Runs all designs in every round, each round beginning with another one: what the machine does meanwhile falls on all
 * of them, and a ratio is taken between figures of the same round.
 */
export async function pairedRounds<T>(rounds: number, designs: readonly Design<T>[]): Promise<Rounds<T>> {
  const figures = new Map<string, T[]>(designs.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < designs.length; turn += 1) {
      const design = designs[(turn + round) % designs.length]
      if (design !== undefined) figures.get(design.name)?.push(await design.run())
    }
  }
  return figures
}

/** One figure of each run. */
export function pick<T>(rounds: Rounds<T>, figure: (run: T) => number): Rounds {
  return new Map([...rounds].map(([name, runs]) => [name, runs.map(figure)]))
}

/** The middle figure; the mean of the two middle ones where their number is even. */
function median(figures: readonly number[]): number {
  return quantile(figures, 0.5)
}

/** The figure below which this share of them lies, interpolated. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (low === undefined || high === undefined) throw new RangeError('There are no figures')
  return low + (high - low) * (place - Math.floor(place))
}

/** A ratio over paired rounds: the median, and the least and most of any round. */
type Ratio = { readonly middle: number; readonly least: number; readonly most: number }

/** One design's figures against another's, round by round. */
export function ratioOf(rounds: Rounds, name: string, against: string): Ratio {
  const [ours, theirs] = [rounds.get(name) ?? [], rounds.get(against) ?? []]
  const ratios = ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN))
  return { middle: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) }
}

/** `1.52x (1.31 to 1.70)`. */
export const ratioText = ({ middle, least, most }: Ratio): string =>
  `${middle.toFixed(2)}x (${least.toFixed(2)} to ${most.toFixed(2)})`

export const medianOf = (rounds: Rounds, name: string): number => median(rounds.get(name) ?? [])
