import { lagosDay } from '#domain/kernel/dates.ts'
import type { Command, Decider, Decision } from '#domain/kernel/decider.ts'
import { type Kobo, kobo, ZERO } from '#domain/kernel/money.ts'
import type { FundingDayEvent } from './events.ts'

/** `above` is the site setting `second_person_above` of the moment, kobo. */
export type FundingDayCommand = Command<
  'CountFunding',
  { readonly fundingId: string; readonly amount: Kobo; readonly above: Kobo }
>

type Counted = { readonly sum: Kobo; readonly above: Kobo }
/** What one person moved in a day on their word alone, kobo; and by movement the sum with it and the limit. */
export type FundingDay = { readonly alone: Kobo; readonly counted: ReadonlyMap<string, Counted> }

/** The stream of somebody's day, by a moment (ISO, UTC) of it. */
export const fundingDayOf = ({ by, at }: { readonly by: string; readonly at: string }): string =>
  `${by}:${lagosDay(at)}`

function decide({ data, by, at }: FundingDayCommand, { alone, counted }: FundingDay): Decision<FundingDayEvent, never> {
  const { fundingId, amount, above } = data
  if (counted.has(fundingId)) return []
  const sum = kobo(alone + amount)
  return [{ type: 'FundingCounted', data: { userId: by, day: lagosDay(at), fundingId, amount, above, sum, by, at } }]
}

function evolve({ alone, counted }: FundingDay, { data }: FundingDayEvent): FundingDay {
  const { fundingId, above, sum } = data
  return { alone: sum > above ? alone : sum, counted: new Map(counted).set(fundingId, { sum, above }) }
}

/** Stream `fundingDay-{user id}:{day}`: all that one person asks for at once, in any process, gets its place here. */
export const fundingDay: Decider<FundingDay, FundingDayCommand, FundingDayEvent, never> = {
  category: 'fundingDay',
  initial: () => ({ alone: ZERO, counted: new Map() }),
  decide,
  evolve,
}
