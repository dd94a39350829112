/** A button or link inside a cell does its own thing; it does not open the row as well. */
export const isOnControl = (event: Event | null | undefined) =>
  event?.target instanceof Element && event.target.closest('button, a') !== null

/** The one button or link of a cell, which Enter on the cell presses: none is a stop of its own. */
export function controlIn(cell: EventTarget | null): HTMLElement | undefined {
  if (!(cell instanceof HTMLElement)) return undefined
  const [control, more] = cell.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')
  return more === undefined ? control : undefined
}
