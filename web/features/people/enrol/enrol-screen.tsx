import { Alert, Button, Group, Radio, Stack } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CapForm } from '#api/people/contracts/enrolment.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { today } from '#web/ui/dates.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useRefusedFields } from '#web/ui/form/use-refused-fields.ts'
import { AccountCard, Refused } from '#web/features/people/account/account-card.tsx'
import { findOnCap } from './enrol-api.ts'
import { currentDraft, draftOf, keepDraft } from './enrolment-draft.ts'

const FORM = '/enrol/application'

/** Asks whether the patient is on the CAP programme (spec, S006). */
export default function EnrolScreen() {
  const navigate = useNavigate()
  const [isOnCap, setOnCap] = useState('')
  const goOn = () => {
    const { values } = currentDraft()
    keepDraft({ values })
    void navigate(FORM)
  }
  return (
    <AccountCard
      title="Enrol"
      intro="Enrol with the fund as a patient. It takes a few minutes. Have your ID document ready."
    >
      <Stack>
        <Radio.Group label="Are you on the CAP programme?" size="md" value={isOnCap} onChange={setOnCap}>
          <Group mt="xs" gap="xl">
            <Radio value="yes" label="Yes" size="md" />
            <Radio value="no" label="No" size="md" />
          </Group>
        </Radio.Group>
        {isOnCap === 'yes' && <CapFields onWithout={goOn} />}
        {isOnCap === 'no' && (
          <Button size="md" fullWidth onClick={goOn}>
            Continue
          </Button>
        )}
      </Stack>
    </AccountCard>
  )
}

/** Looks somebody up on CAP; where that does not answer, one goes on without it. */
function CapFields({ onWithout }: { readonly onWithout: () => void }) {
  const navigate = useNavigate()
  const command = useCommand({
    run: findOnCap,
    quiet: true,
    savesNothing: true,
    onDone: (cap) => {
      keepDraft(draftOf(cap))
      void navigate(FORM)
    },
  })
  const form = useFormState({ initial: { id: '', date_of_birth: '' }, schema: CapForm, onSubmit: command.submit })
  const { error } = command
  useRefusedFields(form, error)
  return (
    <form {...form.formProps}>
      <Stack>
        {error?.isUncertain === true ? (
          <Alert color="yellow" variant="outline" role="alert" icon={<IconPlugConnectedX aria-hidden />}>
            {error.message}
          </Alert>
        ) : (
          <Refused error={error} />
        )}
        <TextField
          {...form.field('id')}
          label="CAP patient ID, phone number or email"
          size="md"
          autoComplete="off"
          required
        />
        <DateField
          {...form.field('date_of_birth')}
          label="Date of birth"
          description="We use this to check that the CAP account is yours"
          size="md"
          max={today()}
          required
        />
        <Button type="submit" size="md" loading={command.isRunning} fullWidth>
          Verify
        </Button>
        {error !== undefined && (
          <Button variant="default" size="md" onClick={onWithout} fullWidth>
            Continue without CAP
          </Button>
        )}
      </Stack>
    </form>
  )
}
