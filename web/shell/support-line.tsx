import { queryOptions, useIsFetching, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SupportLine as Answer } from '#api/people/contracts/setting.ts'
import { api } from './api-client.ts'
import { useIsPartComing } from './on-demand.tsx'
import { OF_THE_FRAME } from './shown-until.ts'
import styles from './frames.module.css'

const HOURS = 'Mon-Fri 8:00am-5:00pm'
const SUPPORT_LINE = '/api/support_line'
/** So long a page has asked for nothing: what it came for is here. */
const QUIET_MS = 1_000

/** Whether the page has what it came for: on a slow line nothing that can wait goes before that. */
function useIsSettled(): boolean {
  const isReading = useIsFetching() > 0
  const isBusy = useIsPartComing() || isReading
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (isSettled || isBusy) return
    const timer = setTimeout(() => setSettled(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [isSettled, isBusy])
  return isSettled
}

const supportLine = queryOptions({
  queryKey: [SUPPORT_LINE],
  queryFn: ({ signal }) => api.get<typeof Answer>(SUPPORT_LINE, { signal }),
  staleTime: 300_000,
  meta: OF_THE_FRAME,
})

/** Whether a paper may go out: the number that stands on it is known, or could not be had at once. */
export function useIsLetterheadWhole(): boolean {
  const { isPending, failureCount } = useQuery(supportLine)
  return !isPending || failureCount > 0
}

/** The number to call, as people read it; undefined while there is none or it is not known. */
function useSupportLine() {
  const { data } = useQuery({ ...supportLine, enabled: useIsSettled() })
  const number = data?.data.number ?? undefined
  return number === undefined ? undefined : { number, shown: phoneText(number) }
}

/** `0800 000 0100`. */
export const phoneText = (number: string): string => number.replace(/^(\d{4})(\d{3})(\d{4})$/, '$1 $2 $3')

/** The support line in a header: its hours, and once there is one a number to call. */
export function SupportLine() {
  const line = useSupportLine()
  return (
    <span className={styles['support']}>
      <span>Support line</span>
      {line !== undefined && (
        <a href={`tel:${line.number}`} className={styles['call'] ?? ''}>
          {line.shown}
        </a>
      )}
      <span>{HOURS}</span>
    </span>
  )
}

/** The same on paper. */
export function PrintedSupportLine() {
  const line = useSupportLine()
  return (
    <span>
      Support line {line !== undefined && `${line.shown}, `}
      {HOURS}
    </span>
  )
}
