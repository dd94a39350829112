import { confirmFunds, moveFunds } from '#commands/money/funding/move-funds.ts'
import { deriveId } from '#commands/ids.ts'
import type { FundingCommand } from '#domain/money/funding/funding.ts'
import { FUNDING_PERMISSIONS } from '#domain/money/funding/second-person.ts'
import { type Kobo, kobo } from '#domain/kernel/money.ts'
import { DEFAULT_FUNDING_CAP } from '#domain/people/setting/defaults.ts'
import type { FundingPermission } from '#domain/money/funding/second-person.ts'
import type { Cast, Staff } from '#scripts/demo/people/cast.ts'
import { createChance } from '#scripts/demo/story/chance.ts'
import { type Actor, type Story, type StoryWorld, told } from '#scripts/demo/story/world.ts'

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
export type FundingAct = {
  readonly fundingId: string
  readonly command: FundingCommand
  /** What another says where it takes two. */
  readonly confirm?: Confirm | undefined
}
type Confirm = Parameters<typeof confirmFunds>[2]

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

  const act = (make: (about: readonly string[]) => FundingCommand, permission: FundingPermission): FundingAct => {
    count += 1
    const about = [String(count)]
    const command = make(about)
    // The same day and hour: a log that dates each event by its business time never goes back.
    const second = cast.fundAdmins.find(({ userId }) => userId !== command.by)
    const confirm = second && confirmOf(story, about, second, permission, command.at)
    return { fundingId: fundingIdOf(story, String(count)), command, confirm }
  }

  const credit = (at: string): FundingAct => {
    // No two givers give the same; a scale of millions stays in round naira.
    const amount = kobo(CREDIT * scale + chance.between(0, 40) * 250_000_00 * scale)
    pool += amount
    const data = { benefactor: chance.pick(BENEFACTORS), amount }
    const by = chance.pick(cast.fundAdmins)
    return act((about) => told(story, 'RequestPoolCredit', about, by, 'CREDIT_POOL', at, data), 'CREDIT_POOL')
  }
  const allocate = ({ coeId }: Staff, least: number, at: string): FundingAct => {
    const amount = kobo(ALLOCATION * scale * Math.ceil(least / (ALLOCATION * scale)))
    pool -= amount
    allocations.set(coeId, (allocations.get(coeId) ?? 0) + amount)
    const by = chance.pick(cast.fundAdmins)
    const data = { coeId, amount }
    return act((about) => told(story, 'RequestAllocation', about, by, 'ALLOCATE_POOL', at, data), 'ALLOCATE_POOL')
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
      acts.push(
        act(
          (about) => told(story, 'RequestPatientFunding', about, by, 'FUND_PATIENT', day.funding, data),
          'FUND_PATIENT',
        ),
      )
      return acts
    },
  }
}

/** The id of one act, by its number or its name. */
export const fundingIdOf = ({ seed }: Story, name: string): string => deriveId('story', seed, 'funding', name)

/** What a second person says to a large one. */
export const confirmOf = (
  story: Story,
  about: readonly string[],
  second: Actor,
  permission: FundingPermission,
  at: string,
): Confirm => told(story, 'ConfirmFunding', about, second, permission, at, { permissions: FUNDING_PERMISSIONS })

/** Moves the money, or sees to it that what was begun before is finished. */
export async function actOnFunds(world: StoryWorld, { fundingId, command, confirm }: FundingAct): Promise<void> {
  const { handler, forget } = world
  const asked = await moveFunds(handler, fundingId, command)
  const isAsked = asked.outcome === 'done' && asked.status === 'proposed'
  const done = confirm !== undefined && isAsked ? await confirmFunds(handler, fundingId, confirm) : asked
  if (done.outcome === 'refused') throw new Error(`Funding ${fundingId}: ${done.refusal.refused}`)
  forget(`funding-${fundingId}`)
}
