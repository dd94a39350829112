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

/** Whether something was found at, or is known to within, each position of a place. */
function isCovered(place: Place, found: readonly Place[]): boolean {
  let due = place.from
  for (const { from, to } of found.toSorted((one, other) => one.from - other.from))
    if (from <= due) due = Math.max(due, to + 1)
  return due > place.to
}

/**
 * The findings that are named: those within a place of which each position is of one of them, so that nobody names what
 * nobody has listed.
 */
export function namedFindings(findings: readonly Finding[], places: readonly Place[]): Named {
  const named = new Set<Finding>()
  const empty: Place[] = []
  for (const place of places) {
    const within = findings.filter((finding) => {
      const { from, to } = placeOfFinding(finding)
      return from >= place.from && to <= place.to
    })
    if (!isCovered(place, within.map(placeOfFinding))) empty.push(place)
    else for (const finding of within) named.add(finding)
  }
  return { findings: [...named], empty, left: findings.filter((finding) => !named.has(finding)) }
}
