import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { FUNDING_FIELDS } from '#api/money/contracts/fields.ts'
import type { FundingDetail as Funding } from '#api/money/contracts/funding.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Money } from '#web/ui/money.tsx'
import { HistoryList } from '#web/ui/record/history-list.tsx'
import { RecordDetail } from '#web/ui/record/record-detail.tsx'
import { RecordHead } from '#web/ui/record/record-head.tsx'
import { Facts, Panel } from '#web/ui/screen.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { WithReason } from '#web/ui/with-reason.tsx'
import { ActOnFunding } from './act-on-funding.tsx'
import { type FundingAct, fundingQuery } from './funds-api.ts'

/** One movement of funds at its own URL: who asked, who was the second person, and what can be done while it waits for one. */
export default function FundingDetail() {
  const { id = '' } = useParams()
  return (
    <RecordDetail title="Movement of funds" query={useQuery(fundingQuery(id))}>
      {(funding) => <FundingRecord funding={funding} />}
    </RecordDetail>
  )
}

const WORDS = { confirm: 'Confirm', decline: 'Decline', withdraw: 'Withdraw' } as const

function FundingRecord({ funding }: { funding: Funding }) {
  const [asked, setAsked] = useState<FundingAct>()
  const { id, kind, status, amount, acts, is_own: isOwn, history } = funding
  // Who proposed it withdraws it, and nobody else is shown that.
  const offered = acts.filter(({ act }) => act !== 'withdraw' || isOwn)
  return (
    <>
      <RecordHead
        kind={FUNDING_FIELDS.kind.words[kind]}
        id={id}
        chip={<StatusChip status={status} />}
        amount={<Money naira={amount} />}
        actions={offered.map(({ act, refused }) => (
          <WithReason key={act} reason={refused ?? undefined}>
            <Button
              variant={act === 'confirm' ? 'filled' : 'default'}
              disabled={refused !== null}
              onClick={() => setAsked(act)}
            >
              {WORDS[act]}
            </Button>
          </WithReason>
        ))}
      />
      {status === 'proposed' && <p>A second person must confirm it before any money moves.</p>}
      <Facts items={factsOf(funding)} />
      <Panel title="History">
        <HistoryList entries={history} />
      </Panel>
      {asked !== undefined && <ActOnFunding funding={funding} act={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

const DECIDED: Readonly<Record<string, string>> = { declined: 'Declined by', withdrawn: 'Withdrawn by' }

function factsOf({ at, status, benefactor, coe_name, chf_id, by, second_person, decided_at }: Funding) {
  const second = status === 'withdrawn' ? by : second_person
  return [
    ...(benefactor === null ? [] : [{ name: 'Benefactor', value: benefactor }]),
    ...(coe_name === null ? [] : [{ name: 'Hospital', value: coe_name }]),
    ...(chf_id === null ? [] : [{ name: 'Patient CHF ID', value: chf_id }]),
    { name: decided_at !== null || status === 'proposed' ? 'Proposed by' : 'By', value: by },
    { name: 'Date', value: <DateText value={at} time /> },
    ...(second === null || decided_at === null
      ? []
      : [
          { name: DECIDED[status] ?? 'Confirmed by', value: second },
          { name: 'Decided', value: <DateText value={decided_at} time /> },
        ]),
  ]
}
