import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { handle } from '#commands/handle.ts'
import { type Kobo, kobo } from '#domain/kernel/money.ts'
import { funding, type FundingCommand } from '#domain/money/funding/funding.ts'
import { installed } from '#scripts/demo/installation.ts'
import { pilotCoeId } from '#scripts/demo/catalogue/reference.ts'
import { officeTime } from '#scripts/demo/story/calendar.ts'
import { type Actor, type Story, type StoryWorld, told } from '#scripts/demo/story/world.ts'
import { actOnFunds, confirmOf, fundingIdOf } from './funds.ts'

/** Two who move the fund's money. */
export type Two = readonly [first: Actor, second: Actor]

/** Early in the story a ministry gives more than one person's word is enough for: another confirms it soon after. */
export async function confirmLargeGift(world: StoryWorld, story: Story, [first, second]: Two, day: string) {
  const command = gift(story, first, officeTime(day, 42), 'large gift', kobo(60_000_000_00))
  const confirm = confirmOf(story, ['large gift'], second, 'CREDIT_POOL', officeTime(day, 50))
  await actOnFunds(world, { fundingId: fundingIdOf(story, 'large gift'), command, confirm })
}

/** At its end one was typed with a zero too many and is withdrawn, and an allocation waits for the second person. */
export async function leaveAllocationWaiting(world: StoryWorld, story: Story, [first, second]: Two, day: string) {
  const { handler } = world
  const slip = fundingIdOf(story, 'slip')
  const asked = gift(story, second, officeTime(day, 560), 'slip', kobo(250_000_000_00), [first.userId])
  await propose(world, slip, asked)
  const reason = 'Typed with a zero too many'
  const withdraw = told(story, 'WithdrawFunding', ['slip'], second, 'CREDIT_POOL', officeTime(day, 565), { reason })
  installed(await handle(handler, funding, slip, withdraw), 'funding_not_waiting')
  const data = { coeId: pilotCoeId('UCH'), amount: kobo(55_000_000_00), toConfirm: [second.userId] }
  const at = officeTime(day, 570)
  const allocate = told(story, 'RequestAllocation', ['waiting'], first, 'ALLOCATE_POOL', at, data)
  await propose(world, fundingIdOf(story, 'waiting'), allocate)
}

async function propose({ handler }: StoryWorld, fundingId: string, command: FundingCommand): Promise<void> {
  const asked = await moveFunds(handler, fundingId, command)
  if (asked.outcome === 'refused') throw new Error(`Funding ${fundingId}: ${asked.refusal.refused}`)
}

function gift(story: Story, by: Actor, at: string, about: string, amount: Kobo, toConfirm: readonly string[] = []) {
  const data = { benefactor: 'Federal Ministry of Health, special intervention', amount, toConfirm }
  return told(story, 'RequestPoolCredit', [about], by, 'CREDIT_POOL', at, data)
}
