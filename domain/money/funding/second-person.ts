import { type Account, BENEFACTORS, POOL } from '#domain/kernel/accounts.ts'
import { isBlank } from '#domain/kernel/blank.ts'
import { type Command, type Decision, refuse } from '#domain/kernel/decider.ts'
import type { Kobo } from '#domain/kernel/money.ts'
import { checkTwoPersonEnd, type TwoPersonRefusals } from '#domain/kernel/two-person.ts'
import type { FundingEvent } from './events.ts'
import type { Asked, Funding, FundingRefusal } from './movement.ts'

/** The permissions that a proposal may need: whoever may ask for such a move may be its second person. */
export const FUNDING_PERMISSIONS = ['CREDIT_POOL', 'ALLOCATE_POOL', 'FUND_PATIENT'] as const
export type FundingPermission = (typeof FUNDING_PERMISSIONS)[number]

/** `permissions` are those of the caller. */
type BySecond = { readonly permissions: readonly FundingPermission[] }
/** What becomes of a movement that waits for a second person (domain.md, Money). */
export type SecondPersonCommand =
  /** `room` is the most that can be moved now, kobo: what its source holds, or the pool may still be given. */
  | Command<'ConfirmFunding', BySecond & { readonly room: Kobo }>
  | Command<'DeclineFunding', BySecond & { readonly reason: string }>
  | Command<'WithdrawFunding', { readonly reason: string }>

function noRoom(source: Account, room: Kobo) {
  if (source === BENEFACTORS) return refuse<FundingRefusal>('funding_pool_full')
  return source === POOL
    ? refuse<FundingRefusal>('funding_pool_short', { balance: room })
    : refuse<FundingRefusal>('funding_source_short', { source })
}

/** The permission that a move needs, and its second person too. */
export function permissionFor({ source }: Pick<Asked, 'source'>): FundingPermission {
  if (source === BENEFACTORS) return 'CREDIT_POOL'
  return source === POOL ? 'ALLOCATE_POOL' : 'FUND_PATIENT'
}

const AS = { ConfirmFunding: 'confirmed', DeclineFunding: 'declined', WithdrawFunding: 'withdrawn' } as const
const REFUSALS: TwoPersonRefusals<FundingRefusal> = {
  notWaiting: 'funding_not_waiting',
  samePerson: 'funding_same_person',
  ofAnother: 'funding_of_another',
}

export function decideProposal(command: SecondPersonCommand, funding: Funding): Decision<FundingEvent, FundingRefusal> {
  if (funding.status === 'none') return refuse('funding_unknown')
  const { by, at } = command
  const { proposal, source, amount } = funding
  if (proposal === undefined) return refuse('funding_not_waiting')
  const permission = permissionFor(funding)
  if ('permissions' in command.data && !command.data.permissions.includes(permission))
    return refuse('funding_needs_permission', { permission })
  const { by: proposedBy, ended } = proposal
  const over = checkTwoPersonEnd({ proposedBy, ended }, { as: AS[command.type], by }, REFUSALS)
  if (over) return over
  switch (command.type) {
    case 'ConfirmFunding': {
      const { room } = command.data
      if (amount > room) return noRoom(source, room)
      return [{ type: 'FundingConfirmed', data: { proposedBy, by, at } }]
    }
    case 'DeclineFunding': {
      const { reason } = command.data
      if (isBlank(reason)) return refuse('funding_end_without_reason')
      return [{ type: 'FundingDeclined', data: { proposedBy, reason, by, at } }]
    }
    case 'WithdrawFunding': {
      const { reason } = command.data
      if (isBlank(reason)) return refuse('funding_end_without_reason')
      return [{ type: 'FundingWithdrawn', data: { reason, by, at } }]
    }
  }
}
