import { useLayoutEffect } from 'react'

/**
 * For a dialog that is there only while it is open: gives the focus back to where it was before, when it goes. What the
 * dialog did may have taken that away (a row, the bar of a selection): then to the part of the page that it stood in.
 */
export function useReturnFocus() {
  useLayoutEffect(() => {
    const before = document.activeElement
    const within = ancestorsOf(before)
    return () => {
      focus(before)
      // What goes together with the dialog is gone only once all of it is drawn.
      queueMicrotask(() => {
        if (document.activeElement !== document.body && document.activeElement !== null) return
        focus(within.find(({ isConnected }) => isConnected))
      })
    }
  }, [])
}

/** The named parts of the page that an element stands in, the nearest first, and the page's content at last. */
function ancestorsOf(element: Element | null): readonly HTMLElement[] {
  const found: HTMLElement[] = []
  for (let one = element?.parentElement ?? null; one !== null; one = one.parentElement)
    if (one.matches('section[aria-label], main')) found.push(one)
  return found
}

function focus(element: Element | null | undefined) {
  if (!(element instanceof HTMLElement) || !element.isConnected) return
  // A part of the page takes the focus only when it is told to; the next Tab goes on from its beginning.
  if (element.matches('section')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
