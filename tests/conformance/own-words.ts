import type { SpecRow } from './spec.ts'

/** A row of the statuses in one line, as the test that holds it says it: beside what it looks at, or in its table. */
export const rowOfStatus = ({ state = '', action = '', next_state: next = '' }: SpecRow): string =>
  [state, action, next].join(' -> ')

/** Whether a test says each part of a value, what stands in brackets left out: `3 s`, `Federal, State`. */
export function isValueIn(says: string, value: string): boolean {
  const plain = (text: string) => text.replaceAll(/(?<=\d),(?=\d)/g, '').toLowerCase()
  const parts = plain(value.replaceAll(/\([^)]*\)/g, '')).split(/[,;]| or /)
  return parts.every((part) => {
    const words = part.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    return new RegExp(String.raw`(?<![\w.])${words}(?!\w)`).test(plain(says))
  })
}
