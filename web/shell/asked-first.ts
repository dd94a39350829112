declare global {
  interface Window {
    /** What first.js asked, and by whose token. */
    chfAsked?: { readonly token: string; readonly answers: Partial<Record<string, Promise<Response>>> }
  }
}

/**
 * The answer to what the page asked before this script was here, each only once: who asks again wants to know what is
 * so by then. Undefined when it was not asked, or by another session.
 */
export function takeAsked(path: string, token: string | undefined): Promise<Response> | undefined {
  const asked = window.chfAsked
  if (asked === undefined || asked.token !== token) return undefined
  const answer = asked.answers[path]
  delete asked.answers[path]
  return answer
}
