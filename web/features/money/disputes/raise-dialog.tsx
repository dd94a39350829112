import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { isBlank } from '#domain/kernel/blank.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { LongTextField } from '#web/ui/form/text-field.tsx'
import { Money } from '#web/ui/money.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { AttachDocuments } from '#web/features/money/documents/attach-documents.tsx'
import { areAttached, attachedIn, type ChosenDocument } from '#web/features/money/documents/chosen-document.ts'
import { raiseDispute } from './disputes-api.ts'

/** What of a bill the dialog says. */
export type Disputable = { readonly id: string; readonly transaction_id: string; readonly total: string }

/** Disputes a transaction, with a reason and documents. */
export function RaiseDialog({ bill, onClose }: { readonly bill: Disputable; readonly onClose: () => void }) {
  useReturnFocus()
  const [reason, setReason] = useState('')
  const [documents, setDocuments] = useState<readonly ChosenDocument[]>([])
  const [isAsked, setAsked] = useState(false)
  const command = useCommand({
    run: raiseDispute,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'dispute',
  })
  const isAttached = areAttached(documents)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (isBlank(reason) || !isAttached || command.isRunning) return
    void command.submit({ transaction_id: bill.id, comment: reason.trim(), documents: attachedIn(documents) })
  }
  const close = () => {
    if (command.isRunning) return
    command.leave()
    onClose()
  }
  return (
    <Modal opened onClose={close} title="Dispute Transaction" size="lg" closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <p>
            Dispute {bill.transaction_id} of <Money naira={bill.total} />? No step of its payment is taken until the
            dispute is ended.
          </p>
          <LongTextField
            label="Reason"
            description="The hospital that billed and the secretariat read it."
            required
            data-autofocus
            maxLength={1_000}
            value={reason}
            onChange={setReason}
            error={isAsked && isBlank(reason) ? 'Say why the transaction is disputed' : undefined}
          />
          <AttachDocuments documents={documents} onChange={(patch) => setDocuments(patch)} />
          {isAsked && !isAttached && <p role="status">A document is not attached and named yet.</p>}
          {command.error && (
            <Alert color="red" variant="outline" icon={<IconAlertTriangle aria-hidden />} role="alert">
              {command.error.message}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={command.isRunning}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={command.isRunning}>
              Dispute
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
