import type { Reach } from '#api/actor.ts'

type UrlFacts = {
  readonly reach?: Reach | undefined
  readonly day?: string | undefined
  readonly until?: string | undefined
}

const MOMENT = ['as_of', 'as_of_position']

/**
 * The address of an export as of a position: asked for again, whenever, it gives the same bytes. What its caller
 * reached is written into it (`reach`, where the list has a `coe` filter), so that it means the same rows to whoever
 * reaches more; and so is its Lagos day where it asked for none (`day`, where the list has an `on` filter), and the
 * instant up to which its clocks run (`until`, where it has such a filter).
 */
export function urlAsOf(url: string, position: number, { reach, day, until }: UrlFacts): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  for (const name of MOMENT) searchParams.delete(name)
  if (reach?.kind === 'coe') searchParams.set('coe', reach.coeId)
  if (day !== undefined && !searchParams.has('on')) searchParams.set('on', day)
  if (until !== undefined && !searchParams.has('until')) searchParams.set('until', until)
  searchParams.set('as_of_position', String(position))
  return `${pathname}?${searchParams.toString()}`
}
