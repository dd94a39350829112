import { load } from '#commands/handle.ts'
import { setting, sharesIn, SITE } from '#domain/people/setting/setting.ts'
import { atOnce } from '#scripts/demo/installation.ts'
import { actOnBill, createPricing, storyBill, type StoryBill } from '#scripts/demo/money/bills.ts'
import { dayAfter, isWeekend, officeTime, workingDay } from './calendar.ts'
import type { Cast, Staff } from '#scripts/demo/people/cast.ts'
import { createChance } from './chance.ts'
import { createDisputes, SETTLED_DAYS } from '#scripts/demo/money/disputes.ts'
import { actOnFunds, createFunds } from '#scripts/demo/money/funds.ts'
import { type KnownPatient, storyPatient, type StoryPatient } from '#scripts/demo/care/patients.ts'
import { actOnInvoice, INVOICE_DAYS, type InvoiceWeek, isInvoiced } from '#scripts/demo/money/invoices.ts'
import { actOnRound, type BilledOn, type Round, ROUND_DAYS } from '#scripts/demo/money/payments.ts'
import { actOnReturn, type Returned, sentBack } from '#scripts/demo/money/returns.ts'
import { createWallets } from '#scripts/demo/money/wallets.ts'
import type { Story, StoryWorld } from './world.ts'

/** What a story is about. Nothing in it depends on chance that the seed does not decide, nor on what the log says. */
export type StoryPlan = Story & {
  readonly cast: Cast
  readonly patients: number
  /** The last day (YYYY-MM-DD, Lagos) on which something happens, and how many days there are up to it. */
  readonly lastDay: string
  readonly days: number
  /** Stands in e-mails, to keep those of one story apart from another's. */
  readonly mailTag: string
  /** Patients who are registered already: the first of the story. */
  readonly known: readonly KnownPatient[]
}

/** A day that has been told, with what there is so far. */
export type StoryDay = { readonly day: string; readonly patients: number; readonly bills: number }

/** The known patients came this many days before the end: they are under treatment now. */
const KNOWN_CAME = 120

/**
 * Two years of the fund, day by day, through the real commands: patients come, are funded and treated, hospitals bill,
 * answer what is sent back to them, and are paid by the five steps. The story told again on the same log adds nothing, and goes on where it was cut off.
 */
