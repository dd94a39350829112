import { send } from './api-client.ts'
import { fileName } from './file-name.ts'
import { type Params, withParams } from './params.ts'

/** Fetches a file with the session's token (a plain link cannot carry it) and hands it to the browser to keep. */
export async function download(path: string, params: Params, fallbackName: string): Promise<void> {
  const response = await send(withParams(path, params), {})
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = fileName(response.headers.get('content-disposition'), fallbackName)
  link.click()
  URL.revokeObjectURL(url)
}
