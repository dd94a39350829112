/** Where to go after signing in: the page that asked for it, else the dashboard. Only addresses of this portal. */
export function returnAddress(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/dashboard'
  const { from } = state
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/login') ? from : '/dashboard'
}
