import { formatNaira, kobo, parseNaira } from '#domain/kernel/money.ts'
import { Money } from '#web/ui/money.tsx'
import { isAbove } from './is-above.ts'

/** What one person may move in a day without a second one, and what they have moved alone today; naira, as the API has them. */
export type DayLimit = { readonly above: string | null; readonly today: string | null }

/** An amount as typed with what was moved before it today, naira. */
const withToday = (amount: string, today: string | null): string =>
  formatNaira(kobo((parseNaira(amount) ?? 0) + (parseNaira(today ?? '') ?? 0)))

/** Whether an amount as typed would wait for a second person. */
export const takesTwo = (amount: string, { above, today }: DayLimit): boolean =>
  isAbove(withToday(amount, today), above)

/** In the question before money is moved: that with it the day is above the limit, so that it waits for a second person. */
export function TakesTwo({ amount, limit }: { readonly amount: string; readonly limit: DayLimit }) {
  if (!takesTwo(amount, limit)) return null
  return (
    <p>
      With it you would move <Money naira={withToday(amount, limit.today)} /> today on your own. Above{' '}
      <Money naira={limit.above} /> a second person must confirm it before any money moves.
    </p>
  )
}
