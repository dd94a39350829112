import { useLayoutEffect, useRef } from 'react'

/** What Esc closes, the uppermost last. */
const layers: (() => void)[] = []

/** What closes by itself when Esc is pressed in it: the open list of a select, a menu, a calendar. */
const OWN = '[data-mantine-stop-propagation="true"], .mantine-Popover-dropdown, .mantine-Menu-dropdown'

/** Esc closes one layer, the uppermost, and never what is below it. */
export function watchEscape(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing) return
      if (event.target instanceof Element && event.target.closest(OWN) !== null) return
      layers.at(-1)?.()
    },
    true,
  )
}

/** Makes something a layer while it is open. Whatever opens above another comes later. */
export function useEscape(close: () => void, isOpen = true): void {
  const latest = useRef(close)
  useLayoutEffect(() => {
    latest.current = close
  })
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const layer = () => latest.current()
    layers.push(layer)
    return () => void layers.splice(layers.indexOf(layer), 1)
  }, [isOpen])
}
