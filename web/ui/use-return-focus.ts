import { useLayoutEffect } from 'react'

/** For a dialog that is there only while it is open: gives the focus back to where it was before, when it goes. */
export function useReturnFocus() {
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
}
