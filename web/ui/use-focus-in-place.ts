import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * For a page where one thing takes the place of another, as a form that of what it changes: the button that was pressed goes,
 * and the focus with it. What comes takes it, in its first field; back at `home` it is where it was when one left.
 */
export function useFocusInPlace(shown: string, home: string): void {
  const last = useRef('')
  const left = useRef('')
  const before = useRef(shown)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = target.textContent
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useLayoutEffect(() => {
    if (before.current === shown) return
    if (before.current === home) left.current = last.current
    before.current = shown
    // What came may have taken the focus itself.
    if (document.activeElement !== document.body && document.activeElement !== null) return
    const main = document.querySelector('main')
    const buttons = [...(main?.querySelectorAll<HTMLElement>('button, a') ?? [])]
    const target =
      shown === home
        ? buttons.find(({ textContent }) => textContent === left.current)
        : (main?.querySelector<HTMLElement>('form input') ?? main?.querySelector<HTMLElement>('section button'))
    ;(target ?? main)?.focus({ preventScroll: true })
  }, [shown, home])
}
