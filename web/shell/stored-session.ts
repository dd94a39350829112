/** What is kept in the browser: the token and its end, no personal data. */
export type StoredSession = { readonly token: string; readonly expiresAt: string }

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
