import type { WhyNot } from '#api/money/contracts/why-not.ts'

/** `NCCP could recommend it.` Nothing where nobody could. */
export const couldText = ({ could }: WhyNot): string | undefined =>
  could === null || could.who.length === 0 ? undefined : `${could.who.join(' or ')} could ${could.act}.`

/** A reason as one text, for a button that is off: why, and who could. */
export function whyText(why: WhyNot): string {
  const could = couldText(why)
  const reason = sentence(why.reason)
  return could === undefined ? reason : `${reason} ${could}`
}

/** A reason may be a sentence with its full stop, or several. */
const sentence = (reason: string): string => (reason.endsWith('.') ? reason : `${reason}.`)

/** The reasons of several records as one: each said once, the first few of them. */
export function whyTexts(whys: readonly WhyNot[]): string {
  const texts = [...new Set(whys.map(whyText))]
  const more = texts.length - MOST_SAID
  return [
    ...texts.slice(0, MOST_SAID),
    ...(more > 0 ? [`And ${more} other ${more === 1 ? 'reason' : 'reasons'}.`] : []),
  ].join(' ')
}
const MOST_SAID = 3
