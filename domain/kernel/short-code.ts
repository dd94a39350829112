/** The longest code of a hospital, a service or a category (domain.md, Aggregates; back-office.md 5). */
export const MAX_CODE_LENGTH = 5

/** Whether a text can be a code: one to five characters, none of them a space. */
export function isShortCode(text: string): boolean {
  return text.length <= MAX_CODE_LENGTH && /^\S+$/.test(text)
}

/** The code that a name suggests: its capitals, or where it has none the first letters of its words. Empty of none that has letters. */
export function proposedCode(name: string): string {
  const capitals = name.match(/\p{Lu}/gu) ?? name.match(/(?<=^|\s)\p{L}/gu) ?? []
  return capitals.join('').toUpperCase().slice(0, MAX_CODE_LENGTH)
}