export async function* tellStory(world: StoryWorld, plan: StoryPlan): AsyncGenerator<StoryDay> {
  const { cast, patients, lastDay, days } = plan
  const { handler, forget } = world
  const basisPoints = sharesIn(await load(handler, setting, SITE))
  const wallets = createWallets(plan, createFunds(plan, cast, patients))
  const pricing = createPricing(world, lastDay)
  const arrivals = createArrivals(plan)
  const disputes = createDisputes(plan, world, cast)
  /** Who is billed on which day: the `nth` bill of their treatment. */
  const visits = new Map<string, { readonly patient: StoryPatient; readonly nth: number }[]>()
  /** By hospital, what is billed and in no round yet. */
  const open = new Map<string, BilledOn[]>(cast.staff.map(({ coeId }) => [coeId, []]))
  let rounds: Round[] = []
  /** The same of what goes on invoices, and the weeks that are on one. */
  const toInvoice = new Map<string, BilledOn[]>(cast.staff.map(({ coeId }) => [coeId, []]))
  let weeks: InvoiceWeek[] = []
  /** What was sent back to the hospitals, and is not answered yet. */
  const returns = new Map<string, Returned[]>(cast.staff.map(({ coeId }) => [coeId, []]))
  /** Whose treatment has ended, and when: the first to end first. */
  const leaving: { readonly patientId: string; readonly since: string }[] = []
  let [came, billed] = [0, 0]

  async function receive(day: string): Promise<void> {
    const arrived = arrivals.on(day)
    came += arrived.length
    for (const patient of arrived) {
      for (const [nth, { afterDays }] of patient.bills.entries()) {
        const on = workingDay(dayAfter(day, afterDays))
        const others = visits.get(on)
        if (others === undefined) visits.set(on, [{ patient, nth }])
        else others.push({ patient, nth })
      }
    }
    await atOnce(world.atOnce, arrived, async (patient) => {
      await patient.register(world, officeTime(day, 60))
      for (const stream of [`user-${patient.patientId}`, `patient-${patient.patientId}`]) forget(stream)
    })
  }

  /** When of the day a bill is made, in minutes after eight. */
  const minuteOf = ({ transactionId }: StoryBill) =>
    120 + createChance(plan.seed, 'hour', transactionId).between(0, 300)

  async function treat(day: string): Promise<void> {
    const today = visits.get(day) ?? []
    visits.delete(day)
    const bills: StoryBill[] = []
    for (const { patient, nth } of today) bills.push(await storyBill(plan, patient, nth, pricing))
    // As the day goes on: a log that dates each event by its business time never goes back.
    bills.sort((one, other) => minuteOf(one) - minuteOf(other))
    for (const bill of bills) for (const act of wallets.actsBefore(bill, day)) await actOnFunds(world, act)
    await atOnce(world.atOnce, byPatient(bills), async (own) => {
      for (const bill of own) await actOnBill(plan, world, bill, officeTime(day, minuteOf(bill)))
    })
    for (const { transactionId, patient } of bills)
      (isInvoiced(plan, transactionId) ? toInvoice : open).get(patient.staff.coeId)?.push({ transactionId, day })
    billed += bills.length
    for (const { patient, nth } of today) {
      if (nth < patient.bills.length - 1) continue
      wallets.close(patient.patientId)
      leaving.push({ patientId: patient.patientId, since: day })
    }
  }

  /** Of whom nothing more is told: a dispute of the last bill may give money back long after it. */
  function leave(day: string): void {
    const gone = leaving.findIndex(({ since }) => dayAfter(since, SETTLED_DAYS) >= day)
    for (const { patientId } of leaving.splice(0, gone === -1 ? leaving.length : gone))
      forget(`wallet-patient:${patientId}`)
  }

  async function pay(day: string): Promise<void> {
    if (isWeekend(day)) return
    await atOnce(world.atOnce, rounds, async (round) => {
      const { returned, isPaid } = await actOnRound(plan, world, cast, basisPoints, round, day)
      returns.get(round.coeId)?.push(...sentBack(plan, returned, day))
      if (isPaid) rounds = rounds.filter((other) => other !== round)
    })
    await atOnce(world.atOnce, weeks, async (week) => {
      const staff = cast.staff.find(({ coeId }) => coeId === week.coeId)
      if (staff === undefined) return
      const telling = { story: plan, world, cast, basisPoints }
      const { released, hasEnded } = await actOnInvoice(telling, staff, week, day)
      toInvoice.get(week.coeId)?.push(...released)
      if (hasEnded) weeks = weeks.filter((other) => other !== week)
    })
  }

  /** What a hospital answers today goes into its next round. */
  async function answer(day: string): Promise<void> {
    await atOnce(world.atOnce, cast.staff, async (staff) => {
      const waiting = returns.get(staff.coeId) ?? []
      const due = waiting.filter(({ answeredOn }) => answeredOn === day)
      for (const one of due) await actOnReturn(plan, world, staff, one)
      open.get(staff.coeId)?.push(...due)
      if (due.length > 0)
        returns.set(
          staff.coeId,
          waiting.filter((one) => !due.includes(one)),
        )
    })
  }

  /** What is disputed goes into no round before it is ended. */
  async function dispute(day: string): Promise<void> {
    await atOnce(world.atOnce, cast.staff, async (staff) => {
      open.set(staff.coeId, await disputes.on(staff, open.get(staff.coeId) ?? [], day))
    })
  }

  /** Ends the fortnight of the hospitals whose last day it is. */
  function endRounds(day: string, daysLeft: number): void {
    for (const [place, { coeId }] of cast.staff.entries()) {
      const offset = Math.round((place * ROUND_DAYS) / cast.staff.length)
      const bills = open.get(coeId) ?? []
      if ((daysLeft - offset) % ROUND_DAYS !== 0 || bills.length === 0) continue
      // What was returned from an earlier round is of an earlier day.
      const periodStart = bills.reduce((first, bill) => (bill.day < first ? bill.day : first), day)
      rounds.push({ coeId, periodStart, periodEnd: day, bills, taken: 0 })
      open.set(coeId, [])
    }
  }

  /** Ends the week of the hospitals whose last day it is. */
  function endWeeks(day: string, daysLeft: number): void {
    for (const [place, { coeId }] of cast.staff.entries()) {
      const bills = toInvoice.get(coeId) ?? []
      if ((daysLeft - place) % INVOICE_DAYS !== 0 || bills.length === 0) continue
      const periodStart = bills.reduce((first, bill) => (bill.day < first ? bill.day : first), day)
      weeks.push({ coeId, periodStart, periodEnd: day, bills, taken: 0 })
      toInvoice.set(coeId, [])
    }
  }

  for (let daysLeft = days - 1; daysLeft >= 0; daysLeft -= 1) {
    const day = dayAfter(lastDay, -daysLeft)
    await receive(day)
    await answer(day)
    await dispute(day)
    leave(day)
    await treat(day)
    await pay(day)
    endRounds(day, daysLeft)
    endWeeks(day, daysLeft)
    yield { day, patients: came, bills: billed }
  }
}

/** Gives the patients who come on a day, in order; half of them in the last quarter of the time, as the fund grows known. */
function createArrivals(plan: StoryPlan): { on(day: string): readonly StoryPatient[] } {
  const { cast, patients, lastDay, days, known } = plan
  const firstDay = dayAfter(lastDay, 1 - days)
  const others = Math.max(0, patients - known.length)
  let [knownCame, othersCame] = [0, 0]

  const arrivalOf = (other: number): string => {
    const part = (other + 0.5) / others
    const share = part < 0.5 ? 1.5 * part : 0.5 + 0.5 * part
    return workingDay(dayAfter(firstDay, Math.floor(share * (days - 3))))
  }
  const staffOf = (index: number): Staff => {
    const coeId = known[index]?.coeId
    const staff = cast.staff.find((one) => one.coeId === coeId) ?? cast.staff[index % cast.staff.length]
    if (staff === undefined) throw new Error('The story has no hospital')
    return staff
  }
  const admit = (index: number, day: string) =>
    storyPatient(plan, index, staffOf(index), Number(day.slice(0, 4)), known[index])

  return {
    on(day) {
      const came: StoryPatient[] = []
      for (; knownCame < known.length && day >= dayAfter(lastDay, 1 - KNOWN_CAME); knownCame += 1)
        came.push(admit(knownCame, day))
      for (; othersCame < others && arrivalOf(othersCame) <= day; othersCame += 1)
        came.push(admit(known.length + othersCame, day))
      return came
    },
  }
}

/** Bills of one patient stay in order. */
function byPatient(bills: readonly StoryBill[]): readonly (readonly StoryBill[])[] {
  const groups = new Map<string, StoryBill[]>()
  for (const bill of bills) {
    const own = groups.get(bill.patient.patientId)
    if (own === undefined) groups.set(bill.patient.patientId, [bill])
    else own.push(bill)
  }
  return [...groups.values()]
}
