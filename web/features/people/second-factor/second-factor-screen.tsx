import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnFactor } from '#api/people/contracts/second-factor.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Facts, Panel, Screen } from '#web/ui/screen.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { useFocusInPlace } from '#web/ui/use-focus-in-place.ts'
import { FactorCodeForm } from './code-form.tsx'
import { EnrolmentForm } from './enrolment-form.tsx'
import { StopReset } from './stop-reset.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { enrolFactor, ownFactorQuery, removeFactor, replaceCodes } from './second-factor-api.ts'

type Doing = 'view' | 'enrol' | 'codes' | 'remove'

/** The person's own second factor: on or off, on which phone, and with which recovery codes. */
export default function SecondFactorScreen() {
  const { data, isPending, error, refetch } = useQuery(ownFactorQuery)
  return (
    <Screen
      title="Second factor"
      intro="A code from an app on your phone, in addition to your password. A thief who has only one of them cannot sign in."
    >
      {isPending && <Skeleton height={160} role="status" aria-label="Loading the second factor" />}
      {!isPending && data === undefined && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && <OwnSecondFactor factor={data.data} />}
    </Screen>
  )
}

function OwnSecondFactor({ factor }: { readonly factor: OwnFactor['data'] }) {
  const [doing, setDoing] = useState<Doing>('view')
  const [codes, setCodes] = useState<readonly string[]>()
  useFocusInPlace(codes === undefined ? doing : 'recovery', 'view')
  const view = () => {
    setCodes(undefined)
    setDoing('view')
  }
  const shown = ({ data }: { readonly data: { readonly recovery_codes: readonly string[] } }) =>
    setCodes(data.recovery_codes)
  if (codes !== undefined)
    return (
      <Panel title="Recovery codes">
        <RecoveryCodes codes={codes} onKept={view} label="I have saved them" />
      </Panel>
    )
  switch (doing) {
    case 'enrol':
      return (
        <Panel title={factor.is_on ? 'Set up another phone' : 'Set up'}>
          <EnrolmentForm isOther={factor.is_on} run={enrolFactor} onDone={shown} onCancel={view} />
        </Panel>
      )
    case 'codes':
      return (
        <Panel title="New recovery codes">
          <FactorCodeForm
            about="You get ten new codes. The old ones stop working."
            submitLabel="Show new codes"
            run={replaceCodes}
            onDone={shown}
            onCancel={view}
          />
        </Panel>
      )
    case 'remove':
      return (
        <Panel title="Remove the second factor">
          <FactorCodeForm
            about="You will then sign in with your password only."
            submitLabel="Remove"
            run={removeFactor}
            onDone={({ message }) => {
              showToast('success', message)
              view()
            }}
            onCancel={view}
          />
        </Panel>
      )
    case 'view':
      return <Standing factor={factor} onDo={setDoing} />
  }
}

function Standing({ factor, onDo }: { readonly factor: OwnFactor['data']; readonly onDo: (doing: Doing) => void }) {
  const { reset, is_on: isOn, since, recovery_codes_left: left, is_demanded: isDemanded } = factor
  const facts = [
    { name: 'Set up', value: isOn && since !== null ? <DateText value={since} time /> : 'Not yet' },
    { name: 'Required by your roles', value: isDemanded ? 'Yes' : 'No' },
    ...(isOn ? [{ name: 'Recovery codes left', value: String(left) }] : []),
  ]
  return (
    <Panel title="Your second factor">
      {reset !== null && <StopReset reset={reset} />}
      <Facts items={facts} />
      <Group mt="lg">
        <Button onClick={() => onDo('enrol')}>{isOn ? 'Set up another phone' : 'Set up'}</Button>
        {isOn && (
          <Button variant="default" onClick={() => onDo('codes')}>
            New recovery codes
          </Button>
        )}
        {isOn && !isDemanded && (
          <Button variant="default" onClick={() => onDo('remove')}>
            Remove
          </Button>
        )}
      </Group>
    </Panel>
  )
}
