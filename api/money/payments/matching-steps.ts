import type { FastifyRequest } from 'fastify'
import { previewReturn } from '#commands/money/transaction/return-payments.ts'
import type { StepOutcome } from '#commands/money/transaction/each-transaction.ts'
import { previewStep } from '#commands/money/transaction/take-step.ts'
import { withinProgramme } from '#domain/kernel/business-days.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { type Matching, matchingTransactions } from '#projections/money/transaction/matching-transactions.ts'
import { commandFrom } from '#api/command-from.ts'
import type { AppContext } from '#api/context.ts'
import { HttpError, invalid } from '#api/http-error.ts'
import type { Matched } from '#api/money/contracts/matching.ts'
import { type ChainActName, MOST_AT_ONCE } from '#api/money/contracts/payment.ts'
import { type Candidate, named, type Wanted } from './eligible.ts'
import { consolidatedFilter } from './list-consolidated.ts'
import { bulkOf } from './take-steps.ts'

export const MATCHING_URL = '/api/fanda/payment/matching'

/** Whose turn it may be: which step is asked for says more, and is held against it by `mustBeAllowed`. */
export const MATCHING_ACCESS = { permission: PAYMENT_CHAIN.permissions, scope: 'all' } as const

export const idsOf = (found: readonly Candidate[]) => found.map(({ id }) => id)

/** The status that a transaction has after a step, or the return. */
export const becomes = (step: ChainActName) =>
  step === 'return' ? PAYMENT_CHAIN.start.status : PAYMENT_CHAIN.link(step).status

/** Throws 403 for a step that is not the caller's. */
export function mustBeAllowed(request: FastifyRequest, step: ChainActName): void {
  if (step === 'return' || request.actor().permissions.has(PAYMENT_CHAIN.link(step).permission)) return
  throw new HttpError(403, 'You are not allowed to do this')
}

const NOTHING_MATCHES = 'Nothing matches now'

/** The transactions that match now: where there are too many for one call, one more than may be. Throws 422 for none. */
export async function matchingNow(
  context: AppContext,
  request: FastifyRequest,
  filter: Matched,
): Promise<readonly Matching[]> {
  const asked = await consolidatedFilter(context, filter, request.reach(), request.actor(), async () =>
    new Date(context.now()).toISOString(),
  )
  const matching = await matchingTransactions(context.db, asked, MOST_AT_ONCE + 1)
  if (matching.length === 0) throw invalid('filter', NOTHING_MATCHES)
  return matching
}

/** Those that match, and what a step, or the return, would do to each now, by the same decisions, without writing. */
export async function previewMatching(
  context: AppContext,
  request: FastifyRequest,
  asked: { readonly step: ChainActName; readonly filter: Matched },
  matching: readonly Matching[],
): Promise<{ readonly found: readonly Candidate[]; readonly results: readonly StepOutcome[] }> {
  const ids = matching.map(({ id }) => id)
  // The rows have found them; whether they are what was asked for, their streams say.
  const found = (await named(context, ids)).filter((one) => isWithin(asked.filter, one))
  if (found.length === 0) throw invalid('filter', NOTHING_MATCHES)
  return { found, results: await wouldDo(context, request, asked, found) }
}

/** Whether a bill is of a filter's hospital, kind and days; one that cannot be read is refused by its aggregate. */
function isWithin({ coe, is_drug, start_date, end_date }: Matched, { coeId, kind, acts }: Candidate): boolean {
  const [billed] = acts
  if (coe !== undefined && coeId !== coe) return false
  if (kind === undefined || billed === undefined) return true
  const day = lagosDay(billed.at)
  if (is_drug !== undefined && (kind === 'drug') !== (is_drug === '1')) return false
  return (start_date ?? day) <= day && day <= (end_date ?? day)
}

async function wouldDo(
  context: AppContext,
  request: FastifyRequest,
  { step, filter }: { readonly step: ChainActName; readonly filter: Matched },
  found: readonly Candidate[],
): Promise<readonly StepOutcome[]> {
  const cause = commandFrom(request, 'TakeStep', {})
  if (step === 'return') return previewReturn(context.handler, idsOf(found), request.actor().permissions, cause)
  return byHospital(found, async (coeId, own) =>
    previewStep(context.handler, await bulkOf(context, step, periodOf(coeId, filter, own, cause.at), own), cause),
  )
}

/** A step is of one hospital: each has its own payment. */
export async function byHospital(
  found: readonly Candidate[],
  act: (coeId: string, own: readonly Candidate[]) => Promise<readonly StepOutcome[]>,
): Promise<readonly StepOutcome[]> {
  const results: StepOutcome[] = []
  for (const coeId of new Set(found.flatMap((one) => one.coeId ?? [])))
    results.push(
      ...(await act(
        coeId,
        found.filter((one) => one.coeId === coeId),
      )),
    )
  return results
}

/** The period that is asked for, as far as it has come by the instant (ISO), or that of a hospital's bills. */
export function periodOf(
  coeId: string,
  { start_date, end_date }: Matched,
  own: readonly Candidate[],
  at: string,
): Wanted {
  const days = own.flatMap(({ acts: [billed] }) => (billed === undefined ? [] : [lagosDay(billed.at)])).sort()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const { start, end } = withinProgramme({ start: start_date ?? first, end: end_date ?? last }, at)
  return { coe_id: coeId, start_date: start, end_date: end }
}
