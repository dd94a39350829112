import { Button, Group, Stack } from '@mantine/core'
import type { CoeDetail } from '#api/catalogue/contracts/coe.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Facts, Panel } from '#web/ui/screen.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { WithReason } from '#web/ui/with-reason.tsx'
import type { BankAnswer } from './coe-acts.tsx'

type BankProps = {
  readonly coe: CoeDetail
  /** None of who may not change it. */
  readonly onAct: ((act: 'bank' | BankAnswer) => void) | undefined
}

/** Where a hospital is paid, and what waits for a second person. */
export function CoeBank({ coe, onAct }: BankProps) {
  const { bank_name: name, bank_proposal: proposal } = coe
  return (
    <Stack>
      {name === undefined ? (
        <EmptyState title="No bank details" hint="No bank details are confirmed for this hospital yet." />
      ) : (
        <Facts
          items={[
            { name: 'Bank', value: name },
            { name: 'Account name', value: coe.bank_account_name },
            { name: 'Account number', value: coe.bank_account_number },
            { name: 'Sort code', value: coe.bank_sort_code },
            { name: 'Confirmed by', value: coe.bank_confirmed_by },
            { name: 'Confirmed at', value: <DateText value={coe.bank_confirmed_at} time /> },
          ]}
        />
      )}
      {proposal !== null && (
        <Panel title="A second person must confirm the new bank details" aside={<StatusChip status="pending" />}>
          <Facts
            items={[
              { name: 'Bank', value: proposal.bank_name },
              { name: 'Account name', value: proposal.bank_account_name },
              { name: 'Account number', value: proposal.bank_account_number },
              { name: 'Sort code', value: proposal.bank_sort_code },
              { name: 'Entered by', value: proposal.proposed_by },
              { name: 'Entered at', value: <DateText value={proposal.proposed_at} time /> },
            ]}
          />
          {onAct && <Answers isOwn={proposal.is_own} onAct={onAct} />}
        </Panel>
      )}
      {onAct && proposal === null && (
        <Group>
          <Button onClick={() => onAct('bank')}>Change bank details</Button>
        </Group>
      )}
    </Stack>
  )
}

function Answers({ isOwn, onAct }: { isOwn: boolean; onAct: (act: BankAnswer) => void }) {
  const reason = isOwn ? 'You entered these. Another administrator must confirm or decline them.' : undefined
  return (
    <Group mt="md">
      <WithReason reason={reason}>
        <Button disabled={isOwn} onClick={() => onAct('confirm')}>
          Confirm
        </Button>
      </WithReason>
      <WithReason reason={reason}>
        <Button variant="default" disabled={isOwn} onClick={() => onAct('decline')}>
          Decline
        </Button>
      </WithReason>
      {isOwn && (
        <Button variant="default" onClick={() => onAct('withdraw')}>
          Withdraw
        </Button>
      )}
    </Group>
  )
}
