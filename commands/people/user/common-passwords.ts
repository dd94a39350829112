import { readFileSync } from 'node:fs'

const LIST = new URL('common-passwords.txt', import.meta.url)
let known: ReadonlySet<string> | undefined

/**
 * Whether a password is on the list of those that are tried first, whatever its capitals: 18,000 of eight characters or
 * more (common-passwords.licence.txt). The list is read when it is first asked for.
 */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(readFileSync(LIST, 'utf8').trimEnd().split('\n'))
  return known.has(password.toLowerCase())
}
