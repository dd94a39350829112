import { type RefCallback, useCallback, useEffect, useState } from 'react'
import { type Draft, dropDraft, keepDraft, leaveDraft, readDraft } from '#web/shell/drafts.ts'
import { keepWrongTexts, readWrongTexts } from './wrong-texts.ts'

/**
 * What is typed into a form at this address, kept until it is sent or left: over a reload, and over the end of the session
 * for the same person. Forms of one address are told apart by what they begin with. Without a `kind` nothing is kept. `attach` is the form's ref: what is no
 * value yet (half a date) is kept as well.
 */
export function useDraft<Values extends Record<string, string>>(kind: string | undefined, initial: Values) {
  const [begun] = useState(() => JSON.stringify(initial))
  const [place] = useState(() => (kind === undefined ? undefined : `${window.location.pathname} ${kind} ${begun}`))
  const [restored] = useState(() => (place === undefined ? undefined : restoredAt(place, initial)))
  const keep = useCallback(
    (values: Values) => {
      if (place === undefined) return
      if (JSON.stringify(values) === begun) dropDraft(place)
      else keepDraft(place, values)
    },
    [begun, place],
  )
  useEffect(() => () => (place === undefined ? undefined : leaveDraft(place)), [place])
  const attach = useCallback<RefCallback<HTMLFormElement>>(
    (form) => (form === null || place === undefined ? undefined : keepWrongTexts(form, place)),
    [place],
  )
  return { restored, keep, attach }
}

/** What was typed there: a form may have had a text alone that is no value. */
function restoredAt<Values>(place: string, initial: Values): Draft<Values> | undefined {
  const texts = readWrongTexts(place)
  return readDraft<Values>(place) ?? (texts && { value: initial, at: texts.at })
}
