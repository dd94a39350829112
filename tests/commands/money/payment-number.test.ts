import { expect, test } from 'vitest'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { billPatient } from '#commands/money/transaction/bill-patient.ts'
import { takeStep } from '#commands/money/transaction/take-step.ts'
import { kobo } from '#domain/kernel/money.ts'
import { payment } from '#projections/money/payment/payment.ts'
import { command } from '#tests/support/command.ts'
import { createMemoryWorld, recordedIn, rowsOf } from '#tests/support/memory-world.ts'

const coeId = 'coe-1'
const bulk = {
  ...{ step: 'initiate' as const, coeId, period: { start: '2026-01-01', end: '2026-03-02' } },
  basisPoints: { coe: 10_000, bank: 0, manufacturer: 0, emge: 0 },
}

/** A log with three bills, and numbers that are counted as they are drawn. */
async function billed() {
  const world = createMemoryWorld()
  const { handler } = world
  const amount = kobo(1_000_00)
  await moveFunds(handler, 'credit', command('RequestPoolCredit', { benefactor: 'Giver', amount }))
  await moveFunds(handler, 'allocation', command('RequestAllocation', { coeId, amount }))
  const wallet = { coeId, patientId: 'patient-1', amount, reason: 'Treatment', cap: amount }
  await moveFunds(handler, 'funding', command('RequestPatientFunding', wallet))
  for (const id of ['one', 'two', 'three']) {
    const lines = [{ itemId: 'item', name: 'Scan', categoryId: 4, quantity: 1, price: kobo(100) }]
    const bill = { reference: id, kind: 'service' as const, patientId: 'patient-1', coeId, lines, documents: [] }
    await billPatient(handler, id, command('RequestBilling', bill))
  }
  let drawn = 0
  const number = async () => {
    drawn += 1
    return `PAY-2026-${drawn}`
  }
  const payments = async () =>
    rowsOf(payment, await recordedIn(world)).map(({ reference, transactions }) => [reference, transactions])
  return { handler, number, drawn: () => drawn, payments, recorded: () => recordedIn(world) }
}

test('a payment that was cut off while it was initiated goes on under its number', async () => {
  const { handler, number, payments, recorded, drawn } = await billed()
  const cause = command('TakeStep', {}, { by: 'finance' })
  await takeStep(handler, { ...bulk, number, transactionIds: ['one'] }, cause)
  await takeStep(handler, { ...bulk, number, transactionIds: ['one', 'two', 'three'] }, cause)
  expect(drawn()).toBe(1)
  expect(await payments()).toEqual([['PAY-2026-1', 3]])
  const said = (await recorded()).flatMap(({ event: { data } }) =>
    typeof data === 'object' && data !== null && 'paymentReference' in data ? [data.paymentReference] : [],
  )
  expect(said).toEqual(['PAY-2026-1', 'PAY-2026-1', 'PAY-2026-1'])
})

test('another payment has another number, and where nothing can be initiated none is drawn', async () => {
  const { handler, number, payments, drawn } = await billed()
  const by = { by: 'finance' }
  await takeStep(handler, { ...bulk, number, transactionIds: ['one'] }, command('TakeStep', {}, by))
  await takeStep(handler, { ...bulk, number, transactionIds: ['two'] }, command('TakeStep', {}, by))
  await takeStep(handler, { ...bulk, number, transactionIds: ['one', 'nothing'] }, command('TakeStep', {}, by))
  expect(drawn()).toBe(2)
  expect(await payments()).toEqual([
    ['PAY-2026-1', 1],
    ['PAY-2026-2', 1],
  ])
})
