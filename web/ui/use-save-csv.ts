import { useState } from 'react'
import { ApiError } from '#web/shell/api-error.ts'
import { download } from '#web/shell/download.ts'
import type { Params } from '#web/shell/params.ts'
import { sentenceOf } from '#web/shell/shown-until.ts'
import { showFailure, showToast } from './toasts.tsx'

/** Saves a list as CSV: locked while it is fetched; up to when it shows what was recorded is said where that is less than all. */
export function useSaveCsv(label: string) {
  const [isSaving, setSaving] = useState(false)
  const save = async (path: string, params: Params = {}) => {
    setSaving(true)
    try {
      const { until } = await download(path, params, `${label.toLowerCase().replaceAll(' ', '-')}.csv`)
      const link = { to: '/exports', label: 'See your exports' }
      if (until === undefined) showToast('success', `CSV of ${label} saved`, { link })
      else showToast('notice', `CSV of ${label}. ${sentenceOf(until)}`, { link })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showFailure(error)
    } finally {
      setSaving(false)
    }
  }
  return { isSaving, save }
}
