import { useEffect, useState } from 'react'

const KEPT = 'chf-next-code'
type Kept = { readonly email: string; readonly at: number }

function kept(): Kept | undefined {
  const text = sessionStorage.getItem(KEPT)
  return text === null ? undefined : (JSON.parse(text) as Kept)
}

/** From when on (ms since 1970) another code can be asked for to an e-mail; the tab remembers it over a reload. */
export function keepNextCode(email: string, at: number): void {
  sessionStorage.setItem(KEPT, JSON.stringify({ email: email.toLowerCase(), at } satisfies Kept))
}

const secondsLeft = (email: string): number => {
  const known = kept()
  return known?.email === email.toLowerCase() ? Math.max(0, Math.ceil((known.at - Date.now()) / 1000)) : 0
}

/** How many seconds until another code can be asked for, and what begins the wait. */
export function useNextCode(email: string): readonly [number, (at: number) => void] {
  const [left, setLeft] = useState(() => secondsLeft(email))
  useEffect(() => {
    if (left === 0) return undefined
    const tick = setInterval(() => setLeft(secondsLeft(email)), 1_000)
    return () => clearInterval(tick)
  }, [email, left])
  const begin = (at: number) => {
    keepNextCode(email, at)
    setLeft(secondsLeft(email))
  }
  return [left, begin]
}

/** 2:59 */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
