import { wasHandled } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { billPatient, finishBilling } from '#commands/money/transaction/bill-patient.ts'
import {
  type PricedLine,
  priceProducts,
  priceServices,
  type PricingRefusal,
} from '#commands/money/transaction/price-lines.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { isRefusal, type Refusal } from '#domain/kernel/decider.ts'
import type { Kobo } from '#domain/kernel/money.ts'
import { MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import { totalOf } from '#domain/money/transaction/rules.ts'
import { transaction } from '#domain/money/transaction/transaction.ts'
import { referenceProductId, referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { createChance } from '#scripts/demo/story/chance.ts'
import type { StoryPatient } from '#scripts/demo/care/patients.ts'
import type { PlannedBill } from '#scripts/demo/care/treatment.ts'
import { type Story, type StoryWorld, told } from '#scripts/demo/story/world.ts'

/** A bill of today with its prices. */
export type StoryBill = {
  readonly transactionId: string
  readonly orderId: string
  readonly patient: StoryPatient
  readonly planned: PlannedBill
  readonly lines: readonly PricedLine[]
  readonly total: Kobo
}

/** Prices as the server gives them, asked for once per hospital and item, all of one day: prices of the reference data stand still. */
export type Pricing = (coeId: string, planned: PlannedBill) => Promise<readonly PricedLine[]>

const DRUGS = new Map(MEDICINES.map(({ id, name }) => [name, referenceProductId(id)]))

/** The roles of those who bill in the story; each may bill all that one of them may. */
const ROLE_IDS = { drug: [roleIdOf('PHARMACIST')], service: [roleIdOf('COE_STAFF'), roleIdOf('DOCTOR')] }

export function createPricing({ handler }: Pick<StoryWorld, 'handler'>, day: string): Pricing {
  const known = new Map<string, PricedLine>()
  const priced = async (coeId: string, kind: PlannedBill['kind'], item: string): Promise<PricedLine> => {
    const key = `${coeId} ${item}`
    const found = known.get(key)
    if (found !== undefined) return found
    const itemId = kind === 'drug' ? DRUGS.get(item) : referenceServiceId(item)
    if (itemId === undefined) throw new Error(`No medicine ${item}`)
    const wanted = [{ itemId, quantity: 1 }]
    const lines: readonly PricedLine[] | Refusal<PricingRefusal> =
      kind === 'drug'
        ? await priceProducts(handler, ROLE_IDS.drug, wanted)
        : await priceServices(handler, { coeId, roleIds: ROLE_IDS.service, day }, wanted)
    const [line] = isRefusal(lines) ? [] : lines
    if (line === undefined) throw new Error(`${item} has no price`)
    known.set(key, line)
    return line
  }
  return async (coeId, { kind, items }) => {
    const lines: PricedLine[] = []
    for (const [item, quantity] of items) lines.push({ ...(await priced(coeId, kind, item)), quantity })
    return lines
  }
}

/** The `nth` bill of a patient, priced. */
export async function storyBill(
  { seed }: Story,
  patient: StoryPatient,
  nth: number,
  pricing: Pricing,
): Promise<StoryBill> {
  const planned = patient.bills[nth]
  if (planned === undefined) throw new RangeError(`${patient.patientId} has no bill ${nth}`)
  const lines = await pricing(patient.staff.coeId, planned)
  const orderId = deriveId('story', seed, 'order', patient.patientId, String(nth))
  const transactionId =
    planned.kind === 'drug'
      ? deriveId('drug-order', orderId) // as the API does: one order is billed once
      : deriveId('story', seed, 'bill', patient.patientId, String(nth))
  return { transactionId, orderId, patient, planned, lines, total: totalOf(lines) }
}

/** Bills the patient, or sees to it that a bill of before is finished. */
export async function actOnBill(story: Story, world: StoryWorld, bill: StoryBill, at: string): Promise<void> {
  const { handler, codes, placeOrder } = world
  const { transactionId, orderId, patient, planned, lines } = bill
  const { patientId, staff } = patient
  const { kind, comment } = planned
  const chance = createChance(story.seed, 'biller', transactionId)
  // Doctors bill as well; a doctor's own patients more often than not.
  const billers = kind === 'drug' ? staff.pharmacists : [...staff.clerks, patient.doctor]
  const biller = chance.pick(billers)
  const permission = kind === 'drug' ? 'BILL_DRUGS' : 'BILL_SERVICES'
  const cause = told(story, 'RequestBilling', [transactionId], biller, permission, at, {})
  if (await wasHandled(handler, transaction, transactionId, cause.id)) {
    const finished = await finishBilling(handler, transactionId, cause)
    if (finished.outcome === 'refused') throw new Error(`Bill ${transactionId}: ${finished.refusal.refused}`)
    return
  }
  const { coeId } = staff
  if (kind === 'drug') await placeOrder({ id: orderId, patientId, coeId, orderedBy: biller.userId, at })
  const reference = await codes.next('TRX', Number(at.slice(0, 4)))
  const order = kind === 'drug' ? { orderId } : {}
  const data = { reference, kind, patientId, coeId, ...order, lines, documents: [], comment }
  const billed = await billPatient(handler, transactionId, { ...cause, data })
  if (billed.outcome === 'refused') throw new Error(`Bill ${transactionId}: ${billed.refusal.refused}`)
}
