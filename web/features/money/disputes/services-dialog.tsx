import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { LinesTable } from '#web/features/money/transactions/lines-table.tsx'
import { transactionQuery } from '#web/features/money/transactions/transactions-api.ts'

type ServicesDialogProps = { readonly billId: string; readonly onClose: () => void }

/** What a disputed transaction billed: service or drug, unit price, quantity, subtotal (spec, S059). */
export function ServicesDialog({ billId, onClose }: ServicesDialogProps) {
  useReturnFocus()
  const { data, isPending, isError, error, refetch } = useQuery(transactionQuery(billId))
  const bill = data?.data
  return (
    <Dialog onClose={onClose} title={`Dispute Services${bill ? `: ${bill.transaction_id}` : ''}`} size="xl">
      {isPending && <Skeleton height={160} role="status" aria-label="Loading the services" />}
      {isError && <ErrorState error={error} onRetry={() => refetch()} />}
      {bill && <LinesTable lines={bill.transactions} isDrug={bill.is_drug} total={bill.total} />}
    </Dialog>
  )
}
