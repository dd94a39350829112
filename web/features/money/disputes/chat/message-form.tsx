import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconSend } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { isBlank } from '#domain/kernel/blank.ts'
import { AttachDocuments } from '#web/features/money/documents/attach-documents.tsx'
import { areAttached, attachedIn } from '#web/features/money/documents/chosen-document.ts'
import { useKeptDocuments } from '#web/features/money/documents/use-kept-documents.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { LongTextField } from '#web/ui/form/text-field.tsx'
import { sendComment } from './chat-api.ts'
import styles from './chat.module.css'

type MessageFormProps = { readonly billId: string; readonly disputeId: string }

/** Writes into the chat of a dispute, with documents. What was not sent stays in the field. */
export function MessageForm({ billId, disputeId }: MessageFormProps) {
  const [text, setText] = useState('')
  const { documents, setDocuments } = useKeptDocuments(`chat ${disputeId}`)
  const [isAsked, setAsked] = useState(false)
  const command = useCommand({
    run: sendComment,
    onDone: () => {
      setText('')
      setDocuments([])
      setAsked(false)
    },
    quiet: true,
    keptAs: 'dispute-chat',
  })
  const isAttached = areAttached(documents)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (isBlank(text) || !isAttached) return
    void command.submit({ billId, dispute_id: disputeId, comment: text.trim(), documents: attachedIn(documents) })
  }
  return (
    <form onSubmit={submit} noValidate className={styles['form']}>
      <LongTextField
        label="Chat"
        description="Only the hospital that billed and the ministry can read this."
        rows={3}
        maxLength={1_000}
        value={text}
        onChange={setText}
        error={isAsked && isBlank(text) ? 'Write a message' : undefined}
      />
      <AttachDocuments documents={documents} onChange={(patch) => setDocuments(patch)} />
      {isAsked && !isAttached && <p role="status">A document still needs its file or its name.</p>}
      {command.error && (
        <Alert color="red" variant="outline" icon={<IconAlertTriangle aria-hidden />} role="alert">
          {command.error.message}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button type="submit" loading={command.isRunning} leftSection={<IconSend size={16} aria-hidden />}>
          Send
        </Button>
      </Group>
    </form>
  )
}
