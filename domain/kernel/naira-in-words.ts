import type { Kobo } from './money.ts'

const BELOW_TWENTY =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const ONES = BELOW_TWENTY.split(' ')
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES = ['', ' thousand', ' million', ' billion', ' trillion']

/**
 * An amount written out, as on paper that is signed, where an added digit would not be seen: `One million, two hundred and
 * fifty thousand naira and fifty kobo only` (issue 12, Invoices). `amount`: kobo; below zero it begins with `Minus`.
 */
export function nairaInWords(amount: Kobo): string {
  const all = Math.abs(amount)
  const kobo = all % 100
  const naira = `${inWords((all - kobo) / 100)} naira`
  const words = `${amount < 0 ? 'minus ' : ''}${naira}${kobo > 0 ? ` and ${inWords(kobo)} kobo` : ''} only`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** By groups of three digits; `and` stands before the last two digits of a number, as the ministry writes it. */
function inWords(whole: number): string {
  if (whole < 1000) return belowThousand(whole)
  const last = whole % 1000
  const groups = groupsOf((whole - last) / 1000, 1)
  if (last === 0) return groups
  return `${groups}${last < 100 ? ' and' : ','} ${belowThousand(last)}`
}

function groupsOf(whole: number, scale: number): string {
  const group = whole % 1000
  const higher = (whole - group) / 1000
  const words = group === 0 ? '' : `${belowThousand(group)}${SCALES[scale] ?? ''}`
  if (higher === 0) return words
  return [groupsOf(higher, scale + 1), words].filter(Boolean).join(', ')
}

function belowThousand(group: number): string {
  const rest = group % 100
  const hundreds = (group - rest) / 100
  if (hundreds === 0) return belowHundred(rest)
  return `${belowHundred(hundreds)} hundred${rest > 0 ? ` and ${belowHundred(rest)}` : ''}`
}

function belowHundred(rest: number): string {
  if (rest < 20) return ONES[rest] ?? ''
  const one = rest % 10
  return `${TENS[(rest - one) / 10] ?? ''}${one > 0 ? `-${ONES[one] ?? ''}` : ''}`
}
