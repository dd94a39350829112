/** The fields of a form whose text is no value, by themselves (use-wrong-text.ts). */
const wrongIn = (form: HTMLFormElement) =>
  Array.from(form.elements).filter(
    (element): element is HTMLInputElement | HTMLTextAreaElement =>
      (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.validity.customError,
  )

/**
 * Whatever form is sent: while a text in it is no value, it does not go, and the field says why. Once a form has said what
 * is wrong, the focus is on the first such field. For every form and dialog, as each field says by `aria-invalid` that it is wrong.
 */
export function watchSubmits(): void {
  document.addEventListener(
    'submit',
    (event) => {
      const { target: form } = event
      if (!(form instanceof HTMLFormElement)) return
      const wrong = wrongIn(form)
      if (wrong.length > 0) {
        event.preventDefault()
        event.stopImmediatePropagation()
        for (const field of wrong) field.checkValidity()
      }
      requestAnimationFrame(() => {
        const first = form.querySelector('[aria-invalid="true"]')
        if (first instanceof HTMLElement) first.focus()
      })
    },
    true,
  )
}
