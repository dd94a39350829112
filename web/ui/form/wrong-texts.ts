import { dropDraft, keepDraft, leaveDraft, readDraft } from '#web/shell/drafts.ts'

/** What stands in the fields of a form and is no value yet, such as half a date: by the field's name or label. */
type WrongTexts = Readonly<Record<string, string>>

const textsOf = (place: string) => `${place} texts`
const nameOf = (field: HTMLInputElement) => field.name || (field.labels?.[0]?.textContent ?? '')
const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (one): one is HTMLInputElement => one instanceof HTMLInputElement && one.role !== 'combobox',
  )

export const readWrongTexts = (place: string) => readDraft<WrongTexts>(textsOf(place))

/** Types into the form what was no value when it was kept, and keeps what is none from now on; gives what ends it. */
export function keepWrongTexts(form: HTMLFormElement, place: string): () => void {
  const kept = readWrongTexts(place)?.value ?? {}
  for (const field of fieldsOf(form)) {
    const text = kept[nameOf(field)]
    if (text !== undefined) retype(field, text)
  }
  // Whether a text is a value is known once its field is drawn again.
  const keep = () => setTimeout(() => form.isConnected && keepNow(form, place))
  form.addEventListener('input', keep)
  form.addEventListener('focusout', keep)
  return () => {
    form.removeEventListener('input', keep)
    form.removeEventListener('focusout', keep)
    leaveDraft(textsOf(place))
  }
}

function keepNow(form: HTMLFormElement, place: string): void {
  const wrong = fieldsOf(form).filter(({ validity }) => validity.customError)
  if (wrong.length === 0) return dropDraft(textsOf(place))
  keepDraft<WrongTexts>(textsOf(place), Object.fromEntries(wrong.map((field) => [nameOf(field), field.value])))
}

/** As somebody's typing does: React does not hear of a value that is assigned. */
function retype(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  // Closed again, its dialog asks before it is lost (typed-text.ts).
  field.setAttribute('data-restored', '')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
