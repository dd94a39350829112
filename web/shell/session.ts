import { useSyncExternalStore } from 'react'
import { parseSession, type StoredSession } from './stored-session.ts'

const KEY = 'chf.session'
const listeners = new Set<() => void>()

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
