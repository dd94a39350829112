let kept: string | undefined

/** Whatever is typed from now on is kept, until `takeTyped`: it is meant for a field that is still being fetched. */
export function keepTyped(): void {
  if (kept !== undefined) return
  kept = ''
  window.addEventListener('keydown', keep, true)
}

/** What was typed since; from here on the keys go where the focus is. */
export function takeTyped(): string {
  const text = kept ?? ''
  kept = undefined
  window.removeEventListener('keydown', keep, true)
  return text
}

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  const typed = kept ?? ''
  if (event.key === 'Backspace') kept = typed.slice(0, -1)
  else if ([...event.key].length === 1) kept = typed + event.key
  // What opens or sends something would do so in what stands behind.
  else if (event.key !== 'Enter') return
  event.preventDefault()
  event.stopImmediatePropagation()
}
