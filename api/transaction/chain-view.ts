import { CHAIN } from '../../domain/transaction/chain.ts'
import { rolesWith } from '../../projections/role/roles-with.ts'
import type { AppContext } from '../context.ts'
import type { TransactionDetail } from '../contracts/transaction.ts'

type StepView = TransactionDetail['chain'][number]

const LABELS = {
  initiate: 'Initiated',
  recommend: 'Recommended',
  approve: 'Approved',
  dfa: 'DFA approved',
  permsec: 'Permanent Secretary approved',
} as const

/** The columns in which the rows of transactions and of payments keep who took a step, and when. */
export const STEP_COLUMNS = {
  initiate: ['initiated_by', 'initiated_at'],
  recommend: ['recommended_by', 'recommended_at'],
  approve: ['approved_by', 'approved_at'],
  dfa: ['dfa_by', 'dfa_at'],
  permsec: ['permsec_by', 'permsec_at'],
} as const

/** Where a transaction stands: who took each step and when; of the current one, who may take it and since when it waits. */
export async function chainOf({ db }: AppContext, transactionId: string): Promise<StepView[]> {
  const row = await db.selectFrom('transaction').selectAll().where('id', '=', transactionId).executeTakeFirstOrThrow()
  const actors = CHAIN.flatMap(({ step }) => row[STEP_COLUMNS[step][0]] ?? [])
  const people = await db
    .selectFrom('user_account')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', ['', ...actors])
    .execute()
  const names = new Map(people.map(({ id, first_name: first, last_name: last }) => [id, `${first} ${last}`]))
  const current = CHAIN.find(({ step }) => row[STEP_COLUMNS[step][1]] === null)
  const mayAct = current === undefined ? [] : await rolesWith(db, current.permission)
  let since = row.billed_at
  return CHAIN.map(({ step, permission }): StepView => {
    const [by, at] = [row[STEP_COLUMNS[step][0]], row[STEP_COLUMNS[step][1]]]
    const isCurrent = step === current?.step
    const view = {
      step,
      label: LABELS[step],
      permission,
      by: by === null ? null : (names.get(by) ?? ''),
      at,
      state: at !== null ? ('done' as const) : isCurrent ? ('current' as const) : ('waiting' as const),
      may_act: isCurrent ? mayAct : [],
      waiting_since: isCurrent ? since : null,
    }
    since = at ?? since
    return view
  })
}
