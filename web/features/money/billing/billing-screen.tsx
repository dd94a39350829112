import { Alert, Button, Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCheck, IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import type { BilledAnswer } from '#api/money/contracts/billing.ts'
import { usePermission } from '#web/shell/session-queries.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Facts, Panel, Screen } from '#web/ui/screen.tsx'
import type { BillKind } from './bill-draft.ts'
import { BillForm } from './bill-form.tsx'
import { patientsQuery } from './billing-api.ts'
import { fullName, PatientSearch } from './patient-search.tsx'
import styles from './billing.module.css'

/** Billing at the hospital (spec, S046): services or drugs, against the patient's wallet. */
export default function BillingScreen() {
  const [params, setParams] = useSearchParams()
  const kinds = useBillKinds()
  const [billed, setBilled] = useState<BilledAnswer['data']>()
  const wanted: BillKind = params.get('tab') === 'drugs' ? 'drug' : 'service'
  const kind = kinds.includes(wanted) ? wanted : kinds[0]
  if (kind === undefined) return <Navigate to="/dashboard" replace />
  const patientId = params.get('patient') ?? ''
  const set = (name: string, value: string) => {
    setBilled(undefined)
    setParams((old) => {
      const next = new URLSearchParams(old)
      if (value === '') next.delete(name)
      else next.set(name, value)
      return next
    })
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
      <Tabs value={kind} onChange={(value) => set('tab', value === 'drug' ? 'drugs' : '')} keepMounted={false}>
        <Tabs.List aria-label="What is billed">
          {kinds.includes('service') && <Tabs.Tab value="service">Service Billing</Tabs.Tab>}
          {kinds.includes('drug') && <Tabs.Tab value="drug">Drugs Billing</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value={kind} className={styles['tab'] ?? ''}>
          {billed && (
            <Alert
              ref={focusOn}
              tabIndex={-1}
              color="green"
              variant="outline"
              role="status"
              icon={<IconCheck aria-hidden />}
            >
              {billed.transaction_id} has been billed: <Money naira={billed.total} />.{' '}
              <Link className={styles['link']} to={`/coestaff/billings/${billed.id}`}>
                See the transaction
              </Link>
            </Alert>
          )}
          {patientId === '' ? (
            <Panel title="Whom to bill">
              <PatientSearch onSelect={(id) => set('patient', id)} />
            </Panel>
          ) : (
            <BillOf
              key={`${kind}:${patientId}`}
              kind={kind}
              patientId={patientId}
              onAnother={() => set('patient', '')}
              onBilled={setBilled}
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}

/** What was done comes into sight; the button that asked for it cannot be returned to. */
const focusOn = (alert: HTMLElement | null) => alert?.focus()

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
  readonly onBilled: (bill: BilledAnswer['data']) => void
}

function BillOf({ kind, patientId, onAnother, onBilled }: BillOfProps) {
  const found = useQuery(patientsQuery(patientId))
  const seesHistory = usePermission('VIEW_PATIENT_CAREPLAN')
  const another = (
    <Button variant="default" onClick={onAnother} autoFocus>
      Another patient
    </Button>
  )
  if (found.isPending) return <Skeleton height={120} aria-label="Loading the patient" />
  const patient = found.data?.data[0]
  // What was read before stays when it could not be read again: the bill in work stands on it.
  if (patient === undefined)
    return (
      <Panel title="Patient" aside={another}>
        <ErrorState error={found.error} onRetry={() => found.refetch()} />
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
                </>
              ),
            },
            { name: 'Hospital', value: patient.coe_name },
            { name: 'Wallet balance', value: <Money naira={patient.wallet_balance} /> },
          ]}
        />
      </Panel>
      <BillForm kind={kind} patient={patient} onBilled={onBilled} />
    </>
  )
}
