import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { OwnFactor } from '#api/people/contracts/second-factor.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { declineOwnReset } from './second-factor-api.ts'

/** Somebody says that the phone is lost, and its owner can say that it is not. */
export function StopReset({ reset }: { readonly reset: NonNullable<OwnFactor['data']['reset']> }) {
  const command = useCommand({ run: declineOwnReset, success: ({ message }) => message })
  return (
    <Alert color="yellow" variant="outline" role="status" icon={<IconAlertTriangle aria-hidden />} mb="md">
      On <DateText value={reset.asked_at} time /> an administrator asked to remove your phone: {reset.reason}
      <div>
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          loading={command.isRunning}
          onClick={() => void command.submit({ reset_id: reset.id, reason: 'Stopped by its owner' })}
        >
          Stop: I have my phone
        </Button>
      </div>
    </Alert>
  )
}
