import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#web/shell/api-error.ts'
import { download } from '#web/shell/download.ts'
import { showFailure, showToast } from '#web/ui/toasts.tsx'
import { exportsQuery, type ExportRow } from './exports-api.ts'

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Saves the file of an export again and says whether it is the same, byte for byte. */
export function useRunAgain() {
  const client = useQueryClient()
  const [running, setRunning] = useState<string>()
  const run = async ({ id, manifest }: ExportRow) => {
    if (manifest === null) return
    setRunning(id)
    try {
      const { content } = await download(manifest.url, {}, `${manifest.report}.csv`)
      const isSame = hex(await crypto.subtle.digest('SHA-256', await content.arrayBuffer())) === manifest.sha256
      if (isSame) showToast('success', 'Saved again. The file is the same, byte for byte.')
      else
        showToast('notice', 'Saved again. The file differs from the first one: what you may see of it is not the same.')
      await client.invalidateQueries({ queryKey: exportsQuery.queryKey })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showFailure(error)
    } finally {
      setRunning(undefined)
    }
  }
  return { running, run }
}
