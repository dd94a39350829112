import type { Begun } from '#commands/money/invoice/begun.ts'
import { generateInvoice, invoiceOf } from '#commands/money/invoice/generate-invoice.ts'
import { returnInvoice } from '#commands/money/invoice/return-invoice.ts'
import { takeInvoiceStep } from '#commands/money/invoice/take-invoice-step.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { INVOICE_CHAIN, INVOICE_STEPS, type InvoiceLinkStep, type InvoiceStep } from '#domain/money/invoice/chain.ts'
import type { BasisPoints } from '#domain/money/transaction/rules.ts'
import type { Cast, Staff } from '#scripts/demo/people/cast.ts'
import { dayAfter, officeTime } from '#scripts/demo/story/calendar.ts'
import { createChance } from '#scripts/demo/story/chance.ts'
import { type Actor, type Story, type StoryWorld, told } from '#scripts/demo/story/world.ts'
import type { BilledOn } from './payments.ts'

/** Each hospital makes an invoice of a week. */
export const INVOICE_DAYS = 7
/** How many of the bills go on invoices; the others are initiated by themselves, by the fortnight. */
const INVOICED = 0.5
/** How many days after its week each step of an invoice is taken: a week apart, so that one always stands at each. */
const LAGS: Readonly<Record<InvoiceLinkStep, number>> = {
  ...{ generate: 1, cmd: 8, initiate: 15, recommend: 22, approve: 29, dfa: 36, permsec: 43 },
}
const STEPS: readonly InvoiceLinkStep[] = ['generate', ...INVOICE_STEPS]
/** In the story's last weeks the staff generate, so that something waits for the CMD. */
const LAST_WEEKS = 30
const [BY_CMD, RETURNED] = [0.25, 0.04]

const REASONS = [
  'The quantities of two bills are to be confirmed by the hospital',
  'The period overlaps with the invoice before: please generate it again',
  'One of the attachments cannot be read',
] as const

/** A week of a hospital's bills, on their way through the chain on one invoice. */
export type InvoiceWeek = {
  readonly coeId: string
  readonly periodStart: string
  readonly periodEnd: string
  readonly bills: readonly BilledOn[]
  /** How many steps have been taken, that of generating it among them. */
  taken: number
}

/** Whether a bill goes on an invoice of its hospital. */
export const isInvoiced = ({ seed }: Story, transactionId: string): boolean =>
  createChance(seed, 'way', transactionId).happens(INVOICED)

type Telling = {
  readonly story: Story & { readonly lastDay: string }
  readonly world: StoryWorld
  readonly cast: Cast
  readonly basisPoints: BasisPoints
}

/** Takes the step that is due on this day, if any. Answers what was released by a return, and whether it has ended. */
export async function actOnInvoice(
  telling: Telling,
  staff: Staff,
  week: InvoiceWeek,
  day: string,
): Promise<{ readonly released: readonly BilledOn[]; readonly hasEnded: boolean }> {
  const step = STEPS[week.taken]
  if (step === undefined || day < dayAfter(week.periodEnd, LAGS[step])) return { released: [], hasEnded: false }
  const { story, world } = telling
  const { coeId, periodEnd } = week
  const chance = createChance(story.seed, 'invoice', coeId, periodEnd, step)
  const at = officeTime(day, 470 + chance.between(0, 115))
  const generating = generationOf(story, staff, week)
  const invoiceId = invoiceOf(generating)
  if (step === 'generate') {
    const number = () => world.codes.next('INV', Number(at.slice(0, 4)))
    const ids = week.bills.map(({ transactionId }) => transactionId)
    await ended(await generateInvoice(world.handler, ids, { ...generating, at }, number))
    week.taken = generating.data.isByCmd ? 2 : 1
    return { released: [], hasEnded: false }
  }
  const { permission } = INVOICE_CHAIN.link(step)
  const actor = chance.pick(step === 'cmd' ? staff.cmds : telling.cast.payers[step])
  const ofCoe = step === 'cmd' ? coeId : undefined
  const about = [coeId, periodEnd, step]
  const isLate = step === 'recommend' || step === 'approve'
  if (isLate && createChance(story.seed, 'invoice returned', ...about).happens(RETURNED)) {
    const data = {
      reason: chance.pick(REASONS),
      mayTake: [step],
      toTell: toTell(telling, staff, undefined, day),
      ofCoe,
    }
    const request = told(story, 'RequestInvoiceReturn', about, actor, permission, at, data)
    await ended(await returnInvoice(world.handler, invoiceId, request))
    return { released: week.bills, hasEnded: true }
  }
  await takeStep(telling, staff, { invoiceId, step, actor, permission, at, about, ofCoe }, day)
  week.taken += 1
  const hasEnded = week.taken === STEPS.length
  if (hasEnded) for (const { transactionId } of week.bills) world.forget(`transaction-${transactionId}`)
  return { released: [], hasEnded }
}

/** Who asks for the invoice of a week, and as whom; when is the day's. */
function generationOf(story: Telling['story'], staff: Staff, { coeId, periodStart, periodEnd }: InvoiceWeek) {
  const chance = createChance(story.seed, 'generates', coeId, periodEnd)
  const isByCmd = chance.happens(BY_CMD) && periodEnd < dayAfter(story.lastDay, -LAST_WEEKS)
  const by = chance.pick(isByCmd ? staff.cmds : staff.clerks)
  const data = { coeId, periodStart, periodEnd, isByCmd, toTell: [] }
  const at = officeTime(dayAfter(periodEnd, LAGS.generate), 0)
  return told(story, 'GenerateInvoice', [coeId, periodEnd], by, 'GENERATE_INVOICE', at, data)
}

type Taking = {
  readonly invoiceId: string
  readonly step: InvoiceStep
  readonly actor: Actor
  readonly permission: Permission
  readonly at: string
  readonly about: readonly string[]
  readonly ofCoe: string | undefined
}

async function takeStep(telling: Telling, staff: Staff, taking: Taking, day: string): Promise<void> {
  const { story, world, basisPoints } = telling
  const { invoiceId, step, actor, permission, at, about, ofCoe } = taking
  const next = INVOICE_STEPS[INVOICE_STEPS.indexOf(step) + 1]
  const data = { step, toTell: toTell(telling, staff, next, day), ofCoe }
  const command = told(story, 'TakeInvoiceStep', about, actor, permission, at, data)
  const number = () => world.codes.next('PAY', Number(at.slice(0, 4)))
  await ended(await takeInvoiceStep(world.handler, invoiceId, command, { basisPoints, number }))
}

/** Of the story's last days, whoever takes the next step is told by mail; at an end the hospital's CMD. */
function toTell({ story, cast }: Telling, staff: Staff, next: InvoiceStep | undefined, day: string): string[] {
  if (day < dayAfter(story.lastDay, -2)) return []
  const people = next === undefined || next === 'cmd' ? staff.cmds : cast.payers[next]
  return people.map(({ userId }) => userId)
}

async function ended(begun: Begun): Promise<void> {
  if (begun.outcome === 'refused') throw new Error(`An invoice of the story: ${begun.refusal.refused}`)
  await begun.ended
}
