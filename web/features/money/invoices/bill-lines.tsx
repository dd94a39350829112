import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LinesTable } from '#web/features/money/transactions/lines-table.tsx'
import { transactionQuery } from '#web/features/money/transactions/transactions-api.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

/** All that a bill of a preview is for. */
export function BillLines({ id }: { readonly id: string }) {
  const { data, error, isPending, refetch } = useQuery(transactionQuery(id))
  if (isPending) return <Skeleton height={80} role="status" aria-label="Loading the services" />
  if (data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />
  const { transactions, is_drug: isDrug, total } = data.data
  return <LinesTable lines={transactions} isDrug={isDrug} total={total} />
}
