import { currentToken, onSignOut } from './session.ts'

const DRAFT = 'chf.draft.'
/** Whose drafts this tab has: the id of the person. */
const OWNER = 'chf.drafts-of'
/** What a tab keeps of somebody's work: forms, bills, and the keys of submits whose end is not known. */
const KEPT = [DRAFT, 'chf.bill.', 'chf.submit.']

/** Forgets all of it: it may name a patient. */
function clearDrafts() {
  for (const place of Object.keys(sessionStorage))
    if (KEPT.some((prefix) => place.startsWith(prefix))) sessionStorage.removeItem(place)
}
onSignOut(clearDrafts)

/** Gives the tab's drafts to whoever has signed in: they stay when a session has ended, and go when another person comes. */
export function claimDrafts(personId: string): void {
  if (sessionStorage.getItem(OWNER) !== personId) clearDrafts()
  sessionStorage.setItem(OWNER, personId)
}

/** What was typed, and when (ms) it was kept last. */
export type Draft<T> = { readonly value: T; readonly at: number }

/** What was typed at a place before the session ended or the page was loaded again. */
export function readDraft<T>(place: string): Draft<T> | undefined {
  const text = currentToken() === undefined ? null : sessionStorage.getItem(DRAFT + place)
  return text === null ? undefined : (JSON.parse(text) as Draft<T>)
}

/** Keeps what is typed at a place, of whoever is signed in. */
export function keepDraft<T>(place: string, value: T): void {
  if (currentToken() === undefined) return
  sessionStorage.setItem(DRAFT + place, JSON.stringify({ value, at: Date.now() } satisfies Draft<T>))
}

export const dropDraft = (place: string): void => sessionStorage.removeItem(DRAFT + place)

/** Drops what was typed as its form is left or sent; what a session takes with it as it ends stays. */
export function leaveDraft(place: string): void {
  if (currentToken() !== undefined) dropDraft(place)
}
