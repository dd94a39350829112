import { useQuery } from '@tanstack/react-query'
import { DateText } from '#web/ui/date-text.tsx'
import { Money } from '#web/ui/money.tsx'
import { WaitingList } from '#web/ui/waiting-list.tsx'
import { INVOICE_SCREENS } from './invoice-screens.ts'
import { returnedInvoicesQuery } from './invoices-api.ts'

/** On a hospital's home: its returned invoices until they are generated again; nothing where there are none. */
export default function ReturnedInvoices() {
  const { data } = useQuery(returnedInvoicesQuery)
  const waiting = (data?.data ?? []).map((one) => ({
    id: one.id,
    to: `${INVOICE_SCREENS.cmd.path}/${encodeURIComponent(one.id)}?status=returned`,
    name: one.invoice_number,
    about: (
      <>
        <Money naira={one.returned_total} />, {billsText(one.transactions_count)}. Returned on{' '}
        <DateText value={one.returned_on} />. Open it to read why and to generate it again.
      </>
    ),
  }))
  return <WaitingList title="Returned invoices to generate again" waiting={waiting} />
}

const billsText = (count: number) => (count === 1 ? '1 bill' : `${count.toLocaleString('en-NG')} bills`)
