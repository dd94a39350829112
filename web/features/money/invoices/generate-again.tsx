import { Button } from '@mantine/core'
import { useState } from 'react'
import type { InvoiceDetail } from '#api/money/contracts/invoice.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { GenerateInvoiceDialog } from './generate-invoice-dialog.tsx'

type Returned = Pick<InvoiceDetail, 'invoice_number' | 'start_date' | 'end_date' | 'status' | 'generated_again' | 'coe'>

/** 'Generate again' on a returned invoice of the reader's hospital, for those who generate invoices there. */
export function GenerateAgain({ invoice }: { readonly invoice: Returned }) {
  const { coe, permissions } = useUser()
  const [isAsked, setAsked] = useState(false)
  const { invoice_number: number, status, generated_again: again, start_date: from, end_date: to } = invoice
  const isOwn = coe?.id === invoice.coe.id && permissions.includes('GENERATE_INVOICE')
  const isOffered = isOwn && status === 'returned' && again === null
  return (
    <>
      {isOffered && <Button onClick={() => setAsked(true)}>Generate again</Button>}
      {isAsked && <GenerateInvoiceDialog from={from} to={to} replaces={number} onClose={() => setAsked(false)} />}
    </>
  )
}
