import { Alert, Button, Stack } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { EnrolmentForm } from '#api/people/contracts/enrolment.ts'
import { today } from '#web/ui/dates.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DateField } from '#web/ui/form/date-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { coesQuery } from '#web/features/catalogue/hospitals.ts'
import { AccountCard } from '#web/features/people/account/account-card.tsx'
import { PasswordFields } from '#web/features/people/account/password-fields.tsx'
import { documentsQuery } from './enrol-api.ts'
import { currentDraft, keepDraft } from './enrolment-draft.ts'

const WAYS = [
  { to: '/enrol', label: 'Back' },
  { to: '/login', label: 'I have an account' },
]

/** The form of an enrolment (spec, S007); what CAP knows is filled in, and may be changed. */
export default function ApplicationScreen() {
  const navigate = useNavigate()
  const draft = currentDraft()
  const { cap } = draft
  const hospitals = useQuery(coesQuery)
  const documents = useQuery(documentsQuery)
  const form = useFormState({
    initial: draft.values,
    schema: EnrolmentForm,
    onSubmit: (values) => {
      keepDraft({ values, cap })
      void navigate('/enrol/reviewApplication')
    },
  })
  const { values, set } = form
  const active = (hospitals.data?.data ?? []).filter(({ status }) => status === 'active')
  const ofCap = active.find(({ coe_id_cap: capId }) => capId === cap?.hospitalId)?.id
  useEffect(() => {
    if (ofCap !== undefined && values.coe_id === '') set('coe_id', ofCap)
    // Once, when the hospitals are here: it may be chosen otherwise.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ofCap])
  // What was typed outlives a reload, whichever way the page is left.
  useEffect(() => keepDraft({ values, cap }), [values, cap])
  const failed = [hospitals, documents].find(({ isError }) => isError)
  if (failed !== undefined)
    return (
      <AccountCard title="Your details" intro="The form could not be loaded." ways={WAYS}>
        <ErrorState error={failed.error} onRetry={() => failed.refetch()} />
      </AccountCard>
    )
  return (
    <AccountCard title="Your details" intro="Step 1 of 2. Write your details exactly as on your ID." ways={WAYS}>
      <form {...form.formProps}>
        <Stack>
          {cap !== undefined && (
            <Alert color="green" variant="outline" role="status" icon={<IconCircleCheck aria-hidden />}>
              Filled in from your CAP account {cap.patientId}. Correct anything that is wrong.
            </Alert>
          )}
          <TextField {...form.field('first_name')} label="First name" size="md" required autoComplete="given-name" />
          <TextField {...form.field('last_name')} label="Last name" size="md" required autoComplete="family-name" />
          <DateField {...form.field('date_of_birth')} label="Date of birth" size="md" required max={today()} />
          <PhoneField {...form.field('phone_number')} size="md" type="tel" autoComplete="tel-national" />
          <TextField
            {...form.field('email')}
            label="Email"
            description="We will send a code to this address. You will sign in with it."
            size="md"
            required
            type="email"
            autoComplete="email"
          />
          <SelectField
            {...form.field('identification_id')}
            label="ID type"
            size="md"
            required
            options={(documents.data?.data ?? []).map((one) => ({ value: one.id, label: one.identification_type }))}
            allowDeselect={false}
          />
          <TextField
            {...form.field('identification_number')}
            label="ID number"
            size="md"
            required
            autoComplete="off"
            spellCheck={false}
          />
          <SelectField
            {...form.field('coe_id')}
            label="Hospital"
            description="The hospital where you are treated or want to be treated"
            size="md"
            required
            options={active.map(({ id, coe_name: name }) => ({ value: id, label: name }))}
            allowDeselect={false}
          />
          <PasswordFields field={form.field} label="Password" hint="At least 8 characters" />
          <Button type="submit" size="md" fullWidth>
            Continue to review
          </Button>
        </Stack>
      </form>
    </AccountCard>
  )
}
