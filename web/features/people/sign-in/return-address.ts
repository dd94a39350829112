/** Where to go after signing in: the page that asked for it, else the dashboard. Only addresses of this portal. */
export function returnAddress(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/dashboard'
  const { from } = state
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/login') ? from : '/dashboard'
}

/** Whether who is asked to sign in was signed in where they come from; the history keeps it when the page is loaded again. */
export const cameOfEndedSession = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'hasEnded' in state && state.hasEnded === true
