import { endOfLagosDay, startOfLagosDay } from '../../domain/kernel/dates.ts'
import { type ChainStep, linkOf } from '../../domain/transaction/chain.ts'
import type { AppContext } from '../context.ts'
import { invalid } from '../http-error.ts'

export type Wanted = {
  readonly coe_id: string
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly transactions?: readonly string[] | undefined
  readonly initiated_on?: string | undefined
}
export type Candidate = { readonly id: string; readonly reference: string; readonly total: number }

const MOST = 2_000

/** The word that the read model shows for the state from which a step starts. */
function statusBefore(step: ChainStep): string {
  const { from } = linkOf(step)
  return from === 'billed' ? 'billed' : linkOf(stepInto(from)).status
}
const stepInto = (state: string): ChainStep => {
  const steps: Readonly<Record<string, ChainStep>> = {
    initiated: 'initiate',
    recommended: 'recommend',
    approved: 'approve',
    dfaApproved: 'dfa',
  }
  const step = steps[state]
  if (step === undefined) throw new Error(`No step leads to ${state}`)
  return step
}

/**
 * The transactions that a bulk step is about: those named; or, of the hospital, the group initiated at a time, or all
 * of the period whose turn it is. Only finds ids: the aggregates decide.
 */
export async function candidates({ db }: AppContext, step: ChainStep, wanted: Wanted): Promise<readonly Candidate[]> {
  const select = db
    .selectFrom('transaction')
    .select(['id', 'reference', 'total'])
    .where('coe_id', '=', wanted.coe_id)
    .where('billed_at', 'is not', null)
    .orderBy('billed_at')
    .orderBy('id')
    .limit(MOST + 1)
  const { transactions, initiated_on: group, start_date: start, end_date: end } = wanted
  if (transactions !== undefined) {
    const found = await select.where('id', 'in', [...transactions]).execute()
    const known = new Map(found.map((row) => [row.id, row]))
    // One that is not there is refused by its aggregate, like any other; it is not silently left out.
    return [...new Set(transactions)].map((id) => known.get(id) ?? { id, reference: id, total: 0 })
  }
  const ofGroup =
    group !== undefined
      ? select.where('initiated_at', '=', group)
      : select
          .where('billed_at', '>=', startOfLagosDay(start ?? ''))
          .where('billed_at', '<', endOfLagosDay(end ?? ''))
          .where('status', '=', statusBefore(step))
  const found = await ofGroup.execute()
  if (found.length > MOST) throw invalid('transactions', `More than ${MOST} transactions: choose a shorter period`)
  if (found.length === 0) throw invalid('transactions', 'No transaction of this period waits for this step')
  return found
}
