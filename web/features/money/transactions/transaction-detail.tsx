import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import type { TransactionDetail as Transaction } from '#api/money/contracts/transaction.ts'
import { Detail } from '#web/ui/detail.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { NextButton } from '#web/ui/record/next-button.tsx'
import { useNextRecord } from '#web/ui/record/record-queue.ts'
import { BillActions } from './bill-actions.tsx'
import { transactionQuery } from './transactions-api.ts'
import { TransactionRecord } from './transaction-record.tsx'

/** One transaction, full-screen at its own URL over the list it was opened from (spec, S062). */
export default function TransactionDetail() {
  const { id = '' } = useParams()
  const { data, isPending, isError, error, refetch } = useQuery(transactionQuery(id))
  return (
    <Detail title="Transaction Detail" isFullScreen onClose={useCloseTransaction()}>
      {isPending && <Skeleton height={320} role="status" aria-label="Loading the transaction" />}
      {isError && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && <OpenBill bill={data.data} />}
    </Detail>
  )
}

/** The record of a bill, where one acts on it and goes on to the next one. */
function OpenBill({ bill }: { readonly bill: Transaction }) {
  const onNext = useNextRecord(bill.id, transactionQuery)
  return (
    <TransactionRecord
      transaction={bill}
      actions={<BillActions bill={bill} onNext={onNext} />}
      next={<NextButton onNext={onNext} />}
    />
  )
}

/** Back to the list: the way one came, else to the list that the address stands below. */
function useCloseTransaction(): () => void {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  return () => {
    const came: unknown = state
    if (typeof came === 'object' && came !== null && 'fromList' in came) void navigate(-1)
    else void navigate({ pathname: pathname.replace(/(\/bill)?\/[^/]+\/?$/, ''), search }, { replace: true })
  }
}
