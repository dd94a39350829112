import type { BalanceHistory } from '#api/money/contracts/ledger.ts'

/**
 * When each moment of a replay was, for its chart and its slider: milliseconds since 1970, of the recorded clock. The
 * first is shortly before the first movement, then one for each movement, in order; none is before the one before it.
 */
export type MomentScale = readonly [number, ...number[]]

/** Pixels of the chart's room beside its time axis, and so of the slider's beside its own. */
export const BESIDE = { left: 64, right: 16 }

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** The part of the scale before the first movement, so that the moment before it has a place. */
const BEFORE = 0.03

/** The scale of a balance over time: of at least one movement. */
export function scaleOf(points: readonly Pick<BalanceHistory['points'][number], 'recorded_at'>[]): MomentScale {
  let last = Number.NEGATIVE_INFINITY
  const times = points.map(({ recorded_at }) => (last = Math.max(last, Date.parse(recorded_at))))
  const [first = 0] = times
  return [first - Math.max(MINUTE, Math.round((last - first) * BEFORE)), ...times]
}

/** The moment (0: before the first movement) that is nearest to a time; of several at once the last. */
export function momentAt(scale: MomentScale, time: number): number {
  let nearest = 0
  scale.forEach((at, moment) => {
    if (Math.abs(at - time) <= Math.abs((scale[nearest] ?? at) - time)) nearest = moment
  })
  return nearest
}

/** When a moment was. */
export const timeOf = (scale: MomentScale, moment: number): number => scale[moment] ?? scale[0]

/** Where the scale ends. */
export const endOf = (scale: MomentScale): number => scale.at(-1) ?? scale[0]

/** Whether its axis tells hours rather than days. */
export const isHours = (scale: MomentScale): boolean => endOf(scale) - scale[0] < 2 * DAY

/** The moment that a key of a slider leads to, of `last` that there are; undefined for other keys. */
export function momentByKey(key: string, moment: number, last: number): number | undefined {
  const page = Math.max(1, Math.round(last / 10))
  const to: Readonly<Record<string, number>> = {
    ArrowLeft: moment - 1,
    ArrowDown: moment - 1,
    ArrowRight: moment + 1,
    ArrowUp: moment + 1,
    PageDown: moment - page,
    PageUp: moment + page,
    Home: 0,
    End: last,
  }
  const next = to[key]
  return next === undefined ? undefined : Math.min(last, Math.max(0, next))
}
