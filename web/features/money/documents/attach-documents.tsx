import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCamera, IconPaperclip, IconTrash } from '@tabler/icons-react'
import { type ChangeEvent, useId, useState } from 'react'
import { isBlank } from '#domain/kernel/blank.ts'
import { MAX_DOCUMENTS } from '#api/money/contracts/choices.ts'
import { newKey } from '#web/shell/submitting.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { type ChosenDocument, ENDS, nameOfFile, wrongFile } from './chosen-document.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import { type Upload, useUploads } from './use-uploads.ts'
import styles from './documents.module.css'

type AttachDocumentsProps = {
  readonly documents: readonly ChosenDocument[]
  readonly onChange: (patch: (now: readonly ChosenDocument[]) => ChosenDocument[]) => void
}

/**
 * Attaches documents by choosing them: each is uploaded at once, and its row says how far it is, why it failed, and that it
 * is attached. What was chosen stays in the list until it is attached or taken off; nothing stays in the input.
 */
export function AttachDocuments({ documents, onChange }: AttachDocumentsProps) {
  const [id, hint] = [useId(), useId()]
  const [wrong, setWrong] = useState<string>()
  const uploads = useUploads((key, document_id) =>
    onChange((now) => now.map((one) => (one.key === key ? { ...one, document_id } : one))),
  )
  const choose = async (chosen: readonly File[]) => {
    const room = MAX_DOCUMENTS - documents.length
    const files = await Promise.all(chosen.slice(0, room).map(shrinkPhoto))
    const whys = files.flatMap((file) => {
      const why = wrongFile(file)
      return why === undefined ? [] : [`${file.name}: ${why}`]
    })
    const tooMany = chosen.length > room ? [`At most ${MAX_DOCUMENTS} documents can be attached`] : []
    const wrongs = [...whys, ...tooMany]
    setWrong(wrongs.length === 0 ? undefined : wrongs.join('. '))
    for (const file of files.filter((one) => wrongFile(one) === undefined)) {
      const key = newKey()
      onChange((now) => [...now, { key, document_name: nameOfFile(file) }])
      uploads.start(key, file)
    }
  }
  const chosenIn = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])]
    currentTarget.value = ''
    void choose(files)
  }
  return (
    <fieldset className={styles['attach']}>
      <legend>Documents</legend>
      {documents.length > 0 && (
        <ul className={styles['documents']} aria-label="Documents chosen">
          {documents.map((document) => (
            <DocumentRow
              key={document.key}
              document={document}
              upload={uploads.uploads.get(document.key)}
              onName={(document_name) =>
                onChange((now) => now.map((one) => (one.key === document.key ? { ...one, document_name } : one)))
              }
              onRetry={() => uploads.retry(document.key)}
              onRemove={() => {
                uploads.drop(document.key)
                onChange((now) => now.filter(({ key }) => key !== document.key))
              }}
            />
          ))}
        </ul>
      )}
      {documents.length < MAX_DOCUMENTS && (
        <div className={styles['file']}>
          <label htmlFor={id}>Attach a file, or several at once</label>
          <input
            id={id}
            type="file"
            multiple
            accept={ENDS.map((end) => `.${end}`).join(',')}
            aria-describedby={hint}
            aria-invalid={wrong !== undefined}
            onChange={chosenIn}
          />
          <label className={styles['camera']}>
            <IconCamera size={18} aria-hidden /> Take a photo
            <input type="file" accept="image/*" capture="environment" onChange={chosenIn} />
          </label>
          <small id={hint} data-error={wrong !== undefined} role={wrong === undefined ? undefined : 'alert'}>
            {wrong ?? 'PDF, PNG or JPG, up to 5 MB. Uploads as soon as you choose it. Photos are made smaller first.'}
          </small>
        </div>
      )}
    </fieldset>
  )
}

type DocumentRowProps = {
  readonly document: ChosenDocument
  readonly upload: Upload | undefined
  readonly onName: (name: string) => void
  readonly onRetry: () => void
  readonly onRemove: () => void
}

function DocumentRow({ document, upload, onName, onRetry, onRemove }: DocumentRowProps) {
  const { document_name: name, document_id: kept } = document
  const why = wrongIn(document, upload)
  return (
    <li>
      <TextField
        label="Document name"
        maxLength={200}
        value={name}
        onChange={onName}
        error={isBlank(name) ? 'You must provide the document name' : undefined}
      />
      <div className={styles['state']} role="status" data-error={why !== undefined}>
        {why !== undefined ? (
          <>
            <IconAlertTriangle size={16} aria-hidden /> {why}
          </>
        ) : kept === undefined ? (
          <>
            Uploading, {percent(upload)} %
            <Progress className={styles['bar'] ?? ''} value={percent(upload)} aria-label={`Upload of ${name}`} />
          </>
        ) : (
          <>
            <IconPaperclip size={16} aria-hidden /> Attached
          </>
        )}
      </div>
      {upload?.error !== undefined && (
        <Button variant="default" onClick={onRetry} aria-label={`Upload again: ${name}`}>
          Upload again
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconTrash size={18} />
      </ActionIcon>
    </li>
  )
}

const percent = (upload: Upload | undefined) => Math.floor((upload?.part ?? 0) * 100)

/** Why a document is not attached, and will not be by itself: its upload failed, or ended with the page that began it. */
function wrongIn({ document_id: kept }: ChosenDocument, upload: Upload | undefined): string | undefined {
  if (kept !== undefined) return undefined
  if (upload === undefined) return 'Not attached. Remove it, or choose the file again.'
  return upload.error === undefined ? undefined : `Not attached. ${upload.error}`
}
