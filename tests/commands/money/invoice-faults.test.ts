import { expect, test } from 'vitest'
import { checkInvoices } from '#commands/money/ledger/verify-invoices.ts'
import { handle, type Handler, load } from '#commands/handle.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { createMemoryLog } from '#commands/log/memory/log.ts'
import { INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import { invoice } from '#domain/money/invoice/invoice.ts'
import { isBilled, transaction } from '#domain/money/transaction/transaction.ts'
import { bill, complete } from '#tests/domain/money/transaction/bills.ts'
import { faultAt, FaultyAnswer, faultyLog } from '#tests/support/faulty-log.ts'
import { recordedIn } from '#tests/support/memory-world.ts'
import { generate, invoiceIdOf, invoiceStep, type OfStory, sendInvoiceBack } from './invoices.ts'
import { startProcess } from './money-world.ts'
import { recoverMoney } from './recover-money.ts'

// A fault at every append of every step of an invoice of several bills: whole, or not begun. That of one bill, with its
// money, is among the moves (money-moves.test.ts).

const MANY = 4
type Act = (handler: Handler, place: OfStory) => Promise<unknown>

const idsOf = ({ story }: OfStory) => Array.from({ length: MANY }, (_, index) => `${story}-${index}`)
const invoiceThem = generate(idsOf)
const steps = INVOICE_STEPS.map((step) => invoiceStep(step))

const ACTS: readonly (readonly [name: string, before: readonly Act[], act: Act])[] = [
  ['its generation', [], invoiceThem],
  ...INVOICE_STEPS.map((step, index) => [step, [invoiceThem, ...steps.slice(0, index)], invoiceStep(step)] as const),
  ['its return while it is pending', [invoiceThem], sendInvoiceBack('cmd-person')],
  ['its return from the chain', [invoiceThem, ...steps.slice(0, 3)], sendInvoiceBack()],
]

const keys = createMemoryKeys()

/** A log with the bills of a story, and what was done with them before. */
async function begin(before: readonly Act[]) {
  const log = createMemoryLog()
  const place = { story: 'faults', coeId: 'coe-faults' }
  const { handler } = startProcess(log, keys)
  for (const id of idsOf(place)) {
    await handle(handler, transaction, id, bill({ coeId: place.coeId }))
    await handle(handler, transaction, id, complete())
  }
  for (const act of before) await act(handler, place)
  return { log, place }
}

type World = Awaited<ReturnType<typeof begin>>

/** Where the invoice and its bills stand, what was written of each, and what verify says of it. */
async function standing({ log, place }: World) {
  const process = startProcess(log, keys)
  const events = await recordedIn(process)
  const wrong: unknown[] = []
  const check = checkInvoices((difference) => wrong.push(difference))
  for (const read of events) {
    const { id, position, stream, revision, recordedAt } = read
    check.event({ id, position, stream, revision, recordedAt, type: read.event.type, data: '', meta: '' }, read)
  }
  const bills = await Promise.all(idsOf(place).map((id) => load(process.handler, transaction, id)))
  return {
    wrong,
    invoice: await load(process.handler, invoice, invoiceIdOf(place)),
    bills: bills.map((one) => (isBilled(one) ? [one.status, one.invoice?.id, one.acts] : one.status)),
    // In whatever order the bills went: each writes its own once.
    wrote: events.map(({ stream, event }) => `${stream} ${event.type}`).sort(),
  }
}

test.each(ACTS)('%s is whole or not begun, whichever append fails or loses its answer', async (_, before, act) => {
  const undisturbed = await begin(before)
  const unbegun = await standing(undisturbed)
  let appends = 0
  const counting = faultyLog(undisturbed.log, (append) => ((appends = append), 'pass'))
  await act(startProcess(counting, keys).handler, undisturbed.place)
  const whole = await standing(undisturbed)
  expect(whole.wrong).toEqual([])
  // An intention, each bill, an outcome.
  expect(appends).toBe(MANY + 2)
  for (let at = 1; at <= appends; at += 1)
    for (const fault of ['fail before', 'lose answer'] as const) {
      const world = await begin(before)
      const { handler } = startProcess(faultyLog(world.log, faultAt(at, fault)), keys)
      await expect(act(handler, world.place)).rejects.toThrow(FaultyAnswer)
      // The process is gone. Another one recovers what it left; the caller has heard nothing.
      await recoverMoney(startProcess(world.log, keys))
      const isBegun = at > 1 || fault === 'lose answer'
      expect(await standing(world)).toEqual(isBegun ? whole : unbegun)
      // The caller asks again, twice: from now on it stands, once.
      for (let time = 0; time < 2; time += 1) await act(startProcess(world.log, keys).handler, world.place)
      expect(await standing(world)).toEqual(whole)
    }
})
