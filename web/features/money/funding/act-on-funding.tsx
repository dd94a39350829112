import type { FundingDetail } from '#api/money/contracts/funding.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import { Money } from '#web/ui/money.tsx'
import { actOnFunding, type FundingAct } from './funds-api.ts'

const ACTS = {
  confirm: { verb: 'Confirm', ends: 'The money moves at once.' },
  decline: { verb: 'Decline', ends: 'No money moves, and it can no longer be confirmed.' },
  withdraw: { verb: 'Withdraw', ends: 'No money moves, and it can no longer be confirmed.' },
} as const

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
  const what = kind === 'allocation' ? 'allocation' : 'credit'
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
      {verb} the {what} of <Money naira={amount} />{' '}
      {kind === 'allocation' ? `from the pool to ${hospital ?? ''}` : `from ${benefactor ?? ''} to the pool`}, proposed
      by {by}? {ends}
    </ConfirmCommand>
  )
}
