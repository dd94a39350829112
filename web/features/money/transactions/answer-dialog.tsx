import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { isBlank } from '#domain/kernel/blank.ts'
import type { TransactionDetail } from '#api/money/contracts/transaction.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { LongTextField } from '#web/ui/form/text-field.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { AttachDocuments } from '#web/features/money/documents/attach-documents.tsx'
import { areAttached, attachedIn, type ChosenDocument } from '#web/features/money/documents/chosen-document.ts'
import { answerReturn } from './transactions-api.ts'

type AnswerDialogProps = { readonly transaction: TransactionDetail; readonly onClose: () => void }

/** What the hospital says to a return, with the documents that were missing. */
export function AnswerDialog({ transaction, onClose }: AnswerDialogProps) {
  useReturnFocus()
  const [answer, setAnswer] = useState('')
  const [documents, setDocuments] = useState<readonly ChosenDocument[]>([])
  const [isAsked, setAsked] = useState(false)
  const command = useCommand({
    run: answerReturn,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
  })
  const isAttached = areAttached(documents)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (isBlank(answer) || !isAttached || command.isRunning) return
    void command.submit({ transaction_id: transaction.id, answer: answer.trim(), documents: attachedIn(documents) })
  }
  const close = () => {
    if (command.isRunning) return
    command.leave()
    onClose()
  }
  return (
    <Modal opened onClose={close} title="Answer the return" size="lg" closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <LongTextField
            label="Answer"
            description={`About ${transaction.transaction_id}; everyone on the payment chain reads it.`}
            required
            data-autofocus
            maxLength={1_000}
            value={answer}
            onChange={setAnswer}
            error={isAsked && isBlank(answer) ? 'Say what the hospital answers' : undefined}
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
            <Button type="submit" loading={command.isRunning}>
              Send the answer
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
