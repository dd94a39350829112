import type { Finding } from './finding.ts'

/** A position, or a stretch of them, as an operator names it. */
export type Place = { readonly from: number; readonly to: number }

const PLACE = /^(-?\d{1,16})(?:-(-?\d{1,16}))?$/

type Located = { readonly position: number; readonly through?: number | undefined }

/** `12,15-17` as places; undefined when it is none such. */
export function parsePlaces(text: string): readonly Place[] | undefined {
  const places = text.split(',').map((part) => {
    const [, from, to = from] = PLACE.exec(part.trim()) ?? []
    return { from: Number(from), to: Number(to) }
  })
  return places.every(({ from, to }) => Number.isSafeInteger(from) && Number.isSafeInteger(to) && from <= to)
    ? places
    : undefined
}

/** As it is named: `12`, `15-17`. */
export const placeText = ({ from, to }: Place): string => (from === to ? `${from}` : `${from}-${to}`)

/** Where a finding is, as it has to be named. */
export const placeOfFinding = ({ position, through = position }: Located): Place => ({
  from: position,
  to: through,
})

type Named = {
  readonly findings: readonly Finding[]
  /** Places that were named and at which nothing was found. */
  readonly empty: readonly Place[]
  /** What was found and not named. */
  readonly left: readonly Finding[]
}

/**
 * The findings that are named: one that is known to within some positions by exactly these, one of an event by its
 * position, also within a stretch, which names one at each of its positions.
 */
export function namedFindings(findings: readonly Finding[], places: readonly Place[]): Named {
  const named = new Set<Finding>()
  const empty: Place[] = []
  for (const place of places) {
    const whole = findings.filter((finding) => placeText(placeOfFinding(finding)) === placeText(place))
    const within = findings.filter((finding) => {
      const { from, to } = placeOfFinding(finding)
      return from === to && from >= place.from && to <= place.to
    })
    const isEach = new Set(within.map(({ position }) => position)).size === place.to - place.from + 1
    if (whole.length === 0 && !isEach) empty.push(place)
    for (const finding of [...whole, ...(isEach ? within : [])]) named.add(finding)
  }
  return { findings: [...named], empty, left: findings.filter((finding) => !named.has(finding)) }
}
