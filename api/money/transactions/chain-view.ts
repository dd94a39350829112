import { namesOf, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import { rolesWith } from '#projections/people/role/roles-with.ts'
import type { AppContext } from '#api/context.ts'
import type { TransactionDetail } from '#api/money/contracts/transaction.ts'

type StepView = TransactionDetail['chain'][number]

const STEPS = PAYMENT_CHAIN.links.map((link) => ({ ...link, cells: namesOf(link) }))

/** Where a transaction stands: who took each step and when; of the current one, who may take it and since when it waits. */
export async function chainOf({ db }: AppContext, transactionId: string): Promise<StepView[]> {
  const row = await db.selectFrom('transaction').selectAll().where('id', '=', transactionId).executeTakeFirstOrThrow()
  const actors = STEPS.flatMap(({ cells }) => row[cells.by] ?? [])
  const names = await peopleNames(db, actors)
  // While a dispute is open, and of one that was reversed, it is nobody's turn.
  const isHeld = row.dispute_id !== null || row.reversed_at !== null
  const current = isHeld ? undefined : STEPS.find(({ cells }) => row[cells.at] === null)
  const mayAct = current === undefined ? [] : await rolesWith(db, current.permission)
  return STEPS.map(({ step, permission, words, cells }): StepView => {
    const [by, at] = [row[cells.by], row[cells.at]]
    const isCurrent = step === current?.step
    return {
      step,
      label: words.done,
      permission,
      by: by === null ? null : (names.get(by) ?? ''),
      at,
      state: at !== null ? ('done' as const) : isCurrent ? ('current' as const) : ('waiting' as const),
      may_act: isCurrent ? mayAct : [],
      waiting_since: isCurrent ? row.stands_since : null,
    }
  })
}
