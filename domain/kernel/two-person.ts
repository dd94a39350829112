import { type Refusal, refuse } from './decider.ts'

/** What ends an act that one person proposes and a second one confirms or declines; its proposer may withdraw it. */
export type TwoPersonEnd = 'confirmed' | 'declined' | 'withdrawn'
/** `overtaken`: it ended without a second person, as what it was about has changed. */
export type TwoPersonOutcome = { readonly as: TwoPersonEnd | 'overtaken'; readonly by: string }

/** An act of two people as its own stream has it; with neither field there is none. */
export type TwoPersonAct = {
  readonly proposedBy?: string | undefined
  /** Its one outcome; undefined while it waits. */
  readonly ended?: TwoPersonOutcome | undefined
}

/** What an aggregate calls each way in which somebody may not end one. */
export type TwoPersonRefusals<R extends string> = {
  /** It has ended, or there is none. The API answers 409. */
  readonly notWaiting: R
  /** Its proposer neither confirms nor declines it. */
  readonly samePerson: R
  /** Its proposer alone withdraws it. */
  readonly ofAnother: R
}

/**
 * Whether somebody may end an act of two people: undefined when they may, [] when they have ended it just so already (two
 * clicks of one person are one). It has one outcome: everybody after that is refused.
 */
export function checkTwoPersonEnd<R extends string>(
  { proposedBy, ended }: TwoPersonAct,
  { as, by }: { readonly as: TwoPersonEnd; readonly by: string },
  { notWaiting, samePerson, ofAnother }: TwoPersonRefusals<R>,
): Refusal<R> | readonly [] | undefined {
  if (ended !== undefined) return ended.as === as && ended.by === by ? [] : refuse(notWaiting, { ended: ended.as })
  if (proposedBy === undefined) return refuse(notWaiting)
  if (as === 'withdrawn') return by === proposedBy ? undefined : refuse(ofAnother)
  return by === proposedBy ? refuse(samePerson) : undefined
}
