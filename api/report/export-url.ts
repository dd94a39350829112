import type { Reach } from '#api/actor.ts'

type UrlFacts = {
  readonly layout: string
  readonly reach?: Reach | undefined
  readonly day?: string | undefined
  readonly until?: string | undefined
}

/** What an address says anew each time. */
const RENEWED = ['as_of', 'as_of_position', 'layout']

/**
 * The address of an export as of a position: asked for again, whenever, it gives the same bytes. What its caller
 * reached is written into it (`reach`, where the list has a `coe` filter), so that it means the same rows to whoever
 * reaches more; and so is its Lagos day where it asked for none (`day`, where the list has an `on` filter), the
 * instant up to which its clocks run (`until`, where it has such a filter), and how the file is written (`layout`).
 */
export function urlAsOf(url: string, position: number, { layout, reach, day, until }: UrlFacts): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  for (const name of RENEWED) searchParams.delete(name)
  if (reach?.kind === 'coe') searchParams.set('coe', reach.coeId)
  if (day !== undefined && !searchParams.has('on')) searchParams.set('on', day)
  if (until !== undefined && !searchParams.has('until')) searchParams.set('until', until)
  searchParams.set('as_of_position', String(position))
  searchParams.set('layout', layout)
  return `${pathname}?${searchParams.toString()}`
}

/** Of manifests from before addresses had a layout: no report has this one any more. */
const FIRST_LAYOUT = '1'

/** The address of a manifest, which always has the layout of its file. */
export const withLayout = (url: string): string =>
  new URL(url, 'http://localhost').searchParams.has('layout') ? url : `${url}&layout=${FIRST_LAYOUT}`
