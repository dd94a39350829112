const part = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined

/**
 * What to tell people when the screen shows less than was written; undefined when it shows all, or nothing is known. By
 * hand: every screen needs it, and a schema would bring the whole library of schemas to each.
 */
export function shownLess(answer: unknown): string | undefined {
  const behind = part(part(answer, 'data'), 'behind')
  if (!Array.isArray(behind) || behind.length === 0) return undefined
  return `It is saved, but not everything shows it yet: ${behind.join(', ')}. There is no need to do it again.`
}
