import type { AnyCommand } from '#domain/kernel/decider.ts'
import type { Kobo } from '#domain/kernel/money.ts'
import { fundingDay, fundingDayOf } from '#domain/money/funding-day/funding-day.ts'
import { followUp } from '#commands/follow-up.ts'
import { handleAgain } from '#commands/handle-again.ts'
import { type Handler, load } from '#commands/handle.ts'

/**
 * Counts what somebody asks for among what they moved alone that Lagos day, and gives the sum with it and the limit, kobo. Before the movement
 * itself is recorded, so that of two calls at once the second sees the first; a movement counts once, however often it is asked for.
 */
export async function countFunding(
  handler: Handler,
  cause: AnyCommand,
  counted: { readonly fundingId: string; readonly amount: Kobo; readonly above: Kobo },
): Promise<{ readonly sum: Kobo; readonly above: Kobo }> {
  const day = fundingDayOf(cause)
  await handleAgain(handler, fundingDay, day, followUp(cause, 'CountFunding', counted))
  const known = (await load(handler, fundingDay, day)).counted.get(counted.fundingId)
  if (known === undefined) throw new Error(`Funding ${counted.fundingId} was not counted`)
  return known
}
