import { endOfLagosDay, startOfLagosDay } from '#domain/kernel/dates.ts'
import { type ChainStep, namesOf, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { TransactionRow } from '#projections/money/transaction/transaction.ts'
import type { AppContext } from '#api/context.ts'
import { invalid } from '#api/http-error.ts'
import { MOST_AT_ONCE } from '#api/money/contracts/payment.ts'

export type Wanted = {
  readonly coe_id: string
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly transactions?: readonly string[] | undefined
  readonly initiated_on?: string | undefined
}
/** A transaction that a bulk step is about; `acts` are what people did to it in this round, as far as lists show it. */
export type Candidate = {
  readonly id: string
  readonly reference: string
  /** Its hospital; undefined where there is no such transaction. */
  readonly coeId: string | undefined
  readonly total: number
  readonly acts: readonly { readonly step: ChainStep | 'bill'; readonly by: string; readonly at: string }[]
}

const STEPS = PAYMENT_CHAIN.links.map((link) => ({ step: link.step, ...namesOf(link) }))
const COLUMNS = [
  ...(['id', 'reference', 'coe_id', 'total', 'biller_id', 'billed_at'] as const),
  ...STEPS.flatMap(({ at, by }) => [at, by]),
]

type Selected = Pick<TransactionRow, (typeof COLUMNS)[number]>

/** Chooses; what a request chose once it may be given again instead. */
type Choose = (choice: () => Promise<readonly string[]>) => Promise<readonly string[]>

/**
 * The transactions that a bulk step is about: those named; or, of the hospital, the group initiated at a time, or all
 * of the period whose turn it is. Only finds them: the aggregates decide.
 */
export async function candidates(
  db: AppContext['db'],
  step: ChainStep,
  wanted: Wanted,
  choose: Choose = (choice) => choice(),
): Promise<readonly Candidate[]> {
  const { coe_id: coeId, transactions } = wanted
  const hospital = await db.selectFrom('coe').select('id').where('id', '=', coeId).executeTakeFirst()
  if (hospital === undefined) throw invalid('coe_id', 'There is no such hospital')
  return named(db, transactions ?? (await choose(() => waitingFor(db, step, wanted))), coeId)
}

/** Throws 422 when there are none, or too many for one call. */
async function waitingFor(db: AppContext['db'], step: ChainStep, wanted: Wanted): Promise<readonly string[]> {
  const { coe_id: coeId, initiated_on: group, start_date: start, end_date: end } = wanted
  const ofHospital = db
    .selectFrom('transaction')
    .select('id')
    .where('coe_id', '=', coeId)
    .where('billed_at', 'is not', null)
    .orderBy('billed_at')
    .orderBy('id')
    .limit(MOST_AT_ONCE + 1)
  const found =
    group !== undefined
      ? ofHospital.where('initiated_at', '=', group)
      : ofHospital
          .where('billed_at', '>=', startOfLagosDay(start ?? ''))
          .where('billed_at', '<', endOfLagosDay(end ?? ''))
          .where('status', '=', PAYMENT_CHAIN.statusIn(PAYMENT_CHAIN.link(step).from))
  const rows = await found.execute()
  if (rows.length > MOST_AT_ONCE)
    throw invalid('transactions', `More than ${MOST_AT_ONCE} transactions: choose a shorter period`)
  if (rows.length === 0) throw invalid('transactions', 'No transaction of this period waits for this step')
  return rows.map(({ id }) => id)
}

/** Of a hospital's transactions those named, in the order given. */
export async function named(
  db: AppContext['db'],
  transactions: readonly string[],
  coeId?: string,
): Promise<readonly Candidate[]> {
  const ids = [...new Set(transactions)]
  const all = db.selectFrom('transaction').select(COLUMNS).where('id', 'in', ids)
  const found = await (coeId === undefined ? all : all.where('coe_id', '=', coeId)).execute()
  const known = new Map(found.map((row) => [row.id, candidateOf(row)]))
  // One that is not there is refused by its aggregate, like any other; it is not silently left out.
  return ids.map((id) => known.get(id) ?? { id, reference: id, coeId: undefined, total: 0, acts: [] })
}

function candidateOf(row: Selected): Candidate {
  const steps = [
    { step: 'bill' as const, by: row.biller_id, at: row.billed_at },
    ...STEPS.map(({ step, by, at }) => ({ step, by: row[by], at: row[at] })),
  ]
  const acts = steps.flatMap(({ step, by, at }) => (by === null || at === null ? [] : [{ step, by, at }]))
  return { id: row.id, reference: row.reference, coeId: row.coe_id, total: row.total, acts }
}
