import { Button } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useState } from 'react'
import { usePermission } from '#web/shell/session-queries.ts'
import { GenerateInvoiceDialog } from './generate-invoice-dialog.tsx'

type GenerateInvoiceButtonProps = {
  /** The period of the screen, yyyy-mm-dd, '' for none. */
  readonly from?: string
  readonly to?: string
}

/** 'Generate Invoice' for whoever may (spec, S058 and S073); it asks for the days that the screen does not say. */
export function GenerateInvoiceButton({ from = '', to = '' }: GenerateInvoiceButtonProps) {
  const mayGenerate = usePermission('GENERATE_INVOICE')
  const [isGenerating, setGenerating] = useState(false)
  if (!mayGenerate) return null
  return (
    <>
      <Button leftSection={<IconFileInvoice size={18} aria-hidden />} onClick={() => setGenerating(true)}>
        Generate Invoice
      </Button>
      {isGenerating && <GenerateInvoiceDialog from={from} to={to} onClose={() => setGenerating(false)} />}
    </>
  )
}
