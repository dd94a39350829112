import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { InvoiceDetail as Invoice } from '#api/money/contracts/invoice.ts'
import { NextButton } from '#web/ui/record/next-button.tsx'
import { RecordDetail } from '#web/ui/record/record-detail.tsx'
import { useNextRecord } from '#web/ui/record/record-queue.ts'
import { WhyNotButton } from '#web/features/money/acts/why-not-button.tsx'
import { ChainDialog } from '#web/features/money/payments/chain-dialog.tsx'
import { GenerateAgain } from './generate-again.tsx'
import { type InvoiceAct, useInvoiceActs } from './invoice-acts.ts'
import { InvoiceButtons } from './invoice-buttons.tsx'
import { InvoiceRecord } from './invoice-record.tsx'
import { chosenInvoices } from './invoice-target.ts'
import { invoiceQuery } from './invoices-api.ts'

/** One invoice at its own URL: where it stands, what is on it, and the step that waits for the reader. */
export default function InvoiceDetail() {
  const { id = '' } = useParams()
  return (
    <RecordDetail title="Invoice" query={useQuery(invoiceQuery(id))}>
      {(invoice) => <OpenInvoice invoice={invoice} />}
    </RecordDetail>
  )
}

function OpenInvoice({ invoice }: { readonly invoice: Invoice }) {
  const acts = useInvoiceActs()
  const [asked, setAsked] = useState<InvoiceAct>()
  const onNext = useNextRecord(invoice.id, invoiceQuery)
  return (
    <>
      <InvoiceRecord
        invoice={invoice}
        actions={
          <>
            <GenerateAgain invoice={invoice} />
            <InvoiceButtons acts={acts} rows={[invoice]} onAct={setAsked} />
            {invoice.hash !== null && (
              <Button
                component={Link}
                to={`/invoices/${encodeURIComponent(invoice.invoice_number)}/paper`}
                variant="default"
                leftSection={<IconPrinter size={18} aria-hidden />}
              >
                Print invoice
              </Button>
            )}
            <WhyNotButton kind="invoices" ids={[invoice.id]} />
            <NextButton onNext={onNext} />
          </>
        }
      />
      {asked !== undefined && (
        <ChainDialog
          act={asked}
          target={chosenInvoices(asked, [invoice])}
          onClose={() => setAsked(undefined)}
          onNext={onNext}
        />
      )}
    </>
  )
}
