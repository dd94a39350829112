import { CoeBillings } from './coe-billings.tsx'

/** A hospital's billing history (spec, S060). */
export default function BillingsScreen() {
  return <CoeBillings title="COE billing history" base="/superadmin/billings" />
}
