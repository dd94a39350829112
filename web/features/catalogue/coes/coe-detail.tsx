import { Button, Group, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'react-router-dom'
import type { CoeAnswer, CoeDetail as Coe } from '#api/catalogue/contracts/coe.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { usePermission } from '#web/shell/session-queries.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { HistoryList } from '#web/ui/record/history-list.tsx'
import { RecordDetail } from '#web/ui/record/record-detail.tsx'
import { RecordHead } from '#web/ui/record/record-head.tsx'
import { Facts } from '#web/ui/screen.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { WhatNext } from '#web/ui/record/what-next.tsx'
import { WithReason } from '#web/ui/with-reason.tsx'
import { AnswerBank, type BankAnswer, ChangeCoeStatus, GiveBank } from './coe-acts.tsx'
import { CoeBank } from './coe-bank.tsx'
import { coeQuery } from './coes-api.ts'
import styles from './coes.module.css'
import { EditCoe } from './edit-coe.tsx'

type Answered = (typeof CoeAnswer)['_output']['data']

/** One hospital at its own URL: what it has, where it is paid, who works there, and who did what to it (spec, S093). */
export default function CoeDetail() {
  const { id = '' } = useParams()
  return (
    <RecordDetail title="Hospital" query={useQuery(coeQuery(id))}>
      {(coe) =>
        isWhole(coe) ? (
          <CoeRecord coe={coe} />
        ) : (
          <EmptyState title="You cannot see this" hint="You can see only the names of other hospitals." />
        )
      }
    </RecordDetail>
  )
}

/** Whoever opens the screen sees all of a hospital within their reach. */
const isWhole = (coe: Answered): coe is Answered & Coe => coe.history !== undefined

/** What becomes of a hospital that was just created. */
const NEXT = [
  'The first administrator chooses a password with the link in their mail, and signs in.',
  'Give the bank details of the hospital (tab Bank details). A second administrator confirms them.',
  'The first administrator creates the staff of the hospital.',
  'A fund administrator allocates money to it. Then its patients can be funded.',
]

function CoeRecord({ coe }: { coe: Answered & Coe }) {
  const [mayChange, mayAllocate, readsReports] = [
    usePermission('CREATE_COE'),
    usePermission('ALLOCATE_POOL'),
    usePermission('VIEW_CHF_REPORT'),
  ]
  const [asked, setAsked] = useState<'edit' | 'status' | 'bank' | BankAnswer>()
  const close = () => setAsked(undefined)
  // Notices lead to where the bank details are.
  const { hash } = useLocation()
  const isActive = coe.status === 'active'
  return (
    <>
      <RecordHead kind="Hospital" id={coe.coe_code} chip={<StatusChip status={coe.status} />} />
      <WhatNext steps={NEXT} />
      <Tabs key={hash} defaultValue={hash === '#bank' ? 'bank' : 'details'} keepMounted={false}>
        <Tabs.List aria-label="About the hospital">
          <Tabs.Tab value="details">Details</Tabs.Tab>
          <Tabs.Tab value="bank">Bank details</Tabs.Tab>
          {coe.staffs !== undefined && <Tabs.Tab value="staff">Staff</Tabs.Tab>}
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details" pt="md">
          <Facts
            items={[
              { name: 'Name', value: coe.coe_name },
              { name: 'Type', value: coe.coe_type },
              { name: 'State', value: coe.state.state },
              { name: 'Address', value: coe.coe_address },
              { name: "Hospital's CAP number", value: coe.coe_id_cap },
              { name: 'Created', value: <DateText value={coe.created_at} time /> },
              { name: 'Allocation balance', value: <Money naira={coe.fund_allocation} /> },
              { name: 'Wallet balance (billed, not yet paid)', value: <Money naira={coe.wallet.balance} /> },
              { name: 'Wallet utilization', value: coe.wallet_utilization },
              { name: 'Patients', value: coe.patients_count },
              { name: 'Billings', value: coe.billings_count },
            ]}
          />
          <Group mt="md">
            {mayChange && <Button onClick={() => setAsked('edit')}>Edit hospital</Button>}
            {readsReports && (
              <Button
                component={Link}
                to={`/superadmin/billings/${encodeURIComponent(coe.id)}`}
                variant={mayChange ? 'default' : 'filled'}
              >
                View billing history
              </Button>
            )}
            <TopUp coe={coe} mayAllocate={mayAllocate} />
            {mayChange && (
              <Button variant="default" onClick={() => setAsked('status')}>
                {isActive ? 'Deactivate' : 'Activate'}
              </Button>
            )}
          </Group>
        </Tabs.Panel>
        <Tabs.Panel value="bank" pt="md">
          <CoeBank coe={coe} onAct={mayChange ? setAsked : undefined} />
        </Tabs.Panel>
        <Tabs.Panel value="staff" pt="md">
          <Staff people={coe.staffs ?? []} />
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="md">
          <HistoryList entries={coe.history} />
        </Tabs.Panel>
      </Tabs>
      {asked === 'edit' && <EditCoe coe={coe} onClose={close} />}
      {asked === 'status' && <ChangeCoeStatus coe={coe} onClose={close} />}
      {asked === 'bank' && <GiveBank coe={coe} onClose={close} />}
      {(asked === 'confirm' || asked === 'decline' || asked === 'withdraw') && (
        <AnswerBank coe={coe} to={asked} onClose={close} />
      )}
    </>
  )
}

/** Where the pool is allocated: whoever may not sees why (spec, open-questions Q007). */
function TopUp({ coe, mayAllocate }: { coe: Coe; mayAllocate: boolean }) {
  const reason = !mayAllocate
    ? 'Only people who allocate the pool can top up this wallet'
    : coe.status === 'active'
      ? undefined
      : 'This hospital is deactivated and cannot receive money'
  if (reason !== undefined)
    return (
      <WithReason reason={reason}>
        <Button variant="default" disabled>
          Topup Wallet
        </Button>
      </WithReason>
    )
  return (
    <Button
      component={Link}
      to={`/fmoh/finance-and-accounting/funds?coe=${encodeURIComponent(coe.id)}`}
      variant="default"
    >
      Topup Wallet
    </Button>
  )
}

function Staff({ people }: { people: NonNullable<Answered['staffs']> }) {
  if (people.length === 0)
    return <EmptyState title="No COE Staff Record available" hint="This hospital has no staff yet." />
  return (
    <ul className={styles['staff'] ?? ''} aria-label="Staff">
      {people.map(({ id, first_name: first, last_name: last, roles }) => (
        <li key={id}>
          {first ?? '[masked]'} {last ?? ''}, {roles.map(({ role }) => roleName(role)).join(', ')}
        </li>
      ))}
    </ul>
  )
}
