import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { INVOICE_STEP_VIEWS } from '#api/money/contracts/invoice-steps.ts'
import { useInvoiceActs } from './invoice-acts.ts'
import { INVOICE_SCREENS } from './invoice-screens.ts'
import { InvoicesList } from './invoices-list.tsx'
import { INVOICES } from './invoices-api.ts'

/** The invoices of every hospital with one office's step, by the screen's address; opens on what waits for it (spec, S068 to S072). */
export default function StepInvoicesScreen() {
  const { pathname } = useLocation()
  const step = INVOICE_STEP_VIEWS.find((one) => pathname.startsWith(INVOICE_SCREENS[one.step].path))?.step
  const acts = useInvoiceActs()
  const offered = useMemo(() => {
    const own = acts.find(({ name }) => name === step)
    const back = acts.find(({ name }) => name === 'return')
    // Who holds another step too returns from here what waits for this one.
    return own === undefined || back === undefined ? [] : [own, { ...back, from: own.from }]
  }, [acts, step])
  if (step === undefined) return null
  return (
    <InvoicesList
      title={INVOICE_SCREENS[step].title}
      intro="Invoices of the hospitals, and those ready for you."
      path={INVOICES}
      acts={offered}
      isOfAll
    />
  )
}
