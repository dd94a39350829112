import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { PaymentsList } from './payments-list.tsx'

/** Payments (spec, S076 and open-questions Q089): per hospital with the state of the chain. */
export default function PaymentsScreen() {
  return (
    <PaymentsList
      id="payments"
      title="Payments"
      intro="Transactions that were initiated together, per hospital, and how far they have come."
      action={
        <Button component={Link} to="/payments/consolidated_report">
          Consolidated billing summary
        </Button>
      }
    />
  )
}
