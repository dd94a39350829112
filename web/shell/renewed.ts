/** The program that a page starts with; its name changes with each release. */
const PROGRAM = 'script[type=module][src]'

/** The program of the page as the server gives it now; undefined when it gives none. */
async function programNow(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    if (!response.ok) return undefined
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    return page.querySelector(PROGRAM)?.getAttribute('src') ?? undefined
  } catch {
    return undefined
  }
}

/** Whether a page could be loaded now. */
export const isServerThere = async (): Promise<boolean> => (await programNow()) !== undefined

/**
 * After a new release an open page may ask for a file that is gone: the page is then loaded anew. Only where the server
 * gives another page than this one, so that an outage loads nothing, and a page never loads itself twice.
 */
export async function loadRenewed(): Promise<void> {
  const now = await programNow()
  const own = document.querySelector(PROGRAM)?.getAttribute('src')
  if (now !== undefined && now !== own) window.location.reload()
}
