import { load } from '../../../commands/handle.ts'
import { type Kobo, kobo } from '../../../domain/kernel/money.ts'
import { setting, sharesIn, SITE } from '../../../domain/setting/setting.ts'
import { atOnce } from '../installation.ts'
import { actOnBill, createPricing, storyBill, type StoryBill } from './bills.ts'
import { dayAfter, isWeekend, officeTime, workingDay } from './calendar.ts'
import type { Cast, Staff } from './cast.ts'
import { createChance } from './chance.ts'
import { actOnFunds, createFunds } from './funds.ts'
import { type KnownPatient, storyPatient, type StoryPatient } from './patients.ts'
import { actOnRound, type Round, ROUND_DAYS } from './payments.ts'
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
const STEP = 50_000_00

/**
 * Two years of the fund, day by day, through the real commands: patients come, are funded and treated, hospitals bill
 * and are paid by the five steps. The story told again on the same log adds nothing, and goes on where it was cut off.
 */
export async function* tellStory(world: StoryWorld, plan: StoryPlan): AsyncGenerator<StoryDay> {
  const { cast, patients, lastDay, days, known } = plan
  const { handler, forget } = world
  const basisPoints = sharesIn(await load(handler, setting, SITE))
  const funds = createFunds(plan, cast, patients)
  const pricing = createPricing(world)
  const balances = new Map<string, number>()
  const visits = new Map<string, { patient: StoryPatient; nth: number }[]>()
  const open = new Map<string, string[]>(cast.staff.map(({ coeId }) => [coeId, []]))
  let rounds: Round[] = []
  const firstDay = dayAfter(lastDay, 1 - days)
  let [knownCame, othersCame, billed] = [0, 0, 0]

  /** Patients come in order: half of them in the last quarter of the time, as the fund becomes known. */
  const arrivesOn = (index: number): string => {
    const isKnown = known[index] !== undefined
    const part = (index - known.length + 0.5) / Math.max(1, patients - known.length)
    const share = part < 0.5 ? 1.5 * part : 0.5 + 0.5 * part
    return workingDay(dayAfter(firstDay, isKnown ? days - KNOWN_CAME : Math.floor(share * (days - 3))))
  }
  const staffOf = (index: number): Staff => {
    const coeId = known[index]?.coeId
    const staff = cast.staff.find((one) => one.coeId === coeId) ?? cast.staff[index % cast.staff.length]
    if (staff === undefined) throw new Error('The story has no hospital')
    return staff
  }
  const admit = (index: number, day: string): StoryPatient => {
    const patient = storyPatient(plan, index, staffOf(index), Number(day.slice(0, 4)), known[index])
    balances.set(patient.patientId, 0)
    for (const [nth, { afterDays }] of patient.bills.entries()) {
      const on = workingDay(dayAfter(day, afterDays))
      const already = visits.get(on)
      if (already === undefined) visits.set(on, [{ patient, nth }])
      else already.push({ patient, nth })
    }
    return patient
  }

  /** The wallet always pays what is billed: when it would not, the fund administrator puts in more before. */
  const fundFor = (bill: StoryBill, day: string) => {
    const { patient, total } = bill
    const { patientId, staff } = patient
    const balance = balances.get(patientId) ?? 0
    balances.set(patientId, balance - total)
    if (balance >= total) return []
    const chance = createChance(plan.seed, 'amount', patientId, day)
    const isFirst = balance === 0
    const least = isFirst ? chance.between(16, 34) * STEP : chance.between(6, 14) * STEP
    const amount: Kobo = kobo(Math.max(least, STEP * Math.ceil((total - balance) / STEP)))
    balances.set(patientId, balance + amount - total)
    const reason = isFirst
      ? 'Treatment plan approved by the committee'
      : 'Further treatment, as the tumour board advised'
    const minutes = chance.between(0, 25)
    const times = { credit: minutes, allocation: 30 + minutes, funding: 75 + minutes }
    const at = (kind: keyof typeof times) => officeTime(day, times[kind])
    return funds.give(staff, patientId, amount, reason, {
      credit: at('credit'),
      allocation: at('allocation'),
      funding: at('funding'),
    })
  }

  for (let index = 0; index < days; index += 1) {
    const day = dayAfter(firstDay, index)
    const came: StoryPatient[] = []
    for (; knownCame < known.length && arrivesOn(knownCame) <= day; knownCame += 1) came.push(admit(knownCame, day))
    for (; known.length + othersCame < patients && arrivesOn(known.length + othersCame) <= day; othersCame += 1)
      came.push(admit(known.length + othersCame, day))
    await atOnce(world.atOnce, came, async (patient) => {
      await patient.register(world, officeTime(day, 60))
      for (const stream of [`user-${patient.patientId}`, `patient-${patient.patientId}`]) forget(stream)
    })

    const today = visits.get(day) ?? []
    visits.delete(day)
    const bills: StoryBill[] = []
    for (const { patient, nth } of today) bills.push(await storyBill(plan, patient, nth, pricing))
    for (const bill of bills) for (const act of fundFor(bill, day)) await actOnFunds(world, act)
    await atOnce(world.atOnce, byPatient(bills), async (own) => {
      for (const bill of own) {
        const chance = createChance(plan.seed, 'hour', bill.transactionId)
        await actOnBill(plan, world, bill, officeTime(day, 120 + chance.between(0, 300)))
      }
    })
    for (const { transactionId, patient } of bills) {
      open.get(patient.staff.coeId)?.push(transactionId)
    }
    billed += bills.length
    for (const { patient, nth } of today) {
      if (nth === patient.bills.length - 1) {
        forget(`wallet-patient:${patient.patientId}`)
        balances.delete(patient.patientId)
      }
    }

    if (!isWeekend(day)) {
      await atOnce(world.atOnce, rounds, async (round) => {
        const { returned, isPaid } = await actOnRound(plan, world, cast, basisPoints, round, day)
        open.get(round.coeId)?.push(...returned)
        if (isPaid) rounds = rounds.filter((other) => other !== round)
      })
    }
    for (const [place, { coeId }] of cast.staff.entries()) {
      const offset = Math.round((place * ROUND_DAYS) / cast.staff.length)
      const transactionIds = open.get(coeId) ?? []
      if ((days - 1 - index - offset) % ROUND_DAYS !== 0 || transactionIds.length === 0) continue
      rounds.push({ coeId, periodStart: dayAfter(day, 1 - ROUND_DAYS), periodEnd: day, transactionIds, taken: 0 })
      open.set(coeId, [])
    }
    yield { day, patients: knownCame + othersCame, bills: billed }
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
