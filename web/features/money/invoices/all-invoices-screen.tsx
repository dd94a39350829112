import { InvoicesList } from './invoices-list.tsx'
import { INVOICES } from './invoices-api.ts'

const NOTHING: readonly never[] = []

/** The invoices of every hospital, for whoever reads the fund's reports and takes no step on them. */
export default function AllInvoicesScreen() {
  return (
    <InvoicesList
      title="All invoices"
      intro="Invoices of the hospitals, and how far each one is."
      path={INVOICES}
      acts={NOTHING}
      isOfAll
    />
  )
}
