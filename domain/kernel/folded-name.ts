const APOSTROPHES = /['’‘ʼʻʹ′`´ʾʿ＇]/gu
/** Letters that Unicode does not take apart: the hooked ones of Hausa, and others that are written as plain ones. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ŋ: 'n', ɛ: 'e', ɔ: 'o', ǝ: 'e', ə: 'e', ƒ: 'f', ɣ: 'g', ʋ: 'v' },
  ...{ ø: 'o', đ: 'd', ł: 'l', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd' },
}
const LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu')

/**
 * What names are searched and sorted by, kept beside each of them: small letters without marks, hooked letters as their
 * plain ones, without apostrophes, words with one blank between them. The same wherever it is made, so that no server's
 * collation has a say: 'Ọláwálé Sa’adatu-Ƙofar' is 'olawale saadatu kofar'.
 */
export const foldedName = (...names: readonly (string | null | undefined)[]): string =>
  names
    .map((name) => name ?? '')
    .join(' ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(APOSTROPHES, '')
    .replaceAll(LETTERS, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The words that somebody looks for, folded; none where nothing of what was typed can be looked for. */
export const foldedWords = (typed: string): readonly string[] => foldedName(typed).split(' ').filter(Boolean)

/** The order of two names: by their keys, by themselves where those are the same. */
export function compareNames(one: string, other: string): number {
  const [first, second] = [foldedName(one), foldedName(other)]
  if (first === second) return one < other ? -1 : Number(one > other)
  return first < second ? -1 : 1
}

/** Whether names have all words that somebody types, in any order, or parts of them. */
export function hasWords(name: string, typed: string): boolean {
  const folded = foldedName(name)
  return foldedWords(typed).every((word) => folded.includes(word))
}
