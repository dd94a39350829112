import { Stack } from '@mantine/core'
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import { isBlank } from '#domain/kernel/blank.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormEnd } from '#web/ui/form/form-end.tsx'
import { LongTextField } from '#web/ui/form/text-field.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { AttachDocuments } from './attach-documents.tsx'
import { areAttached, attachedIn } from './chosen-document.ts'
import { useKeptDocuments } from './use-kept-documents.ts'

type DocumentedDialogProps = Pick<ComponentProps<typeof FormEnd>, 'verb' | 'isDangerous'> & {
  readonly title: string
  /** The bill's id. */
  readonly about: string
  /** Of the text that is written. */
  readonly label: string
  readonly description: string
  /** What is said while nothing is written. */
  readonly missing: string
  readonly command: ComponentProps<typeof FormEnd>['command'] & { leave(): void }
  readonly onSend: (text: string, documents: ReturnType<typeof attachedIn>) => unknown
  readonly onClose: () => void
  /** Above the text. */
  readonly children?: ReactNode
}

/** Something that is said of a bill, with documents. */
export function DocumentedDialog(props: DocumentedDialogProps) {
  const { title, about, label, description, missing, command, onSend, onClose, children, ...end } = props
  useReturnFocus()
  const [text, setText] = useState('')
  const { documents, setDocuments, restored } = useKeptDocuments(`${title} ${about}`)
  const [isAsked, setAsked] = useState(false)
  const isAttached = areAttached(documents)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (isBlank(text) || !isAttached || command.isRunning) return
    onSend(text.trim(), attachedIn(documents))
  }
  const close = () => {
    if (command.isRunning) return
    command.leave()
    onClose()
  }
  return (
    <Dialog onClose={close} title={title} size="lg" hasDraft={restored !== undefined} closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {children}
          <LongTextField
            label={label}
            description={description}
            required
            data-autofocus
            maxLength={1_000}
            value={text}
            onChange={setText}
            error={isAsked && isBlank(text) ? missing : undefined}
          />
          <AttachDocuments documents={documents} onChange={(patch) => setDocuments(patch)} />
          {isAsked && !isAttached && <p role="status">A document still needs its file or its name.</p>}
          <FormEnd {...end} command={command} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  )
}
