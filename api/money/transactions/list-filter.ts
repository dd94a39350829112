import type { TransactionFilter } from '#projections/money/transaction/transactions-report.ts'
import type { TransactionListFilter } from '#api/money/contracts/transaction.ts'
import { UNPAID } from '#api/money/contracts/payment-steps.ts'
import { notFound } from '#api/http-error.ts'
import type { Reach } from '#api/actor.ts'

/** A list's filter within what its caller reaches; another hospital reads as not found. */
export function transactionFilter(query: TransactionListFilter, reach: Reach): TransactionFilter {
  return {
    startDate: query.start_date ?? query.startDate,
    endDate: query.end_date ?? query.endDate,
    isDrug: query.is_drug === undefined ? undefined : query.is_drug === '1',
    status: query.status,
    ...atStage(query.stage),
    search: query.search === '' ? undefined : query.search,
    paymentId: query.payment_id,
    ...within(reach, query.coe),
  }
}

/** The part of a filter that asks where bills are in the payment chain. */
export const atStage = (stage: TransactionListFilter['stage']): Pick<TransactionFilter, 'stage' | 'isUnpaid'> =>
  stage === UNPAID ? { isUnpaid: true } : { stage }

/** The part of a filter that keeps to what the caller reaches. */
export function within(reach: Reach, coe: string | undefined): Pick<TransactionFilter, 'coeId' | 'patientId'> {
  switch (reach.kind) {
    case 'all':
      return { coeId: coe }
    case 'coe':
      if (coe !== undefined && coe !== reach.coeId) throw notFound('Hospital')
      return { coeId: reach.coeId }
    case 'patient':
      return { coeId: coe, patientId: reach.patientId }
  }
}
