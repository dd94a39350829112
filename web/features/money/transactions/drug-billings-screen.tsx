import { CoeBillings } from './coe-billings.tsx'

/** A hospital's drug billing history (spec, S061). */
export default function DrugBillingsScreen() {
  return <CoeBillings title="Hospital drug billing history" base="/superadmin/drug/billings" isDrug />
}
