import type { InvoiceStep } from '#domain/money/invoice/chain.ts'
import type { ChainStep } from '#domain/money/transaction/chain.ts'
import { waitsOf } from '#domain/money/transaction/clock.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import type { AppContext } from '#api/context.ts'
import { workClock } from './work-clock.ts'

/** The clocks of one bill, by its events (docs/decisions/0102). */
export async function clocksOf(context: AppContext, events: readonly TransactionEvent[]) {
  const clock = await workClock(context)
  const waits = waitsOf(events, clock.until)
  const open = waits.findLast(({ ended }) => ended === undefined)
  return {
    /** Working minutes for which a step that was taken had waited: the last time that it was. */
    taken(step: ChainStep): number | null {
      const wait = waits.findLast(({ ended }) => ended?.waitedFor === step && ended.end === 'taken')
      return wait?.ended === undefined ? null : clock.minutes({ from: wait.from, until: wait.ended.at }, wait.pauses)
    },
    /** The same of the step that is waited for, and whether that is longer than its deadline. */
    waiting: (step: InvoiceStep) =>
      open === undefined ? { waited_minutes: null, is_late: false } : clock.waiting(step, open.from, open.pauses),
  }
}
