import { z } from 'zod'
import { isBlank } from '#domain/kernel/blank.ts'
import { DOCUMENT_TYPES, MAX_DOCUMENT_BYTES } from '#api/money/contracts/choices.ts'

/** A document that somebody chose; `document_id` once the server keeps it. */
export const ChosenDocument = z.object({
  /** Of this choice: an upload that comes back finds its own by it, or none. */
  key: z.string(),
  document_name: z.string(),
  document_id: z.string().optional(),
})
export type ChosenDocument = z.infer<typeof ChosenDocument>

/** The ends of the names of what may be attached. */
export const ENDS = Object.keys(DOCUMENT_TYPES)

/** Why a file cannot be attached; undefined when it can. */
export function wrongFile({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  const end = name.split('.').at(-1)?.toLowerCase() ?? ''
  if (!ENDS.includes(end)) return 'Choose a PDF, PNG or JPG file'
  if (size > MAX_DOCUMENT_BYTES) return 'Choose a file of up to 5 MB'
  return size === 0 ? 'The file is empty' : undefined
}

/** What a document is called until somebody says otherwise. */
export const nameOfFile = ({ name }: Pick<File, 'name'>): string => name.replace(/\.[^.]+$/, '').slice(0, 200)

/** Whether all that was chosen is attached and named. */
export const areAttached = (documents: readonly ChosenDocument[]): boolean =>
  documents.every(({ document_id: id, document_name: name }) => id !== undefined && !isBlank(name))

/** As they are sent: those that the server keeps. */
export const attachedIn = (documents: readonly ChosenDocument[]) =>
  documents.flatMap(({ document_id, document_name }) =>
    document_id === undefined ? [] : [{ document_id, document_name: document_name.trim() }],
  )
