import { load } from '#commands/handle.ts'
import { runningMinutes, type Span, workCalendar } from '#domain/kernel/working-time.ts'
import type { InvoiceStep } from '#domain/money/invoice/chain.ts'
import { calendar, HOLIDAYS } from '#domain/people/calendar/calendar.ts'
import { deadlinesIn, setting, SITE } from '#domain/people/setting/setting.ts'
import type { AppContext } from '#api/context.ts'

/** Working time by the public holidays and the deadlines of now (docs/decisions/0102). */
export async function workClock({ handler, now }: Pick<AppContext, 'handler' | 'now'>) {
  const { holidays } = await load(handler, calendar, HOLIDAYS)
  const [days, deadlines] = [workCalendar([...holidays.keys()]), deadlinesIn(await load(handler, setting, SITE))]
  const until = new Date(now()).toISOString()
  const minutes = (span: Span, pauses: readonly Span[] = []) => runningMinutes(span, pauses, days)
  return {
    /** The moment of asking, ISO. */
    until,
    /** Working minutes of a stretch, without those of the pauses. */
    minutes,
    /** Working minutes for which a step is waited for since then (ISO), and whether that is longer than its deadline. */
    waiting(step: InvoiceStep, since: string, pauses: readonly Span[] = []) {
      const waited = minutes({ from: since, until }, pauses)
      return { waited_minutes: waited, is_late: waited > deadlines[step] * 60 }
    },
  }
}
