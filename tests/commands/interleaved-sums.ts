import { kobo } from '#domain/kernel/money.ts'
import { command } from '#tests/support/command.ts'

/** One person asks twice at once. */
export const twoCredits = () =>
  ['a', 'b'].map((fundingId) => command('CountFunding', { fundingId, amount: kobo(30), above: kobo(50) }))

/** Two take a step at once. */
export const twoNotices = () =>
  ['ada', 'bola'].map((by) => command('NotifyPaymentOffice', { step: 'dfa' as const, people: ['chidi'] }, { by }))

/** Two write in one dispute at once: a third is told once. */
export const twoMessages = () =>
  [
    ['ada', 'bola'],
    ['bola', 'ada'],
  ].map(([by, other = '']) =>
    command('NotifyDisputeSides', { disputeId: 'dispute-1', people: ['chidi', other] }, { by: by ?? '' }),
  )

/** Two people want one thing. */
export const twoClaims = () => ['ada', 'bola'].map((userId) => command('Claim', { userId }))
