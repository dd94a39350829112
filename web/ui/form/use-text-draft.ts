import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { dropDraft, keepDraft, leaveDraft, readDraft } from '#web/shell/drafts.ts'

/** Where a text is written: its dialog by its title, and its form by all that it says, which names the thing that it is about. */
function placeOf(field: Element): string | undefined {
  const form = field.closest('form')
  if (form === null) return undefined
  const title = field.closest('[role="dialog"]')?.querySelector('h2')?.textContent ?? ''
  const says = form.cloneNode(true) as Element
  // What comes and goes, such as a document that is attached, is not what it is about.
  for (const one of says.querySelectorAll('fieldset, [role="status"], [role="alert"]')) one.remove()
  return `${window.location.pathname} text ${title} ${says.textContent}`
}

/** Keeps a long text that no form keeps until it is sent or left, as `useDraft` does the values of a form. */
export function useTextDraft(
  field: RefObject<HTMLTextAreaElement | null>,
  isKept: boolean,
  value: string,
  onChange: (text: string) => void,
): void {
  const place = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (!isKept || field.current === null) return undefined
    const here = placeOf(field.current)
    place.current = here
    if (here === undefined) return undefined
    const draft = readDraft<string>(here)
    if (draft !== undefined) {
      // Closed again, its dialog asks before it is lost (typed-text.ts).
      field.current.setAttribute('data-restored', '')
      onChange(draft.value)
    }
    return () => leaveDraft(here)
    // Where it is written is where it was opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useEffect(() => {
    if (place.current === undefined) return
    if (value === '') dropDraft(place.current)
    else keepDraft(place.current, value)
  }, [value])
}
