import { formatNaira, type Kobo } from '#domain/kernel/money.ts'
import type { FundingDayEvent } from '#domain/money/funding-day/events.ts'
import type { FundingEvent } from '#domain/money/funding/events.ts'
import type { Differs, LogCheck } from '#commands/log/verify/log-check.ts'

type Counted = { readonly by: string; readonly amount: Kobo; readonly above: Kobo; readonly sum: Kobo }

/**
 * That what somebody asked for was counted before it among what they moved alone that Lagos day (domain.md, Money): by them, of
 * this amount, with the sum and the limit that it names. Keeps what was counted and is not recorded yet.
 */
export function checkFundingDays(differs: Differs) {
  const counted = new Map<string, Counted>()
  /** Whose days are not read whole: of what they asked for nothing can be said. */
  const unread = new Set<string>()

  return {
    event({ position, stream }, read) {
      if (read === undefined) {
        const [, by] = /^fundingDay-(.+):/.exec(stream) ?? []
        if (by !== undefined) unread.add(by)
        return
      }
      const { type, data } = read.event as FundingDayEvent | FundingEvent
      if (type === 'FundingCounted') {
        counted.set(data.fundingId, data)
        return
      }
      // What was recorded before amounts were counted names no sum, and its own rules see to it that no later one does so.
      if (!stream.startsWith('funding-') || !('today' in data) || data.today === null || unread.has(data.by)) return
      const id = stream.slice('funding-'.length)
      const before = counted.get(id)
      counted.delete(id)
      const found = said({ ...data, above: data.above ?? data.amount, sum: data.today })
      const expected = before === undefined ? 'counted before it' : said(before)
      if (found !== expected) differs({ position, stream, check: 'move', expected, found })
    },
  } satisfies LogCheck
}

const said = ({ by, amount, above, sum }: Counted) =>
  `${formatNaira(amount)} by ${by}, with ${formatNaira(sum)} that day and a limit of ${formatNaira(above)}`
