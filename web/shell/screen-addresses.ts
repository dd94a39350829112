import { matchPath } from 'react-router-dom'

let known: readonly string[] = []

/** Said once by the router, which knows all screens: who asks here imports none of them. */
export function knowScreens(paths: readonly string[]): void {
  known = paths
}

/** Whether a link, with or without a query, leads to a screen of the portal. */
export const isScreenAddress = (link: string): boolean =>
  known.some((path) => matchPath(path, link.split(/[?#]/)[0] ?? '') !== null)
