import { type Command, type Decider, refuse } from './decider.ts'
import { type Asked, type Follows, follows } from './follows.ts'

type Id = { readonly userId: string }
export type ClaimCommand =
  | Command<'Claim', Id>
  /** `from` was seen to hold it and can never register (`UserRegistrationAbandoned`). */
  | Command<'TakeOver', Id & { readonly from: string }>
/** Somebody holds it from now on. */
export type ClaimEvent<T extends string> = {
  readonly type: T
  readonly data: Readonly<Id & { by: string; at: string }>
}
export type Claim = { readonly holder?: string }
/** Of what one person may have at a time. */
export type Claims<T extends string, R extends string> = Decider<Claim, ClaimCommand, ClaimEvent<T>, R>

/**
 * What one person may have at a time, told by a stream of its own: the same person may claim it again, and another only
 * from whoever will never use it. `claimed` is the event, `held` the refusal.
 */
export function claims<T extends string, R extends string>(category: string, claimed: T, held: R): Claims<T, R> {
  return {
    category,
    initial: () => ({}),
    decide(command, { holder }) {
      const { userId } = command.data
      if (holder === userId) return []
      const mayTake = holder === undefined || (command.type === 'TakeOver' && holder === command.data.from)
      if (!mayTake) return refuse(held)
      return [{ type: claimed, data: { userId, by: command.by, at: command.at } }]
    },
    evolve: (_, { data }) => ({ holder: data.userId }),
  }
}

/** Whoever takes it over had seen that its holder will never register: that stands in the holder's stream. */
export function claimFollows<T extends string, R extends string>(decider: Claims<T, R>): Follows<Claim, ClaimEvent<T>> {
  const asked = ({ data: { userId } }: ClaimEvent<T>, { holder }: Claim): Asked<ClaimCommand> =>
    holder === undefined ? { type: 'Claim', data: { userId } } : { type: 'TakeOver', data: { userId, from: holder } }
  return follows(decider, asked)
}
