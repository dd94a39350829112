import { useState } from 'react'
import { PoolCreditBody } from '#api/money/contracts/funding-bodies.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { Money } from '#web/ui/money.tsx'
import { AskedForm } from './asked-form.tsx'
import { creditPool } from './funds-api.ts'
import { type DayLimit, takesTwo, TakesTwo } from './takes-two.tsx'

/** Money given to the pool: who gives, how much (spec, back-office 5: Pool credit). */
export function CreditPoolDialog({ limit, onClose }: { limit: DayLimit; onClose: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const command = useCommand({
    run: creditPool,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'pool-credit',
  })
  const form = useFormState({
    initial: { benefactor: '', credit: '' },
    schema: PoolCreditBody,
    onSubmit: () => setAsked(true),
  })
  const { benefactor, credit } = form.values
  const askNoMore = () => {
    command.leave()
    setAsked(false)
  }
  if (isAsked)
    return (
      <ConfirmCommand
        title="Credit the pool"
        verb={takesTwo(credit, limit) ? 'Propose credit' : 'Credit pool'}
        onConfirm={() => command.submit({ benefactor: benefactor.trim(), credit })}
        command={command}
        onClose={onClose}
        onBack={askNoMore}
      >
        Credit <Money naira={credit} /> from {benefactor.trim()} to the pool?
        <TakesTwo amount={credit} limit={limit} />
      </ConfirmCommand>
    )
  return (
    <AskedForm title="Credit the pool" formProps={form.formProps} form={form} onClose={onClose}>
      <TextField
        {...form.field('benefactor')}
        label="Benefactor"
        description="Name of the benefactor"
        required
        data-autofocus
      />
      <MoneyField {...form.field('credit')} label="Amount" description="NGN 1.00 or more" required />
    </AskedForm>
  )
}
