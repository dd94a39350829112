import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { SettingProposal } from '#api/people/contracts/setting.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { Facts, Panel } from '#web/ui/screen.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { WithReason } from '#web/ui/with-reason.tsx'
import { answerLimit } from './settings-api.ts'

type LimitProposalProps = {
  /** The amount that holds (naira, as people write it). */
  readonly value: string
  readonly proposal: SettingProposal
}

const ANSWERS = {
  confirm: { verb: 'Confirm', ends: 'It applies to new requests.' },
  decline: { verb: 'Decline', ends: 'The current amount still applies.' },
  withdraw: { verb: 'Withdraw', ends: 'The current amount still applies.' },
} as const

/** The limit that waits for a second person, beside the one that holds, and what the reader may do with it. */
export function LimitProposal({ value, proposal }: LimitProposalProps) {
  const [asked, setAsked] = useState<keyof typeof ANSWERS>()
  const reason = proposal.is_own ? 'You proposed this. Another administrator must confirm or decline it.' : undefined
  return (
    <Panel title="A second person must confirm the new amount" aside={<StatusChip status="pending" />}>
      <Facts
        items={[
          { name: 'Current amount', value: `NGN ${value}` },
          { name: 'New amount', value: `NGN ${proposal.value}` },
          { name: 'Reason', value: proposal.reason },
          { name: 'Proposed by', value: proposal.proposed_by },
          { name: 'Proposed at', value: <DateText value={proposal.proposed_at} time /> },
        ]}
      />
      <Group mt="md">
        <WithReason reason={reason}>
          <Button disabled={proposal.is_own} onClick={() => setAsked('confirm')}>
            Confirm
          </Button>
        </WithReason>
        <WithReason reason={reason}>
          <Button variant="default" disabled={proposal.is_own} onClick={() => setAsked('decline')}>
            Decline
          </Button>
        </WithReason>
        {proposal.is_own && (
          <Button variant="default" onClick={() => setAsked('withdraw')}>
            Withdraw
          </Button>
        )}
      </Group>
      {asked && <Answer value={value} proposal={proposal} to={asked} onClose={() => setAsked(undefined)} />}
    </Panel>
  )
}

type AnswerProps = LimitProposalProps & { readonly to: keyof typeof ANSWERS; readonly onClose: () => void }

function Answer({ value, proposal, to, onClose }: AnswerProps) {
  const command = useCommand({
    ...{ run: answerLimit, onDone: onClose, quiet: true, keptAs: 'limit-answer' },
    success: ({ message }) => message,
  })
  const { verb, ends } = ANSWERS[to]
  return (
    <ConfirmCommand
      title={`${verb} the new amount`}
      verb={verb}
      isDangerous={to !== 'confirm'}
      {...(to === 'decline' ? { reasonLabel: 'Why' } : {})}
      onConfirm={(reason) => command.submit({ to, proposal: proposal.id, ...(to === 'decline' ? { reason } : {}) })}
      command={command}
      onClose={onClose}
    >
      {verb} the change from NGN {value} to NGN {proposal.value}? {ends}
    </ConfirmCommand>
  )
}
