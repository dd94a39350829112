import { type Handler, load } from '#commands/handle.ts'
import { UnreadEvent } from '#commands/log/unread-event.ts'
import { each } from '#commands/money/transaction/each.ts'
import { endOfLagosDay, startOfLagosDay } from '#domain/kernel/dates.ts'
import { contentOf } from '#domain/money/transaction/bill.ts'
import { type ChainStep, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { isBilled, transaction } from '#domain/money/transaction/transaction.ts'
import { hospitalStages } from '#projections/money/payment/hospital-stages.ts'
import type { AppContext } from '#api/context.ts'
import { HttpError, invalid } from '#api/http-error.ts'
import { hospitalInLog } from '#api/money/hospital-in-log.ts'
import { MOST_AT_ONCE } from '#api/money/contracts/payment.ts'
import { MIXED_PERIOD } from '#api/money/contracts/payment-steps.ts'
import { freeIn, groupOf } from './payment-group.ts'

export type Wanted = {
  readonly coe_id: string
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly transactions?: readonly string[] | undefined
  readonly initiated_on?: string | undefined
}

/** A transaction that a bulk step is about, as its stream says; `acts` are what people did to it in this round. */
export type Candidate = {
  readonly id: string
  readonly reference: string
  /** Its hospital; undefined where there is no such transaction. */
  readonly coeId: string | undefined
  readonly kind: 'service' | 'drug' | undefined
  /** What it is for, in a line. */
  readonly item: string
  /** In kobo. */
  readonly total: number
  readonly acts: readonly { readonly step: ChainStep | 'bill'; readonly by: string; readonly at: string }[]
}

type Finds = Pick<AppContext, 'db' | 'handler'>

/** Chooses; what a request chose once it may be given again instead. */
type Choose = (choice: () => Promise<readonly string[]>) => Promise<readonly string[]>

/**
 * The transactions that a bulk step is about: those named; or, of the hospital, the group initiated at a time, or all
 * of the period whose turn it is. Only finds them: the aggregates decide.
 */
export async function candidates(
  context: Finds,
  step: ChainStep,
  wanted: Wanted,
  choose: Choose = (choice) => choice(),
): Promise<readonly Candidate[]> {
  const { coe_id: coeId, transactions } = wanted
  if ((await hospitalInLog(context.handler, coeId)) === undefined)
    throw invalid('coe_id', 'This hospital does not exist')
  return named(context, transactions ?? (await choose(() => waitingFor(context.db, step, wanted))), coeId)
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
  if (step === 'initiate' && (await isMixed(db, wanted)))
    throw new HttpError(422, MIXED_PERIOD, { start_date: [MIXED_PERIOD], end_date: [MIXED_PERIOD] })
  const found =
    group !== undefined
      ? ofHospital.where('initiated_at', '=', group)
      : ofHospital
          .where('billed_at', '>=', startOfLagosDay(start ?? ''))
          .where('billed_at', '<', endOfLagosDay(end ?? ''))
          .where('status', '=', PAYMENT_CHAIN.statusIn(PAYMENT_CHAIN.link(step).from))
          // What is on an invoice is not forgotten: its steps are the invoice's.
          .where('invoice_id', 'is', null)
  const rows = await found.execute()
  if (rows.length > MOST_AT_ONCE)
    throw invalid('transactions', `More than ${MOST_AT_ONCE} bills. Choose a shorter period.`)
  if (rows.length === 0) throw invalid('transactions', 'No bill of this period is ready for this step')
  return rows.map(({ id }) => id)
}

/** Whether a hospital's period has bills whose payment is initiated, and others: it is not paid for as one (spec, B 4.1). */
async function isMixed(db: AppContext['db'], { coe_id: coeId, start_date, end_date }: Wanted): Promise<boolean> {
  const stages = await hospitalStages(db, { coeId, startDate: start_date, endDate: end_date }, undefined)
  return groupOf(freeIn(stages)) === 'mixed'
}

/** Of a hospital's transactions those named, in the order given. */
export async function named(
  { db, handler }: Finds,
  transactions: readonly string[],
  coeId?: string,
): Promise<readonly Candidate[]> {
  return each([...new Set(transactions)], async (id) => {
    const found = await candidate(handler, id).catch((error: unknown) => unreadable(db, id, error))
    // One that is not there is refused by its aggregate, like any other; it is not silently left out.
    return coeId === undefined || found.coeId === coeId ? found : nothing(id)
  })
}

const nothing = (id: string): Candidate => ({
  id,
  reference: id,
  coeId: undefined,
  kind: undefined,
  item: '',
  total: 0,
  acts: [],
})

async function candidate(handler: Handler, id: string): Promise<Candidate> {
  const state = await load(handler, transaction, id)
  if (state.status === 'none') return nothing(id)
  const { reference, coeId, kind, total, billedBy } = state
  const acts = isBilled(state) ? [{ step: 'bill' as const, by: billedBy, at: state.billedAt }, ...state.acts] : []
  return { id, reference, coeId, kind, item: contentOf(state.lines), total, acts }
}

/** One whose events cannot be read is refused on its own, under what its row calls it. */
async function unreadable(db: AppContext['db'], id: string, error: unknown): Promise<Candidate> {
  if (!(error instanceof UnreadEvent)) throw error
  const columns = ['reference', 'coe_id as coeId', 'item', 'total'] as const
  const row = await db.selectFrom('transaction').select(columns).where('id', '=', id).executeTakeFirst()
  return { ...nothing(id), ...row }
}
