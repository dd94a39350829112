import { useNavigate } from 'react-router-dom'
import { usePermission } from '#web/shell/session-queries.ts'
import { Panel } from '#web/ui/screen.tsx'
import { PatientSearch } from './patient-search.tsx'

/** On the home of those who bill: finds the patient, and opens the bill of the kind that they write. */
export default function FindBilled() {
  const navigate = useNavigate()
  const kind = usePermission('BILL_SERVICES') ? '' : 'tab=drugs&'
  return (
    <Panel title="Find a patient">
      <PatientSearch
        isBeside
        onSelect={(id) => void navigate(`/coestaff/billing?${kind}patient=${encodeURIComponent(id)}`)}
      />
    </Panel>
  )
}
