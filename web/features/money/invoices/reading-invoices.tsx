import type { ComponentProps } from 'react'
import type { InvoiceDetail } from '#api/money/contracts/invoice.ts'
import { ReadEach } from '#web/ui/read-each.tsx'
import { InvoiceRecord } from './invoice-record.tsx'
import { invoiceQuery } from './invoices-api.ts'

type ReadingProps = Omit<ComponentProps<typeof ReadEach<{ data: InvoiceDetail }>>, 'kind' | 'query' | 'children'>

/** Reads a selection of invoices one after the other, with all that is on each, before one decides about them. */
export function ReadingInvoices(props: ReadingProps) {
  return (
    <ReadEach kind="invoice" query={invoiceQuery} {...props}>
      {({ data }) => <InvoiceRecord invoice={data} />}
    </ReadEach>
  )
}
