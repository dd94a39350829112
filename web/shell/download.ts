import { attachmentName } from '#domain/kernel/attachment-name.ts'
import type { ShownUntil } from '#api/contracts/shown-until.ts'
import { send } from './api-client.ts'
import { type Params, withParams } from './params.ts'

/** A file that was handed to the browser to keep. */
export type Downloaded = {
  /** Up to when it shows what was recorded, where that is less than there is. */
  readonly until: ShownUntil | undefined
  readonly content: Blob
}

/** Fetches a file with the session's token (a plain link cannot carry it) and hands it to the browser to keep. */
export async function download(path: string, params: Params, fallbackName: string): Promise<Downloaded> {
  const response = await send(withParams(path, params), {})
  const content = await response.blob()
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = attachmentName(response.headers.get('content-disposition')) ?? fallbackName
  link.click()
  URL.revokeObjectURL(url)
  const until = response.headers.get('x-shown-until')
  return { content, until: until === null ? undefined : (JSON.parse(until) as ShownUntil) }
}
