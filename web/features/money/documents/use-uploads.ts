import { useEffect, useRef, useState } from 'react'
import type { UploadedDocument } from '#api/money/contracts/billing.ts'
import { api } from '#web/shell/api-client.ts'
import { ApiError, NETWORK_MESSAGES } from '#web/shell/api-error.ts'
import { newKey, withRetries } from '#web/shell/submitting.ts'

/** How far an upload is, from 0 to 1, or why it ended. */
export type Upload = { readonly part: number; readonly error?: string }
type Going = { readonly file: File; readonly sentAs: string; readonly left: AbortController }

/**
 * The uploads of one form by the keys of its documents. One that is taken off, or whose form is gone, is ended: its answer
 * finds nobody. `onKept` hears of those that the server keeps.
 */
export function useUploads(onKept: (key: string, documentId: string) => void) {
  const [uploads, setUploads] = useState<ReadonlyMap<string, Upload>>(new Map())
  const going = useRef(new Map<string, Going>())
  const hear = useRef(onKept)
  useEffect(() => {
    hear.current = onKept
  })
  useEffect(() => {
    const all = going.current
    return () => {
      for (const { left } of all.values()) left.abort()
      all.clear()
    }
  }, [])

  const tell = (key: string, upload: Upload | undefined) =>
    setUploads((now) => {
      const next = new Map(now)
      if (upload === undefined) next.delete(key)
      else next.set(key, upload)
      return next
    })
  async function run(key: string, one: Going) {
    const isLeft = () => going.current.get(key) !== one
    tell(key, { part: 0 })
    const form = new FormData()
    form.append('file', one.file)
    const onProgress = (part: number) => (isLeft() ? undefined : tell(key, { part }))
    try {
      const kept = await withRetries(() =>
        api.file<typeof UploadedDocument>('/api/documents', form, one.sentAs, { onProgress, signal: one.left.signal }),
      )
      if (isLeft()) return
      going.current.delete(key)
      tell(key, undefined)
      hear.current(key, kept.document.id)
    } catch (cause) {
      if (isLeft()) return
      tell(key, { part: 0, error: cause instanceof ApiError ? cause.message : NETWORK_MESSAGES.write })
    }
  }
  const begin = (key: string, file: File, sentAs: string) => {
    const one = { file, sentAs, left: new AbortController() }
    going.current.set(key, one)
    void run(key, one)
  }
  return {
    uploads,
    start: (key: string, file: File) => begin(key, file, newKey()),
    /** The same file once more, under the key of its first try: it is kept once. */
    retry: (key: string) => {
      const one = going.current.get(key)
      if (one !== undefined) begin(key, one.file, one.sentAs)
    },
    drop: (key: string) => {
      going.current.get(key)?.left.abort()
      going.current.delete(key)
      tell(key, undefined)
    },
  }
}
