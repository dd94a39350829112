import type { FundingDetail } from '#api/money/contracts/funding.ts'
import { fundingAbout } from '#web/shell/funding-notices.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import { Money } from '#web/ui/money.tsx'
import { actOnFunding, type FundingAct } from './funds-api.ts'

const ACTS = {
  confirm: { verb: 'Confirm', ends: 'The money moves at once.' },
  decline: { verb: 'Decline', ends: 'No money moves, and it can no longer be confirmed.' },
  withdraw: { verb: 'Withdraw', ends: 'No money moves, and it can no longer be confirmed.' },
} as const

const KINDS = { 'pool credit': 'credit', allocation: 'allocation', 'patient funding': 'money for a patient' } as const

type ActProps = { readonly funding: FundingDetail; readonly act: FundingAct; readonly onClose: () => void }

/** Confirms or declines what another proposed, or withdraws one's own; the two last with the reason. */
export function ActOnFunding({ funding, act, onClose }: ActProps) {
  const command = useCommand({
    run: actOnFunding,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'funding-act',
  })
  const { id, kind, amount, benefactor, coe_name: hospital, by } = funding
  const { verb, ends } = ACTS[act]
  const isConfirmed = act === 'confirm'
  const what = KINDS[kind]
  return (
    <ConfirmCommand
      title={`${verb} ${what}`}
      verb={verb}
      isDangerous={!isConfirmed}
      {...(isConfirmed ? {} : { reasonLabel: 'Why' })}
      onConfirm={(reason) => command.submit({ act, funding_id: id, ...(isConfirmed ? {} : { reason }) })}
      command={command}
      onClose={onClose}
    >
      {verb} the {what} of <Money naira={amount} /> {fundingAbout({ what: kind, benefactor, hospital })}, proposed by{' '}
      {by}? {ends}
    </ConfirmCommand>
  )
}
