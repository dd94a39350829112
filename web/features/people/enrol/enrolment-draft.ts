import type { CapPatient, EnrolmentForm } from '#api/people/contracts/enrolment.ts'

/** An enrolment on its way through its screens. `values` are as typed; `cap` is who they are on CAP, when they are. */
export type EnrolmentDraft = { readonly values: EnrolmentForm; readonly cap?: CapPatient | undefined }

const KEPT = 'chf-enrolment'
const NOTHING: EnrolmentForm = {
  ...{ email: '', phone_number: '', first_name: '', last_name: '', date_of_birth: '' },
  ...{ identification_id: '', identification_number: '', coe_id: '', password: '', confirm_password: '' },
}

let inMemory: EnrolmentDraft | undefined

/** What was typed so far in this tab: also over a reload, but for the password, which is kept nowhere. */
export function currentDraft(): EnrolmentDraft {
  if (inMemory !== undefined) return inMemory
  const text = sessionStorage.getItem(KEPT)
  if (text === null) return { values: NOTHING }
  const { values, cap } = JSON.parse(text) as EnrolmentDraft
  return { values: { ...NOTHING, ...values }, cap }
}

export function keepDraft(draft: EnrolmentDraft): void {
  inMemory = draft
  const { password: _password, confirm_password: _again, ...values } = draft.values
  sessionStorage.setItem(KEPT, JSON.stringify({ ...draft, values }))
}

export function forgetDraft(): void {
  inMemory = undefined
  sessionStorage.removeItem(KEPT)
}

/** A draft of somebody on CAP: what the registry knows and they have not typed themselves (spec, open-questions Q143). */
export const draftOf = (cap: CapPatient): EnrolmentDraft => ({
  cap,
  values: {
    ...NOTHING,
    email: cap.email,
    phone_number: cap.phoneNumber,
    first_name: cap.firstName,
    last_name: cap.lastName,
    date_of_birth: cap.dateOfBirth,
  },
})
