import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { RecordDetail } from '#web/ui/record/record-detail.tsx'
import { WhyNotButton } from '#web/features/money/acts/why-not-button.tsx'
import { ChainDialog } from '#web/features/money/payments/chain-dialog.tsx'
import { type InvoiceAct, useInvoiceActs } from './invoice-acts.ts'
import { InvoiceButtons } from './invoice-buttons.tsx'
import { InvoiceRecord } from './invoice-record.tsx'
import { chosenInvoices } from './invoice-target.ts'
import { invoiceQuery } from './invoices-api.ts'

/** One invoice at its own URL: where it stands, what is on it, and the step that waits for the reader. */
export default function InvoiceDetail() {
  const { id = '' } = useParams()
  const acts = useInvoiceActs()
  const query = useQuery(invoiceQuery(id))
  const [asked, setAsked] = useState<InvoiceAct>()
  return (
    <RecordDetail title="Invoice" query={query}>
      {(invoice) => (
        <>
          <InvoiceRecord
            invoice={invoice}
            actions={
              <>
                {invoice.hash !== null && (
                  <Button
                    component={Link}
                    to={`/invoices/${encodeURIComponent(invoice.invoice_number)}/paper`}
                    variant="default"
                    leftSection={<IconPrinter size={18} aria-hidden />}
                  >
                    Paper
                  </Button>
                )}
                <WhyNotButton kind="invoices" ids={[invoice.id]} />
                <InvoiceButtons acts={acts} rows={[invoice]} onAct={setAsked} />
              </>
            }
          />
          {asked !== undefined && (
            <ChainDialog act={asked} target={chosenInvoices(asked, [invoice])} onClose={() => setAsked(undefined)} />
          )}
        </>
      )}
    </RecordDetail>
  )
}
