import { CoeBankBody } from '#api/catalogue/contracts/coe-body.ts'
import type { CoeDetail } from '#api/catalogue/contracts/coe.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { answerBank, changeStatus, giveBank } from './coes-api.ts'

type ActProps = { readonly coe: CoeDetail; readonly onClose: () => void }

const said = { success: ({ message }: { readonly message: string }) => message, quiet: true }

/** Deactivates a hospital for a reason, or activates it again. */
export function ChangeCoeStatus({ coe: { id, coe_name: name, status }, onClose }: ActProps) {
  const closes = status === 'active'
  const command = useCommand({ ...said, run: changeStatus, onDone: onClose, keptAs: 'coe-status' })
  const verb = closes ? 'Deactivate' : 'Activate'
  return (
    <ConfirmCommand
      title={`${verb} hospital`}
      verb={verb}
      isDangerous={closes}
      {...(closes ? { reasonLabel: 'Why' } : {})}
      onConfirm={(reason) => command.submit({ id, ...(closes ? { reason } : {}) })}
      command={command}
      onClose={onClose}
    >
      {closes
        ? `Deactivate ${name}? It can no longer bill patients or receive money. Its existing bills are still paid.`
        : `Activate ${name}? It can bill its patients again.`}
    </ConfirmCommand>
  )
}

/** New bank details, which a second person confirms. */
export function GiveBank({ coe, onClose }: ActProps) {
  const command = useCommand({ ...said, run: giveBank, onDone: onClose, keptAs: 'coe-bank' })
  const form = useFormState({
    initial: {
      bank_name: coe.bank_name ?? '',
      bank_account_name: coe.bank_account_name ?? coe.coe_name,
      bank_account_number: '',
      bank_sort_code: '',
    },
    schema: CoeBankBody,
    onSubmit: (body) => command.submit({ ...body, id: coe.id }),
  })
  return (
    <FormDialog title="New bank details" verb="Ask for confirmation" form={form} command={command} onClose={onClose}>
      <TextField {...form.field('bank_name')} label="Bank" required data-autofocus autoComplete="off" />
      <TextField {...form.field('bank_account_name')} label="Account name" required autoComplete="off" />
      <TextField
        {...form.field('bank_account_number')}
        label="Account number"
        description="10 digits"
        required
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        {...form.field('bank_sort_code')}
        label="Sort code"
        description="9 digits"
        required
        inputMode="numeric"
        autoComplete="off"
      />
    </FormDialog>
  )
}

const ANSWERS = {
  confirm: { verb: 'Confirm', asks: 'Confirm that', ends: 'Future payments go to this account.' },
  decline: { verb: 'Decline', asks: 'Decline that', ends: 'Payments still go to the current account.' },
  withdraw: { verb: 'Withdraw', asks: 'Withdraw that', ends: 'Payments still go to the current account.' },
} as const
export type BankAnswer = keyof typeof ANSWERS

/** Confirms or declines bank details that another gave, or withdraws one's own. */
export function AnswerBank({ coe, to, onClose }: ActProps & { readonly to: BankAnswer }) {
  const command = useCommand({ ...said, run: answerBank, onDone: onClose, keptAs: 'coe-bank-answer' })
  const { id, coe_name: name, bank_proposal: proposal } = coe
  const { verb, asks, ends } = ANSWERS[to]
  if (proposal === null) return null
  return (
    <ConfirmCommand
      title={`${verb} bank details`}
      verb={verb}
      isDangerous={to !== 'confirm'}
      {...(to === 'decline' ? { reasonLabel: 'Why' } : {})}
      onConfirm={(reason) => command.submit({ id, to, proposal: proposal.id, ...(to === 'decline' ? { reason } : {}) })}
      command={command}
      onClose={onClose}
    >
      {asks} {name} is paid at {proposal.bank_name}, account {proposal.bank_account_number} (
      {proposal.bank_account_name}), sort code {proposal.bank_sort_code}? {ends}
    </ConfirmCommand>
  )
}
