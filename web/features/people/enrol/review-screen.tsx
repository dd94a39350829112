import { Anchor, Button, Checkbox, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router-dom'
import type { RegisterBody } from '#api/people/contracts/enrolment.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { dateText } from '#web/ui/dates.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Facts } from '#web/ui/screen.tsx'
import { coesQuery } from '#web/features/catalogue/hospitals.ts'
import { AccountCard } from '#web/features/people/account/account-card.tsx'
import { keepNextCode } from '#web/features/people/account/next-code.ts'
import { documentsQuery, register } from './enrol-api.ts'
import { currentDraft, type EnrolmentDraft, forgetDraft, keepDraft } from './enrolment-draft.ts'
import { termsQuery } from './terms-api.ts'
import { WhyNot } from './why-not.tsx'

const FORM = '/enrol/application'
const WAYS = [{ to: FORM, label: 'Back to edit' }]

/** Shows what was filled in, and registers (spec, S008). */
export default function ReviewScreen() {
  const [draft, setDraft] = useState(currentDraft)
  const { values } = draft
  // Loaded again, the password is gone: the form asks for it once more.
  if (values.password === '') return <Navigate to={FORM} replace />
  const leaveCapOut = () => {
    keepDraft({ values })
    setDraft({ values })
  }
  return <Review draft={draft} onWithoutCap={leaveCapOut} />
}

type ReviewProps = { readonly draft: EnrolmentDraft; readonly onWithoutCap: () => void }

function Review({ draft: { values, cap }, onWithoutCap }: ReviewProps) {
  const navigate = useNavigate()
  const hospitals = useQuery(coesQuery)
  const documents = useQuery(documentsQuery)
  const terms = useQuery(termsQuery)
  const [accepted, setAccepted] = useState<number>()
  const command = useCommand({
    run: register,
    quiet: true,
    savesNothing: true,
    onDone: ({ data }, { email }) => {
      keepNextCode(email, Date.now() + data.wait_seconds * 1000)
      forgetDraft()
      void navigate('/enrol/applicationCompleted', { replace: true, state: { email } })
    },
  })
  const { error } = command
  const { confirm_password: _again, ...body } = values
  const version = terms.data?.data.version ?? undefined
  const isAccepted = version !== undefined && accepted === version
  const send = () =>
    command.submit({
      ...body,
      ...(cap === undefined ? {} : { cap_id: cap.patientId }),
      ...(version === undefined ? {} : { terms_version: version }),
    } satisfies RegisterBody)
  const failed = [terms, hospitals, documents].find(({ isError }) => isError)
  return (
    <AccountCard
      title="Review"
      intro="Step 2 of 2. Check your details. Giving false information is an offence."
      ways={WAYS}
    >
      <Stack>
        <Facts
          items={[
            { name: 'First name', value: values.first_name },
            { name: 'Last name', value: values.last_name },
            { name: 'Date of birth', value: dateText(values.date_of_birth) },
            { name: 'Phone number', value: values.phone_number },
            { name: 'Email', value: values.email },
            {
              name: 'ID type',
              value: documents.data?.data.find(({ id }) => id === values.identification_id)?.identification_type ?? '',
            },
            { name: 'ID number', value: values.identification_number },
            { name: 'Hospital', value: hospitals.data?.data.find(({ id }) => id === values.coe_id)?.coe_name ?? '' },
            { name: 'CAP account', value: cap?.patientId ?? 'None' },
          ]}
        />
        {failed !== undefined && <ErrorState error={failed.error} onRetry={() => failed.refetch()} />}
        {version !== undefined && (
          <Checkbox
            size="md"
            checked={isAccepted}
            onChange={(event) => setAccepted(event.currentTarget.checked ? version : undefined)}
            label={
              <>
                I have read and accept the{' '}
                <Anchor component={Link} to="/terms" target="_blank" fz="inherit" td="underline">
                  terms
                </Anchor>
              </>
            }
          />
        )}
        <WhyNot error={error} onWithoutCap={cap === undefined ? undefined : onWithoutCap} onReread={terms.refetch} />
        <Button
          size="md"
          fullWidth
          loading={command.isRunning}
          disabled={!terms.isSuccess || (version !== undefined && !isAccepted)}
          onClick={() => void send()}
        >
          Confirm and register
        </Button>
      </Stack>
    </AccountCard>
  )
}
