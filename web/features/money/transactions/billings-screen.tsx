import { CoeBillings } from './coe-billings.tsx'

/** A hospital's billing history (spec, S060). */
export default function BillingsScreen() {
  return <CoeBillings title="Hospital billing history" base="/superadmin/billings" />
}
