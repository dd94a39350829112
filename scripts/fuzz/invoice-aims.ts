import { lagosDay } from '#domain/kernel/dates.ts'
import { INVOICE_CHAIN, INVOICE_STEPS, type InvoiceStep } from '#domain/money/invoice/chain.ts'
import { INVOICE_STEP_PATHS } from '#api/money/contracts/invoice-steps.ts'
import { all, asking, firstOf, whoMay, type World } from './aim-world.ts'
import { bill } from './billing-aims.ts'
import type { Person } from './callers.ts'
import type { Aim } from './calls.ts'
import type { Operation } from './operations.ts'

/** The days that an invoice is made for: that of the bill which is made for it. */
const today = ({ context }: World) => {
  const day = lagosDay(new Date(context.now()).toISOString())
  return { startDate: day, endDate: day }
}

/** A bill of the last of the hospitals, as the steps of bills alone begin with those of the first; and who generates there. */
async function freshBill(world: World): Promise<Person | undefined> {
  const clerk = await bill(world, -1)
  return clerk && whoMay(world, 'GENERATE_INVOICE').find(({ coeId }) => coeId === clerk.coeId)
}

type Made = { readonly id: string; readonly coeId: string | null }

/** An invoice that waits for a step, brought there by those before. */
async function invoiceAt(world: World, step: InvoiceStep): Promise<Made | undefined> {
  const by = await freshBill(world)
  if (by === undefined) return undefined
  const { text } = await asking(world)(by, 'POST', '/api/coes/invoice', today(world))
  const id: string = JSON.parse(text).data.id
  const { status } = (await firstOf<{ status: string }>(world, `select status from invoice where id = '${id}'`)) ?? {}
  const from = status === 'cmd approved' ? 1 : 0
  for (const before of INVOICE_STEPS.slice(from, INVOICE_STEPS.indexOf(step))) {
    const [person] = whoMayOn(world, before, by.coeId)
    if (person !== undefined) await asking(world)(person, 'POST', INVOICE_STEP_PATHS[before], { invoice_id: id })
  }
  return { id, coeId: by.coeId }
}

/** The CMD's step is the hospital's own. */
const whoMayOn = (world: World, step: InvoiceStep, coeId: string | null): readonly Person[] =>
  whoMay(world, INVOICE_CHAIN.link(step).permission).filter((person) =>
    step === 'cmd' ? person.coeId === coeId : person.isEverywhere,
  )

/** Of a bill that is made for it. */
export async function invoicesToGenerate(world: World): Promise<readonly Aim[]> {
  const by = await freshBill(world)
  return by === undefined ? [] : [{ by: by.id, body: today(world) }]
}

export async function invoicesToPreview(world: World): Promise<readonly Aim[]> {
  const by = await freshBill(world)
  return by === undefined ? [] : [{ by: by.id, querystring: today(world) }]
}

/** Each invoice waits for the step, for everybody who may take it. */
export async function invoicesToStep(world: World, { url }: Operation): Promise<readonly Aim[]> {
  const step = INVOICE_STEPS.find((one) => INVOICE_STEP_PATHS[one] === url) ?? 'cmd'
  const made = await invoiceAt(world, step)
  if (made === undefined) return []
  return whoMayOn(world, step, made.coeId).map(({ id: by }) => ({ by, body: { invoice_id: made.id } }))
}

/** By the CMD, and by whose turn it would be next. */
export async function invoicesToReturn(world: World): Promise<readonly Aim[]> {
  const made = await invoiceAt(world, 'cmd')
  if (made === undefined) return []
  return whoMayOn(world, 'cmd', made.coeId).map(({ id: by }) => ({
    by,
    body: { invoice_id: made.id, reason: 'It is for another month' },
  }))
}

export async function invoicesToAskAbout(world: World): Promise<readonly Aim[]> {
  const made = await invoiceAt(world, 'initiate')
  if (made === undefined) return []
  return whoMayOn(world, 'initiate', made.coeId).map(({ id: by }) => ({
    by,
    body: { step: 'initiate', invoices: [made.id] },
  }))
}

export async function invoicesToRead(world: World): Promise<readonly Aim[]> {
  const known = () => all<{ id: string }>(world, 'select id from invoice order by id limit 4')
  const invoices = await known()
  if (invoices.length === 0) await invoiceAt(world, 'cmd')
  return (invoices.length === 0 ? await known() : invoices).map((params) => ({ params }))
}
