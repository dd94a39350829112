import { useState } from 'react'
import { z } from 'zod'
import type { CoeFunds } from '#api/money/contracts/funding.ts'
import { AllocationBody } from '#api/money/contracts/funding-bodies.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { Money, nairaText } from '#web/ui/money.tsx'
import { AskedForm } from './asked-form.tsx'
import { isAbove } from './is-above.ts'
import { allocate } from './funds-api.ts'
import { type DayLimit, takesTwo, TakesTwo } from './takes-two.tsx'

type AllocateDialogProps = {
  readonly coes: readonly CoeFunds[]
  /** The pool's balance, naira. */
  readonly pool: string | null
  /** Above it (naira) a second person is needed. */
  readonly limit: DayLimit
  /** The hospital to begin with; '' to choose. */
  readonly coeId: string
  readonly onClose: () => void
}

const Allocation = AllocationBody.extend({ coeId: z.string().min(1, 'A hospital is required') })

/** Pool money for a hospital. */
export function AllocateDialog({ coes, pool, limit, coeId: first, onClose }: AllocateDialogProps) {
  const [isAsked, setAsked] = useState(false)
  const command = useCommand({
    run: allocate,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'allocation',
  })
  const form = useFormState({
    initial: { coeId: first, amount: '' },
    schema: Allocation,
    onSubmit: () => {
      if (isAbove(form.values.amount, pool)) form.show({ amount: "This is above the pool's balance" })
      else setAsked(true)
    },
  })
  const { coeId, amount } = form.values
  const coe = coes.find(({ id }) => id === coeId)
  const askNoMore = () => {
    command.leave()
    setAsked(false)
  }
  if (isAsked)
    return (
      <ConfirmCommand
        title="Allocate to a hospital"
        verb={takesTwo(amount, limit) ? 'Propose allocation' : 'Allocate'}
        onConfirm={() => command.submit({ coeId, amount })}
        command={command}
        onClose={onClose}
        onBack={askNoMore}
      >
        Allocate <Money naira={amount} /> from the pool to {coe?.coe_name}?
        <TakesTwo amount={amount} limit={limit} />
      </ConfirmCommand>
    )
  return (
    <AskedForm title="Allocate to a hospital" formProps={form.formProps} form={form} onClose={onClose}>
      <SelectField
        {...form.field('coeId')}
        label="Hospital"
        options={coes.map(({ id, coe_name: label }) => ({ value: id, label }))}
        required
      />
      <MoneyField
        {...form.field('amount')}
        label="Amount"
        description={`The pool holds NGN ${nairaText(pool)}`}
        required
      />
    </AskedForm>
  )
}
