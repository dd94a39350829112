import { finishFunding, moveFunds } from '#commands/money/funding/move-funds.ts'
import { wasHandled } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { funding, type FundingCommand } from '#domain/money/funding/funding.ts'
import { type Kobo, kobo } from '#domain/kernel/money.ts'
import { DEFAULT_FUNDING_CAP } from '#domain/people/setting/defaults.ts'
import type { Cast, Staff } from '#scripts/demo/people/cast.ts'
import { createChance } from '#scripts/demo/story/chance.ts'
import { type Story, type StoryWorld, told } from '#scripts/demo/story/world.ts'

/** Who gives: invented, but of the kinds that give. */
const BENEFACTORS = [
  'Federal Ministry of Health, annual appropriation',
  'National Lottery Trust, good causes grant',
  'Savannah Telecoms Foundation',
  'Niger Delta Energy Charity Trust',
  'Association of Commercial Banks, health levy',
  'Friends of Cancer Care, public donations',
  'Diaspora Health Partners',
] as const

/** A command that moves the fund's money, and the id of what it opens. */
export type FundingAct = { readonly fundingId: string; readonly command: FundingCommand }

/** Keeps the fund's own books, so that the story never asks for money that is not there. */
export type Funds = {
  /** The acts that put this much into a patient's wallet, with whatever has to fill the hospital and the pool before. */
  give(staff: Staff, patientId: string, amount: Kobo, reason: string, day: FundingDay): readonly FundingAct[]
}

/** Instants for each kind of act on one day, in the order in which they come. */
export type FundingDay = { readonly credit: string; readonly allocation: string; readonly funding: string }

/** NGN 4 million for a hospital and 15 million for the pool at a time, for every forty patients. */
const [ALLOCATION, CREDIT] = [4_000_000_00, 15_000_000_00]

export function createFunds(story: Story, cast: Cast, patients: number): Funds {
  const scale = Math.max(1, Math.round(patients / 40))
  const chance = createChance(story.seed, 'funds')
  const allocations = new Map<string, number>()
  let pool = 0
  let count = 0

  const act = (make: (fundingId: string, about: readonly string[]) => FundingCommand): FundingAct => {
    count += 1
    const fundingId = fundingIdOf(story, String(count))
    return { fundingId, command: make(fundingId, [String(count)]) }
  }

  const credit = (at: string): FundingAct => {
    // No two givers give the same; a scale of millions stays in round naira.
    const amount = kobo(CREDIT * scale + chance.between(0, 40) * 250_000_00 * scale)
    pool += amount
    const data = { benefactor: chance.pick(BENEFACTORS), amount }
    const by = chance.pick(cast.fundAdmins)
    return act((_, about) => told(story, 'RequestPoolCredit', about, by, 'CREDIT_POOL', at, data))
  }
  const allocate = ({ coeId }: Staff, least: number, at: string): FundingAct => {
    const amount = kobo(ALLOCATION * scale * Math.ceil(least / (ALLOCATION * scale)))
    pool -= amount
    allocations.set(coeId, (allocations.get(coeId) ?? 0) + amount)
    const by = chance.pick(cast.fundAdmins)
    return act((_, about) => told(story, 'RequestAllocation', about, by, 'ALLOCATE_POOL', at, { coeId, amount }))
  }

  return {
    give(staff, patientId, amount, reason, day) {
      const { coeId } = staff
      const acts: FundingAct[] = []
      const missing = amount - (allocations.get(coeId) ?? 0)
      if (missing > 0) {
        while (pool < missing + ALLOCATION * scale) acts.push(credit(day.credit))
        acts.push(allocate(staff, missing, day.allocation))
      }
      allocations.set(coeId, (allocations.get(coeId) ?? 0) - amount)
      const data = { coeId, patientId, amount, reason, cap: DEFAULT_FUNDING_CAP }
      const by = chance.pick(cast.fundAdmins)
      acts.push(act((_, about) => told(story, 'RequestPatientFunding', about, by, 'FUND_PATIENT', day.funding, data)))
      return acts
    },
  }
}

/** The id of one act, by its number or its name. */
export const fundingIdOf = ({ seed }: Story, name: string): string => deriveId('story', seed, 'funding', name)

/** Moves the money, or sees to it that what was begun before is finished. */
export async function actOnFunds({ handler, forget }: StoryWorld, { fundingId, command }: FundingAct): Promise<void> {
  const isKnown = await wasHandled(handler, funding, fundingId, command.id)
  const done = isKnown ? await finishFunding(handler, fundingId, command) : await moveFunds(handler, fundingId, command)
  if (done.outcome === 'refused') throw new Error(`Funding ${fundingId}: ${done.refusal.refused}`)
  forget(`funding-${fundingId}`)
}
