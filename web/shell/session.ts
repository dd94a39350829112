import { useSyncExternalStore } from 'react'

/** What is kept in the browser: the token and its end, no personal data. */
export type StoredSession = { readonly token: string; readonly expiresAt: string }

const KEY = 'chf.session'
const listeners = new Set<() => void>()

/** Reads a stored session; undefined when there is none, when it does not parse or when it has ended. */
export function parseSession(text: string | null, now: number): StoredSession | undefined {
  if (text === null) return undefined
  try {
    const stored: unknown = JSON.parse(text)
    if (typeof stored !== 'object' || stored === null || !('token' in stored) || !('expiresAt' in stored))
      return undefined
    const { token, expiresAt } = stored
    if (typeof token !== 'string' || token === '' || typeof expiresAt !== 'string') return undefined
    return Date.parse(expiresAt) > now ? { token, expiresAt } : undefined
  } catch {
    return undefined
  }
}

function restore(): StoredSession | undefined {
  const session = parseSession(localStorage.getItem(KEY), Date.now())
  if (!session) localStorage.removeItem(KEY)
  return session
}

let current = restore()

function change(session: StoredSession | undefined) {
  current = session
  for (const listener of listeners) listener()
}

// A sign-out in one tab signs out the others.
window.addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) change(restore())
})

/** The token of the signed-in person, undefined when signed out. */
export const currentToken = () => current?.token

/** Keeps a session after sign-in. */
export function keepSession(session: StoredSession) {
  localStorage.setItem(KEY, JSON.stringify(session))
  change(session)
}

/** Forgets the session; protected screens then ask for sign-in and come back to where they were. */
export function forgetSession() {
  localStorage.removeItem(KEY)
  change(undefined)
}

/** Calls back at each sign-in and sign-out; returns the way to stop. */
export function onSessionChange(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The session's token, and a new rendering when it changes. */
export const useToken = () => useSyncExternalStore(onSessionChange, currentToken)
