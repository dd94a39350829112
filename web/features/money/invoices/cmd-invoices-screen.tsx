import { useMemo } from 'react'
import { Navigate } from 'react-router-dom'
import { useUser } from '#web/shell/session-queries.ts'
import { GenerateInvoiceButton } from './generate-invoice-button.tsx'
import { type InvoiceAct, useInvoiceActs } from './invoice-acts.ts'
import { INVOICE_SCREENS } from './invoice-screens.ts'
import { InvoicesList } from './invoices-list.tsx'
import { invoicesOf } from './invoices-api.ts'

/** The invoices of the own hospital with their status; those of its staff wait here for the CMD (spec, S073). */
export default function CmdInvoicesScreen() {
  const { coe, permissions } = useUser()
  const acts = useInvoiceActs()
  const mayApprove = permissions.includes('APPROVE_INVOICE')
  const offered = useMemo(() => (mayApprove ? ofTheHospital(acts) : []), [acts, mayApprove])
  if (coe === null) return <Navigate to="/dashboard" replace />
  return (
    <InvoicesList
      title={INVOICE_SCREENS.cmd.title}
      intro={`What ${coe.coe_name} has invoiced, and how far each invoice is.`}
      path={invoicesOf(coe.id)}
      acts={offered}
      isOfAll={false}
      action={<GenerateInvoiceButton />}
    />
  )
}

/** Here it is the CMD's turn alone, whatever else somebody may do. */
const ofTheHospital = (acts: readonly InvoiceAct[]): readonly InvoiceAct[] =>
  acts.filter(({ name }) => name === 'cmd' || name === 'return').map((act) => ({ ...act, from: ['pending'] }))
