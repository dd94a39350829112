import type { QueryClient } from '@tanstack/react-query'
import type { ShownUntil } from '#api/contracts/shown-until.ts'
import { dateTimeText } from '#web/ui/dates.ts'

/** Queries whose answers are not what a page is about: the menu, the person. */
export const OF_THE_FRAME = { isFrame: true } as const

/**
 * What the page at hand shows less of than was recorded: out of the answers that it shows, whichever screen it is, so
 * that no screen can forget to say so. '' when it shows all.
 */
export function shownLessOn(client: QueryClient): string {
  const told = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ meta }) => meta?.['isFrame'] !== true)
    .flatMap(({ state }) => answersOf(state.data).flatMap((answer) => untilOf(answer) ?? []))
  const [least] = told.sort((a, b) => a.position - b.position)
  if (least === undefined) return ''
  return sentenceOf({ ...least, of: [...new Set(told.flatMap(({ of }) => of))] })
}

/** The answers in a query's data: the pages of a list, else itself. */
const answersOf = (data: unknown): readonly unknown[] =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages) ? data.pages : [data]

/** What an answer says of itself (contracts/shown-until.ts). */
export function untilOf(answer: unknown): ShownUntil | undefined {
  if (typeof answer !== 'object' || answer === null || !('shown_until' in answer)) return undefined
  return answer.shown_until as ShownUntil | undefined
}

/** 'Shown as recorded up to 22-11-2026 14:32: transactions. …' */
export function sentenceOf({ at, of }: ShownUntil): string {
  const until = at === null ? 'Not shown yet' : `Figures as at ${dateTimeText(at)}`
  return `${until}: ${of.join(', ')}. Later entries are saved and will appear.`
}
