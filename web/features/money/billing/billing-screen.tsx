import { Alert, Button, Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCheck, IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import type { BilledAnswer } from '#api/money/contracts/billing.ts'
import { useAddressParams } from '#web/shell/address-params.ts'
import { usePermission } from '#web/shell/session-queries.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Facts, Panel, Screen } from '#web/ui/screen.tsx'
import { useTakesFocus } from '#web/ui/use-takes-focus.ts'
import type { BillKind } from './bill-draft.ts'
import { BillForm } from './bill-form.tsx'
import { patientsQuery } from './billing-api.ts'
import { ReturnedNotice } from './returned-notice.tsx'
import { fullName, PatientSearch } from './patient-search.tsx'
import styles from './billing.module.css'

/** Billing at the hospital (spec, S046): services or drugs, against the patient's wallet. */
export default function BillingScreen() {
  const [params, change] = useAddressParams()
  const kinds = useBillKinds()
  const [billed, setBilled] = useState<Billed>()
  const wanted: BillKind = params.get('tab') === 'drugs' ? 'drug' : 'service'
  const kind = kinds.includes(wanted) ? wanted : kinds[0]
  if (kind === undefined) return <Navigate to="/dashboard" replace />
  const patientId = params.get('patient') ?? ''
  // What was billed to one patient is not said at another, however one came there.
  if (billed !== undefined && patientId !== '' && patientId !== billed.patientId) setBilled(undefined)
  const set = (name: string, value: string) => {
    setBilled(undefined)
    change({ [name]: value || undefined })
  }
  const history = (
    <Button
      component={Link}
      to="/coestaff/billings"
      variant="default"
      leftSection={<IconHistory size={18} aria-hidden />}
    >
      Billing history
    </Button>
  )
  return (
    <Screen title="Billing" intro="Bill a patient of your hospital for services or drugs." action={history}>
      <ReturnedNotice />
      <Tabs value={kind} onChange={(value) => set('tab', value === 'drug' ? 'drugs' : '')} keepMounted={false}>
        <Tabs.List aria-label="Type of bill">
          {kinds.includes('service') && <Tabs.Tab value="service">Service Billing</Tabs.Tab>}
          {kinds.includes('drug') && <Tabs.Tab value="drug">Drugs Billing</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value={kind} className={styles['tab'] ?? ''}>
          {billed && patientId === '' && (
            <Alert
              ref={intoView}
              className={styles['billed'] ?? ''}
              color="green"
              variant="outline"
              role="status"
              icon={<IconCheck aria-hidden />}
            >
              {billed.bill.transaction_id} has been billed to {billed.to}: <Money naira={billed.bill.total} />.{' '}
              <Link className={styles['link']} to={`/coestaff/billings/${billed.bill.id}`}>
                Open the bill
              </Link>
            </Alert>
          )}
          {patientId === '' ? (
            <Panel title="Find the patient">
              <PatientSearch onSelect={(id) => set('patient', id)} />
            </Panel>
          ) : (
            <BillOf
              key={`${kind}:${patientId}`}
              kind={kind}
              patientId={patientId}
              onAnother={() => set('patient', '')}
              onBilled={(bill, to) => {
                set('patient', '')
                setBilled({ bill, to, patientId })
              }}
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}

/** Who completed a bill did so at the end of a long page: what was billed is at its beginning. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** A bill that was just completed, and whose. */
type Billed = { readonly bill: BilledAnswer['data']; readonly to: string; readonly patientId: string }

/** What the person may bill. */
function useBillKinds(): readonly BillKind[] {
  const services = usePermission('BILL_SERVICES')
  const drugs = usePermission('BILL_DRUGS')
  return [...(services ? (['service'] as const) : []), ...(drugs ? (['drug'] as const) : [])]
}

type BillOfProps = {
  readonly kind: BillKind
  readonly patientId: string
  readonly onAnother: () => void
  readonly onBilled: (bill: BilledAnswer['data'], to: string) => void
}

function BillOf({ kind, patientId, onAnother, onBilled }: BillOfProps) {
  const takesFocus = useTakesFocus()
  const found = useQuery(patientsQuery(patientId))
  const seesHistory = usePermission('VIEW_PATIENT_CAREPLAN')
  const another = (
    <Button variant="default" onClick={onAnother} autoFocus={takesFocus}>
      Another patient
    </Button>
  )
  if (found.isPending) return <Skeleton height={120} aria-label="Loading the patient" />
  // By an address that somebody wrote, a name may find several: this is about the one who is meant.
  const patient = found.data?.data.find(
    ({ id, chf_id: chfId }) => id === patientId || chfId === patientId.toUpperCase(),
  )
  // What was read before stays when it could not be read again: the bill in work stands on it.
  if (patient === undefined)
    return (
      <Panel title="Patient" aside={another}>
        {found.isError ? (
          <ErrorState error={found.error} onRetry={() => found.refetch()} />
        ) : (
          <EmptyState title="Patient not found" hint="You can find active patients of your own hospital only." />
        )}
      </Panel>
    )
  return (
    <>
      <Panel title={fullName(patient)} aside={another}>
        <Facts
          items={[
            {
              name: 'CHF ID',
              value: (
                <>
                  {patient.chf_id}
                  {seesHistory && (
                    <>
                      {', '}
                      <Link className={styles['link']} to={`/patients/${patient.id}/history`}>
                        past bills
                      </Link>
                    </>
                  )}
                  {', '}
                  <Link className={styles['link']} to={`/patients/${patient.chf_id}/comments`}>
                    comments
                  </Link>
                </>
              ),
            },
            { name: 'Hospital', value: patient.coe_name },
            { name: 'Wallet balance', value: <Money naira={patient.wallet_balance} /> },
          ]}
        />
      </Panel>
      <BillForm
        kind={kind}
        patient={patient}
        onBilled={(bill) => onBilled(bill, fullName(patient))}
        onLeave={onAnother}
      />
    </>
  )
}
