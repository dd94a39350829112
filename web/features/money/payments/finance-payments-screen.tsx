import { PaymentsList } from './payments-list.tsx'

/** Finance and accounting payment report (spec, S074). */
export default function FinancePaymentsScreen() {
  return (
    <PaymentsList
      id="finance-payments"
      title="Finance and accounting payment report"
      intro="Payments per hospital: who initiated, recommended and approved them, and what has been paid out."
    />
  )
}
