import type { Codes } from '#commands/codes.ts'
import { handle, type Handler, load } from '#commands/handle.ts'
import { funding } from '#domain/money/funding/funding.ts'
import type { FundingEvent } from '#domain/money/funding/events.ts'
import { setting, SITE } from '#domain/people/setting/setting.ts'
import { kobo } from '#domain/kernel/money.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { DEMO_PEOPLE } from './people/demo-people.ts'
import { tellOwnPasswords } from './people/own-passwords.ts'
import { installed, installing } from './installation.ts'
import { confirmBanks, leaveBankWaiting } from './catalogue/banks.ts'
import { attachDemoRoles } from './catalogue/category-roles.ts'
import { pilotCoeId } from './catalogue/reference.ts'
import { keepStock } from './catalogue/stock.ts'
import { dayAfter, officeTime } from './story/calendar.ts'
import { demoCast, registerStaff } from './people/cast.ts'
import { actOnFunds, fundingIdOf } from './money/funds.ts'
import { confirmLargeGift, leaveAllocationWaiting, type Two } from './money/second-person.ts'
import { tellStory } from './story/story.ts'
import { type StoryOrder, type StoryWorld, told } from './story/world.ts'

export type DemoData = {
  readonly handler: Handler
  readonly codes: Codes
  readonly emailSecret: string
  readonly placeOrder: (order: StoryOrder) => Promise<void>
  /** Milliseconds since 1970: the story ends on the day before. */
  readonly now: number
  /** The business date (ISO, UTC) from which the hospitals have their staff. */
  readonly opened: string
  readonly say: (line: string) => void
}

const HOUR_MS = 3_600_000
const DAYS = 730
/** Nobody's: it answers to no call. */
const SUPPORT_LINE = '08000000100'
const PATIENTS = 40
const STORY = { seed: 'demo' }
const AT_ONCE = 8
/** The first and the last thing that happens: the one says when the story begins, the other that all of it is there. */
const [OPENING, CLOSING] = [fundingIdOf(STORY, 'opening'), fundingIdOf(STORY, 'closing')]

/**
 * Forty patients at the six pilot hospitals over the two years before today, with money given, allocated, billed and
 * paid, in every state of the payment chain; through the commands, so that every rule holds in it. Needs the reference
 * data and the demo people. Loaded again, today or later, it adds nothing; cut off, it goes on where it stopped.
 */
export async function loadDemoData(demo: DemoData): Promise<void> {
  const { handler, codes, emailSecret, placeOrder, now, opened, say } = demo
  const last = await load(handler, funding, CLOSING)
  if (last.status === 'completed') return
  await registerStaff({ handler, emailSecret, at: opened })
  // Later than they were created, as of anybody who has chosen one (spec, open-questions Q009).
  await tellOwnPasswords(handler, new Date(Date.parse(opened) + HOUR_MS).toISOString())
  await attachDemoRoles({ handler, at: opened })
  const call = installing({ handler, at: opened }, 'SetSupportLine', SITE, { number: SUPPORT_LINE })
  if ((await load(handler, setting, SITE)).supportLine === undefined)
    installed(await handle(handler, setting, SITE, call))
  const world: StoryWorld = { handler, codes, emailSecret, placeOrder, forget: () => undefined, atOnce: AT_ONCE }
  const cast = demoCast()
  const known = DEMO_PEOPLE.filter(({ role }) => role === 'PATIENT').map(({ userId: patientId, gender, coeCode }) => ({
    patientId,
    gender,
    coeId: pilotCoeId(coeCode ?? ''),
  }))
  const firstDay = (await begunOn(handler)) ?? dayAfter(lagosDay(new Date(now).toISOString()), -DAYS)
  const lastDay = dayAfter(firstDay, DAYS - 1)
  const [giver, second] = cast.fundAdmins
  if (giver === undefined || second === undefined) throw new Error('Nobody feeds the pool')
  const two: Two = [giver, second]
  const gift = (fundingId: string, at: string, amount: number) => {
    const data = { benefactor: 'Friends of Cancer Care, public donations', amount: kobo(amount) }
    return { fundingId, command: told(STORY, 'RequestPoolCredit', [fundingId], giver, 'CREDIT_POOL', at, data) }
  }
  await actOnFunds(world, gift(OPENING, officeTime(firstDay, 0), 5_000_000_00))
  await confirmBanks(world, STORY, firstDay)
  await confirmLargeGift(world, STORY, two, firstDay)
  const plan = { ...STORY, cast, patients: PATIENTS, lastDay, days: DAYS, mailTag: '', known }
  let [year, soFar] = ['', '']
  for await (const { day, patients, bills } of tellStory(world, plan)) {
    await keepStock(world, STORY, cast.staff, firstDay, day)
    soFar = `${patients} patients, ${bills} bills up to ${day}`
    if (day.slice(0, 4) !== year && year !== '') say(soFar)
    year = day.slice(0, 4)
  }
  say(soFar)
  await leaveAllocationWaiting(world, STORY, two, lastDay)
  await leaveBankWaiting(world, STORY, lastDay)
  await actOnFunds(world, gift(CLOSING, officeTime(lastDay, 600), 2_500_000_00))
}

/** The day on which a load that was cut off had its story begin. */
async function begunOn(handler: Handler): Promise<string | undefined> {
  const [begun] = await handler.log.read<FundingEvent>(`funding-${OPENING}`)
  return begun === undefined ? undefined : lagosDay(begun.event.data.at)
}
