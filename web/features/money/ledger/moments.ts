/** Pixels of the chart's room beside its axis, and so of the slider's beside its own. */
export const BESIDE = { left: 64, right: 16 }

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

/** How many movements had happened by a log position: the moment that is shown as of it. */
export const momentOf = (points: readonly { readonly position: number }[], position: number): number =>
  points.filter((point) => point.position <= position).length
