import { useCallback, useEffect, useState } from 'react'
import { dropDraft, keepDraft, leaveDraft, readDraft } from '#web/shell/drafts.ts'

/**
 * What is typed into a form at this address, kept until it is sent or left: over a reload, and over the end of the session
 * for the same person. Forms of one address are told apart by what they begin with. Without a `kind` nothing is kept.
 */
export function useDraft<Values extends Record<string, string>>(kind: string | undefined, initial: Values) {
  const [begun] = useState(() => JSON.stringify(initial))
  const [place] = useState(() => (kind === undefined ? undefined : `${window.location.pathname} ${kind} ${begun}`))
  const [restored] = useState(() => (place === undefined ? undefined : readDraft<Values>(place)))
  const keep = useCallback(
    (values: Values) => {
      if (place === undefined) return
      if (JSON.stringify(values) === begun) dropDraft(place)
      else keepDraft(place, values)
    },
    [begun, place],
  )
  useEffect(() => () => (place === undefined ? undefined : leaveDraft(place)), [place])
  return { restored, keep }
}
