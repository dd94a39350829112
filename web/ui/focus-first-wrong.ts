/**
 * Whatever form is sent and refused before it goes: the focus is on the first field that is wrong, once the form has said
 * so. For every form and dialog of the kit, since each says by `aria-invalid` which fields are wrong.
 */
export function focusFirstWrong(): void {
  document.addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement)) return
    requestAnimationFrame(() => {
      const wrong = target.querySelector('[aria-invalid="true"]')
      if (wrong instanceof HTMLElement) wrong.focus()
    })
  })
}
