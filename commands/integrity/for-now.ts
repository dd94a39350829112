import type { Position } from '#commands/log/event-log.ts'
import type { OpenedAgain } from '#domain/integrity/events.ts'
import { BY_ITSELF, EACH_BY_ITSELF, INDEX_CHECK } from '#commands/log/verify/difference.ts'
import type { Finding } from './finding.ts'

/**
 * What is made anew from the log: tables and checkpoints of read models, by a rebuild. And what holds the log's own table, which
 * a start puts back, or a `reindex`: the portal's processes need it to write one revision once, and to read it.
 */
const MADE_ANEW = /^(read models?( |$)|guard of the log$)/

/** The check of short codes. */
export const CODES = 'short code'

/** Of a counter of short codes: a decision puts them right. */
export const isOfCounter = ({ check, row }: Pick<Finding, 'check' | 'row'>): boolean =>
  check === CODES && row !== undefined

/**
 * The findings that a decision opens the portal for and no more, so that each is news when it is found again: what is made
 * anew and stands as it does only until then; and whatever has no event of the log to be about, as nobody decides about one to
 * come: what is behind the log's end, and what does not hold by itself without an event that could be left out.
 */
export function forNow(
  findings: readonly Finding[],
  leftOut: OpenedAgain['leftOut'],
  head: Position,
): ReadonlySet<Finding> {
  const isLeftOut = (from: Position, to: Position) =>
    leftOut.some(({ position, through = position }) => from >= position && to <= through)
  const isOfEach = (check: string) => BY_ITSELF.has(check) || check === EACH_BY_ITSELF
  const opensForNow = (finding: Finding) => {
    const { position, through = position, check } = finding
    if (MADE_ANEW.test(check) || check === INDEX_CHECK || isOfCounter(finding) || through > head) return true
    return isOfEach(check) && !isLeftOut(position, through)
  }
  return new Set(findings.filter(opensForNow))
}
