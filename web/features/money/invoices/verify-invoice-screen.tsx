import { Alert, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Facts, Screen } from '#web/ui/screen.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { verifiedQuery } from './invoices-api.ts'

/** Whether the paper of an invoice and the log agree, by the number and the hash on it; for anyone who is signed in. */
export default function VerifyInvoiceScreen() {
  const { number = '', hash = '' } = useParams()
  const { data, isPending, error, refetch } = useQuery(verifiedQuery(number, hash))
  return (
    <Screen title="Verify an invoice" intro={`Check that the paper with the number ${number} is genuine.`}>
      {isPending && <Skeleton height={120} role="status" aria-label="Checking the invoice" />}
      {!isPending && data === undefined && <ErrorState error={error} onRetry={() => refetch()} />}
      {data !== undefined &&
        (data.data.agrees ? (
          <>
            {data.data.status === 'returned' ? (
              <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden />} role="status">
                This invoice is genuine, but it was returned. Do not pay it.
              </Alert>
            ) : (
              <Alert color="green" variant="outline" icon={<IconCheck aria-hidden />} role="status">
                This invoice is genuine. Compare the paper with the figures below.
              </Alert>
            )}
            <Facts
              items={[
                { name: 'Invoice', value: data.data.invoice_number },
                { name: 'Hospital', value: data.data.coe_name },
                { name: 'Total', value: <Money naira={data.data.computed_total} /> },
                { name: 'Status', value: <StatusChip status={data.data.status} /> },
              ]}
            />
          </>
        ) : (
          <Alert color="red" variant="outline" icon={<IconAlertTriangle aria-hidden />} role="alert">
            This paper does not match our records. It is out of date, altered or forged. Do not pay it.
          </Alert>
        ))}
    </Screen>
  )
}
