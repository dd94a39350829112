import { Alert, Button, Stack } from '@mantine/core'
import { type FormEvent, type RefCallback, useState } from 'react'
import { DialogEnd } from '#web/ui/dialog-end.tsx'
import type { ServiceDetail } from '#api/catalogue/contracts/service.ts'
import { usePermission } from '#web/shell/session-queries.ts'
import type { ApiError } from '#web/shell/api-error.ts'
import { today } from '#web/ui/dates.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { serverErrors } from '#web/ui/form/form-errors.ts'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'

/** The choice that is no hospital: whoever has no price of their own. */
const OTHERS = 'others'
/** What a planned price is of: a hospital by its name, or all that have none of their own. */
export const nameOfPriced = (coe: { readonly coe_name: string } | null) =>
  coe?.coe_name ?? 'hospitals without an own price'

/** `whose` is a hospital's id, or that it is nobody's own; `from` is yyyy-mm-dd, '' for now on. */
export type PriceTyped = { readonly whose: string; readonly price: string; readonly from: string }

/** A price to be set; without a hospital it is the service's own, without a day it holds from now on. */
export type PriceToSet = {
  readonly coeId: string | undefined
  readonly from: string | undefined
  readonly price: string
  readonly isNew: boolean
}

type PriceFormProps = {
  readonly service: Pick<ServiceDetail, 'coes'>
  readonly hospitals: readonly { readonly id: string; readonly coe_name: string }[]
  readonly typed: PriceTyped
  readonly onType: (typed: PriceTyped) => void
  readonly command: { readonly isRunning: boolean; readonly error: ApiError | undefined }
  /** Of whatever was done last in the dialog. */
  readonly error: ApiError | undefined
  readonly isBusy: boolean
  readonly onSubmit: (price: PriceToSet) => void
  readonly onClose: () => void
  readonly formRef: RefCallback<HTMLFormElement>
}

/** One price: a hospital's own from now on, or one that begins on a day to come. */
export function PriceForm({
  service,
  hospitals,
  typed,
  onType,
  command,
  error,
  isBusy,
  onSubmit,
  onClose,
  formRef,
}: PriceFormProps) {
  const [mayEdit, mayPrice] = [usePermission('EDIT_SERVICE'), usePermission('ATTACH_COE_SERVICE')]
  const [isAsked, setAsked] = useState(false)
  const { whose, price, from } = typed
  const isOfOthers = whose === OTHERS
  const isNew = service.coes.every(({ id }) => id !== whose)
  // What the service costs today is one of its facts, which are edited together.
  const lacksDay = isOfOthers && from === ''
  const type = (patch: Partial<PriceTyped>) => {
    setAsked(false)
    onType({ ...typed, ...patch })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (whose === '' || price === '' || lacksDay || isBusy) return
    setAsked(false)
    onSubmit({ coeId: isOfOthers ? undefined : whose, from: from === '' ? undefined : from, price, isNew })
  }
  const wrong = serverErrors(command.error)
  const isAtField = ['price', 'from'].some((name) => wrong[name] !== undefined)
  return (
    <form ref={formRef} onSubmit={submit} noValidate aria-label="A price">
      <Stack>
        <SelectField
          label="Hospital"
          placeholder="Choose a hospital"
          data-autofocus
          options={[
            ...(mayEdit ? [{ value: OTHERS, label: 'All hospitals without an own price' }] : []),
            ...(mayPrice ? hospitals.map(({ id, coe_name: label }) => ({ value: id, label })) : []),
          ]}
          value={whose}
          onChange={(value) => type({ whose: value })}
          error={isAsked && whose === '' ? 'Select a hospital' : undefined}
        />
        <MoneyField
          label="Price"
          value={price}
          onChange={(value) => type({ price: value })}
          error={isAsked && price === '' ? 'A price is required' : wrong['price']}
        />
        <DateField
          label="From"
          description="First day of this price. Leave it empty to start now."
          value={from}
          onChange={(day) => type({ from: day })}
          min={tomorrow()}
          error={isAsked && lacksDay ? "Enter the first day. To change today's price, use Edit." : wrong['from']}
        />
        {error && !isAtField && (
          <Alert color="red" variant="outline" role="alert">
            {error.message}
          </Alert>
        )}
        <DialogEnd>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Close
          </Button>
          <Button type="submit" loading={command.isRunning} disabled={isBusy && !command.isRunning}>
            {verbOf(typed, isNew)}
          </Button>
        </DialogEnd>
      </Stack>
    </form>
  )
}

function verbOf({ whose, from }: PriceTyped, isNew: boolean): string {
  if (from !== '' || whose === OTHERS) return 'Plan price'
  return isNew ? 'Attach hospital' : 'Save price'
}

const DAY_MS = 86_400_000
const tomorrow = () => today(new Date(Date.now() + DAY_MS))
