import { namesOf, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import { rolesWith } from '#projections/people/role/roles-with.ts'
import type { AppContext } from '#api/context.ts'
import type { TransactionDetail } from '#api/money/contracts/transaction.ts'
import { clocksOf } from './waited.ts'

type StepView = TransactionDetail['chain'][number]

const STEPS = PAYMENT_CHAIN.links.map((link) => ({ ...link, cells: namesOf(link) }))

/** Where a transaction stands: who took each step and when; of the current one, who may take it and for how long it waits. */
export async function chainOf(
  context: AppContext,
  transactionId: string,
  events: readonly TransactionEvent[],
): Promise<StepView[]> {
  const { db } = context
  const clocks = await clocksOf(context, events)
  const row = await db.selectFrom('transaction').selectAll().where('id', '=', transactionId).executeTakeFirstOrThrow()
  const actors = STEPS.flatMap(({ cells }) => row[cells.by] ?? [])
  const nameOf = await peopleNames(db, actors)
  // While a dispute is open, and of one that was reversed, it is nobody's turn.
  const isHeld = row.dispute_id !== null || row.reversed_at !== null
  const current = isHeld ? undefined : STEPS.find(({ cells }) => row[cells.at] === null)
  // On an invoice its steps are the invoice's, of which the CMD's is before the first of these.
  const waitsForCmd = row.invoice_id !== null && row.cmd_approved_at === null
  const mayAct = current === undefined ? [] : await rolesWith(db, waitsForCmd ? 'APPROVE_INVOICE' : current.permission)
  return STEPS.map(({ step, permission, words, cells }): StepView => {
    const [by, at] = [row[cells.by], row[cells.at]]
    const isCurrent = step === current?.step
    return {
      step,
      label: words.done,
      permission,
      by: by === null ? null : nameOf(by, ''),
      at,
      state: at !== null ? ('done' as const) : isCurrent ? ('current' as const) : ('waiting' as const),
      may_act: isCurrent ? mayAct : [],
      waiting_since: isCurrent ? row.stands_since : null,
      waited_minutes: at === null ? null : clocks.taken(step),
      is_late: false,
      // The hospital's answer has no deadline.
      ...(isCurrent && (row.returned !== 'returned' || row.invoice_id !== null)
        ? clocks.waiting(waitsForCmd ? 'cmd' : step)
        : {}),
    }
  })
}
