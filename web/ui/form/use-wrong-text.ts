import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { afterPress } from './after-press.ts'

/**
 * For a field whose text may be no value, such as a day or an amount: `wrong` says why, undefined when it is one. The text
 * stays as typed, says on leaving what is wrong with it, and its form is not sent while it stands there (watch-submits.ts).
 */
export function useWrongText<Element extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement>(
  wrong: string | undefined,
) {
  const input = useRef<Element>(null)
  const [isShown, setShown] = useState(false)
  useLayoutEffect(() => input.current?.setCustomValidity(wrong ?? ''))
  return {
    input,
    error: isShown ? wrong : undefined,
    onInvalid: (event: FormEvent) => {
      event.preventDefault()
      setShown(true)
    },
    /** On leaving the field, behind a press that left it. */
    leave: () => afterPress(() => setShown(true)),
    /** While somebody types, nothing is wrong yet. */
    type: () => setShown(false),
  }
}
