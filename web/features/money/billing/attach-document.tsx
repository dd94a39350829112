import { ActionIcon, Button } from '@mantine/core'
import { IconPaperclip, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isBlank } from '#domain/kernel/blank.ts'
import { DOCUMENT_TYPES, MAX_DOCUMENT_BYTES, MAX_DOCUMENTS } from '#api/money/contracts/choices.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { BillDraft } from './bill-draft.ts'
import { uploadDocument } from './billing-api.ts'
import styles from './billing.module.css'

type Documents = BillDraft['documents']

type AttachDocumentProps = {
  readonly documents: Documents
  readonly onAttach: (document: Documents[number]) => void
  readonly onRemove: (documentId: string) => void
  /** Told when an upload begins, and when it ends. */
  readonly onUpload: (isUploading: boolean) => void
}
type Wrong = { readonly file?: string; readonly name?: string }

const ENDS = Object.keys(DOCUMENT_TYPES)

function wrongFile(file: File | undefined): string | undefined {
  if (file === undefined) return 'Choose a file'
  const end = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  if (!ENDS.includes(end)) return 'A document must be a pdf, png or jpg file'
  if (file.size > MAX_DOCUMENT_BYTES) return 'A document may have at most 5 MB'
  return file.size === 0 ? 'The file is empty' : undefined
}

/**
 * Attaches named documents to a bill: each is uploaded at once and then carried by its id. Made anew for another bill:
 * an upload that ends when its bill is gone is attached to none.
 */
export function AttachDocument({ documents, onAttach, onRemove, onUpload }: AttachDocumentProps) {
  const input = useRef<HTMLInputElement>(null)
  const isOfThisBill = useRef(true)
  useEffect(() => {
    isOfThisBill.current = true
    return () => {
      isOfThisBill.current = false
    }
  }, [])
  const [file, setFile] = useState<File>()
  const [name, setName] = useState('')
  const [isNameTyped, setNameTyped] = useState(false)
  const [wrong, setWrong] = useState<Wrong>({})
  const upload = useCommand({ run: uploadDocument, quiet: true })
  const fileError = wrong.file ?? upload.error?.message
  const attach = async () => {
    const [badFile, badName] = [wrongFile(file), isBlank(name) ? 'You must provide the document name' : undefined]
    setWrong({ ...(badFile && { file: badFile }), ...(badName && { name: badName }) })
    if (file === undefined || badFile !== undefined || badName !== undefined) return
    const form = new FormData()
    form.append('file', file)
    onUpload(true)
    const answer = await upload.submit(form)
    if (!isOfThisBill.current) return
    onUpload(false)
    if (answer === undefined) return
    onAttach({ document_id: answer.document.id, document_name: name.trim() })
    setFile(undefined)
    setName('')
    setNameTyped(false)
    if (input.current) input.current.value = ''
  }
  return (
    <fieldset className={styles['attach']}>
      <legend>Documents</legend>
      {documents.length > 0 && (
        <ul className={styles['documents']} aria-label="Attached documents">
          {documents.map(({ document_id: id, document_name }) => (
            <li key={id}>
              <IconPaperclip size={16} aria-hidden /> {document_name}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${document_name}`}
                onClick={() => onRemove(id)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {documents.length < MAX_DOCUMENTS && (
        <div className={styles['attaching']}>
          <div className={styles['file']}>
            <label htmlFor="document-file">File</label>
            <input
              ref={input}
              id="document-file"
              type="file"
              accept={ENDS.map((end) => `.${end}`).join(',')}
              aria-describedby="document-hint"
              aria-invalid={fileError !== undefined}
              onChange={({ currentTarget }) => {
                const chosen = currentTarget.files?.[0]
                setFile(chosen)
                setWrong({})
                upload.clearError()
                if (chosen && !isNameTyped) setName(chosen.name.replace(/\.[^.]+$/, ''))
              }}
            />
            <small id="document-hint" data-error={fileError !== undefined}>
              {fileError ?? 'pdf, png or jpg, 5 MB at most'}
            </small>
          </div>
          <TextField
            label="Document name"
            maxLength={200}
            value={name}
            onChange={(typed) => {
              setName(typed)
              setNameTyped(typed !== '')
            }}
            error={wrong.name}
          />
          <Button variant="default" loading={upload.isRunning} onClick={() => void attach()}>
            Attach file
          </Button>
        </div>
      )}
    </fieldset>
  )
}
