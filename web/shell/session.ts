import { useSyncExternalStore } from 'react'
import { parseSession, type StoredSession } from './stored-session.ts'

const KEY = 'chf.session'
/** Of whoever looks at the portal as somebody else: their own, to come back to. */
const OWN_KEY = 'chf.own-session'
/** Stands in place of a session that ended without its person: every tab sees that nobody signed out. */
const ENDED = 'ended'
const listeners = new Set<() => void>()
const signOutListeners = new Set<() => void>()

/** Whether a session ended without its person: refused by the server, or out of time while nobody was here. */
let hasEnded = false

/** The own session of whoever looked as somebody else, which has ended; it is theirs again. */
function takeOwn(): StoredSession | undefined {
  const text = localStorage.getItem(OWN_KEY)
  localStorage.removeItem(OWN_KEY)
  const own = parseSession(text, Date.now())
  if (own !== undefined) localStorage.setItem(KEY, JSON.stringify(own))
  return own
}

function restore(): StoredSession | undefined {
  const stored = localStorage.getItem(KEY)
  const session = parseSession(stored, Date.now()) ?? takeOwn()
  if (session === undefined && stored !== null) {
    hasEnded = true
    localStorage.setItem(KEY, ENDED)
  }
  return session
}

let current = restore()

function change(session: StoredSession | undefined) {
  current = session
  for (const listener of listeners) listener()
}

// A sign-out in one tab signs out the others.
window.addEventListener('storage', (event) => {
  if (event.key !== KEY && event.key !== null) return
  const isSignOut = localStorage.getItem(KEY) === null
  if (isSignOut) hasEnded = false
  change(restore())
  if (isSignOut) for (const listener of signOutListeners) listener()
})

/** The token of the signed-in person, undefined when signed out. */
export const currentToken = () => current?.token

/** Keeps a session after sign-in. */
export function keepSession(session: StoredSession) {
  hasEnded = false
  localStorage.setItem(KEY, JSON.stringify(session))
  change(session)
}

/** Goes on as somebody else; the own session comes back when that one ends. */
export function actAs(session: StoredSession) {
  if (current !== undefined) localStorage.setItem(OWN_KEY, JSON.stringify(current))
  keepSession(session)
}

/** Whether whoever is asked to sign in was signed in before, and did not sign out. */
export const sessionHasEnded = () => hasEnded

/** Forgets the session; protected screens then ask for sign-in and come back to where they were. `why`: not by its person. */
export function forgetSession(why?: 'refused') {
  hasEnded = why === 'refused'
  if (hasEnded) localStorage.setItem(KEY, ENDED)
  else localStorage.removeItem(KEY)
  change(takeOwn())
  if (!hasEnded) for (const listener of signOutListeners) listener()
}

/**
 * A sign-in was refused: a session that is stored here is of nobody who is signed in. The mark of one that has ended stays, as
 * its person may have mistyped: their drafts wait for them.
 */
export function forgetStored() {
  if (localStorage.getItem(KEY) !== ENDED) localStorage.removeItem(KEY)
}

/** Calls back when the person signs out, in whatever tab. */
export function onSignOut(listener: () => void) {
  signOutListeners.add(listener)
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
