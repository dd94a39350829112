import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isBlank } from '#domain/kernel/blank.ts'
import { parseNaira } from '#domain/kernel/money.ts'
import type { PatientFundsView } from '#api/money/contracts/funding.ts'
import { PatientFundBody } from '#api/money/contracts/funding-bodies.ts'
import { ApiError } from '#web/shell/api-error.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { LongTextField, TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { Money, nairaText } from '#web/ui/money.tsx'
import { Facts } from '#web/ui/screen.tsx'
import { AskedForm } from './asked-form.tsx'
import { isAbove } from './is-above.ts'
import { fundPatient, patientFundsQuery } from './funds-api.ts'

/** Money from the hospital's allocation into a patient's wallet: find the patient, then how much and, above the cap, why. */
export function FundPatientDialog({ onClose }: { onClose: () => void }) {
  const [wanted, setWanted] = useState('')
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const found = useQuery({ ...patientFundsQuery(wanted), enabled: wanted !== '' })
  // Somebody found before is not funded under another id that is typed now.
  const patient = wanted === typed.trim() ? found.data?.data : undefined
  const command = useCommand({
    run: fundPatient,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'patient-fund',
  })
  const form = useFormState({
    initial: { amount: '', reason: '' },
    schema: PatientFundBody,
    onSubmit: () => {
      if (patient === undefined) return
      if (isAbove(form.values.amount, patient.fund_allocation))
        form.show({ amount: `Above the hospital's allocation balance of NGN ${nairaText(patient.fund_allocation)}` })
      else if (needsReason(patient, form.values)) form.show({ reason: reasonText(patient) })
      else setAsked(true)
    },
  })
  const { amount, reason } = form.values
  const find = () => {
    setWanted(isBlank(typed) ? '' : typed.trim())
    setMissing(isBlank(typed))
  }
  const askNoMore = () => {
    command.leave()
    setAsked(false)
  }
  if (isAsked && patient !== undefined)
    return (
      <ConfirmCommand
        title="Fund a patient"
        verb="Fund patient"
        onConfirm={() => command.submit({ patientId: patient.patient_id, amount, reason: reason.trim() })}
        command={command}
        onClose={onClose}
        onBack={askNoMore}
      >
        Move <Money naira={amount} /> from the allocation of {patient.coe_name} to the wallet of {patient.name} (
        {patient.chf_id})?
      </ConfirmCommand>
    )
  const failure = found.error instanceof ApiError ? found.error.message : undefined
  // Before there is a patient to fund, 'Continue' looks for one.
  const findFirst = (event: FormEvent) => {
    event.preventDefault()
    find()
  }
  const formProps = patient === undefined ? { ...form.formProps, onSubmit: findFirst } : form.formProps
  return (
    <AskedForm title="Fund a patient" formProps={formProps} form={form} onClose={onClose}>
      <Group align="flex-start" wrap="nowrap">
        <TextField
          label="Patient CHF ID"
          value={typed}
          onChange={setTyped}
          required
          data-autofocus
          flex={1}
          error={isMissing ? 'A patient is required' : wanted !== '' && found.isError ? failure : undefined}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            find()
          }}
        />
        <Button variant="default" mt={24} onClick={find} loading={found.isFetching}>
          Find
        </Button>
      </Group>
      {patient !== undefined && (
        <>
          <Facts
            items={[
              { name: 'Patient', value: `${patient.name} (${patient.chf_id})` },
              { name: 'Hospital', value: patient.coe_name },
              { name: "Left of the hospital's allocation", value: <Money naira={patient.fund_allocation} /> },
              { name: 'In the wallet', value: <Money naira={patient.wallet_balance} /> },
            ]}
          />
          <MoneyField {...form.field('amount')} label="Amount" required />
          <LongTextField
            {...form.field('reason')}
            label="Reason"
            description={`Needed above NGN ${nairaText(patient.funding_cap)}`}
          />
        </>
      )}
    </AskedForm>
  )
}

const reasonText = ({ funding_cap: cap }: PatientFundsView) =>
  `An amount above the funding cap of NGN ${nairaText(cap)} needs a reason`

function needsReason({ funding_cap: cap }: PatientFundsView, values: { amount: string; reason: string }): boolean {
  return isBlank(values.reason) && (parseNaira(values.amount) ?? 0) > (parseNaira(cap) ?? 0)
}
