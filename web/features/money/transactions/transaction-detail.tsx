import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { Detail } from '#web/ui/detail.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
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
      {data && <TransactionRecord transaction={data.data} />}
    </Detail>
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
