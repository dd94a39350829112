import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { DialogEnd } from '#web/ui/dialog-end.tsx'
import { MIXED_PERIOD } from '#api/money/contracts/payment-steps.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import styles from './payments.module.css'

type MixedPeriodDialogProps = { readonly hospital: string; readonly onClose: () => void }

/** Warns instead of paying: a period in which only some payments are initiated is not paid for as one (open-questions Q078). */
export function MixedPeriodDialog({ hospital, onClose }: MixedPeriodDialogProps) {
  useReturnFocus()
  return (
    <Dialog onClose={onClose} title="Choose another period">
      <div className={styles['parts']}>
        <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden />} role="alert">
          <strong>{hospital}.</strong> {MIXED_PERIOD}
        </Alert>
        <DialogEnd>
          <Button onClick={onClose}>Close</Button>
        </DialogEnd>
      </div>
    </Dialog>
  )
}
