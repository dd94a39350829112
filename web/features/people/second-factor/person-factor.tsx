import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FactorOfPerson } from '#api/people/contracts/second-factor.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Facts } from '#web/ui/screen.tsx'
import { askReset, confirmReset, declineReset, factorOfQuery } from './second-factor-api.ts'

/** Another person's second factor, which two administrators reset when the phone is lost. */
export function PersonFactor({ id }: { readonly id: string }) {
  const { data, isError, error, refetch } = useQuery(factorOfQuery(id))
  const isOwn = useUser().id === id
  if (isError && data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />
  if (data === undefined) return <Skeleton height={120} role="status" aria-label="Loading the second factor" />
  const { is_on: isOn, since, reset } = data.data
  return (
    <Stack>
      <Facts
        items={[{ name: 'Set up', value: isOn && since !== null ? <DateText value={since} time /> : 'Not yet' }]}
      />
      {isOn && isOwn && <Text size="sm">You cannot reset your own second factor.</Text>}
      {isOn && !isOwn && reset === null && <Ask id={id} />}
      {!isOwn && reset !== null && <Decide id={id} reset={reset} />}
    </Stack>
  )
}

const toldAtOnce = { success: ({ message }: { readonly message: string }) => message, quiet: true }

function Ask({ id }: { readonly id: string }) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const command = useCommand({ ...toldAtOnce, run: askReset, onDone: close, keptAs: 'factor-reset' })
  return (
    <div>
      <Button variant="default" onClick={() => setAsking(true)}>
        Phone lost: reset
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Reset the second factor"
          verb="Ask for the reset"
          reasonLabel="How did you check who this person is?"
          onConfirm={(reason) => void command.submit({ id, reason })}
          onClose={close}
          isRunning={command.isRunning}
          error={command.error}
        >
          Another administrator must confirm it. Then the phone is removed and the person is signed out on all devices.
        </ConfirmDialog>
      )}
    </div>
  )
}

type DecideProps = { readonly id: string; readonly reset: NonNullable<FactorOfPerson['data']['reset']> }

function Decide({ id, reset }: DecideProps) {
  const [doing, setDoing] = useState<'confirm' | 'decline'>()
  const close = () => setDoing(undefined)
  const confirming = useCommand({ ...toldAtOnce, run: confirmReset, onDone: close, keptAs: 'factor-confirm' })
  const declining = useCommand({ ...toldAtOnce, run: declineReset, onDone: close, keptAs: 'factor-decline' })
  const { id: reset_id, asked_by: askedBy, is_own: isOwn } = reset
  return (
    <>
      <Facts
        items={[
          { name: 'Reset asked for by', value: askedBy },
          { name: 'On', value: <DateText value={reset.asked_at} time /> },
          { name: 'Reason', value: reset.reason },
        ]}
      />
      {isOwn && <Text size="sm">Another administrator must confirm it.</Text>}
      <Group>
        {!isOwn && <Button onClick={() => setDoing('confirm')}>Confirm the reset</Button>}
        <Button variant="default" onClick={() => setDoing('decline')}>
          {isOwn ? 'Take back' : 'Decline'}
        </Button>
      </Group>
      {doing === 'confirm' && (
        <ConfirmDialog
          title="Confirm the reset"
          verb="Reset"
          onConfirm={() => void confirming.submit({ id, reset_id })}
          onClose={close}
          isRunning={confirming.isRunning}
          error={confirming.error}
          isDangerous
        >
          {askedBy} asked for it. The phone is removed and the person is signed out on all devices.
        </ConfirmDialog>
      )}
      {doing === 'decline' && (
        <ConfirmDialog
          title="Leave the second factor as it is"
          verb={isOwn ? 'Take back' : 'Decline'}
          reasonLabel="Reason"
          onConfirm={(reason) => void declining.submit({ id, reset_id, reason })}
          onClose={close}
          isRunning={declining.isRunning}
          error={declining.error}
        >
          The person keeps signing in with their phone.
        </ConfirmDialog>
      )}
    </>
  )
}
