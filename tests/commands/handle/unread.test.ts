import { expect, test } from 'vitest'
import { recordErasure } from '#commands/people/user/record-erasure.ts'
import { handle, load } from '#commands/handle.ts'
import { billPatient } from '#commands/money/transaction/bill-patient.ts'
import { returnPayments } from '#commands/money/transaction/return-payments.ts'
import { takeStep } from '#commands/money/transaction/take-step.ts'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { moveMoney } from '#commands/money/wallet/move-money.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { createMemoryLog } from '#commands/log/memory/log.ts'
import { ForgedEvent, NewerEvent, UnreadableEvent, UnreadEvent } from '#commands/log/unread-event.ts'
import { allocationOf, POOL, walletOf } from '#domain/kernel/accounts.ts'
import { kobo } from '#domain/kernel/money.ts'
import { transaction } from '#domain/money/transaction/transaction.ts'
import { wallet } from '#domain/money/wallet/wallet.ts'
import { command } from '#tests/support/command.ts'
import { createMemoryWorld, type MemoryWorld } from '#tests/support/memory-world.ts'
import { plant, type Planted, type Wrong, WRONGS } from '#tests/support/planted.ts'
import { TEST_EVENT_KEYS } from '#tests/support/test-secrets.ts'

const [coeId, patientId, amount] = ['uch', 'ada', kobo(100_00)]
const bill = (reference: string) =>
  command('RequestBilling', {
    ...{ reference, kind: 'service' as const, patientId, coeId, documents: [], comment: '' },
    lines: [{ itemId: 'x-ray', name: 'X-ray', categoryId: 1, quantity: 1, price: kobo(10_00) }],
  })
const give = () => command('RequestPoolCredit', { benefactor: 'A bank', amount })
const allocate = () => command('RequestAllocation', { coeId, amount })
const fund = () => command('RequestPatientFunding', { coeId, patientId, amount, reason: 'Care', cap: amount })

/** Money everywhere, and two bills. */
async function moneyed(): Promise<MemoryWorld & { readonly raw: EventLog }> {
  const world = createMemoryWorld()
  for (const [index, move] of [give(), give(), allocate(), fund(), give(), allocate()].entries())
    expect(await moveFunds(world.handler, `before-${index}`, move)).toMatchObject({ outcome: 'done' })
  for (const id of ['one', 'two'])
    expect(await billPatient(world.handler, id, bill(`TRX-${id}`))).toMatchObject({ outcome: 'done' })
  return { ...world, raw: createMemoryLog({ store: world.store }) }
}

const credit = (wrong?: Wrong): Planted => ({
  type: 'WalletCredited',
  data: { transferId: 'theft', amount, counterAccount: 'benefactors', by: 'thief', at: '2026-03-02T09:00:00.000Z' },
  ...(wrong && { wrong }),
})
const ours = TEST_EVENT_KEYS.current

test.each([
  ...Object.entries(WRONGS).map(([what, wrong]) => ({ what, event: credit(wrong), by: undefined, error: ForgedEvent })),
  { what: 'a type that nobody knows', event: { type: 'WalletEaten', data: {} }, by: undefined, error: ForgedEvent },
  {
    ...{ what: 'data that are no JSON, by who has the key', event: credit(WRONGS['data that are no JSON']) },
    ...{ by: ours, error: UnreadableEvent },
  },
  {
    ...{ what: 'metadata that lack a field, by who has the key', event: credit(WRONGS['metadata that lack a field']) },
    ...{ by: ours, error: UnreadableEvent },
  },
  {
    ...{ what: 'a type of a newer version', event: { type: 'WalletEaten', data: {} }, by: ours, error: NewerEvent },
  },
])('$what: nobody decides on a stream that holds it, and it says where', async ({ event, by, error }) => {
  const { handler, raw, log } = await moneyed()
  const { position } = await plant(raw, `wallet-${walletOf(patientId)}`, event, by)
  const debit = command('DebitWallet', { transferId: 'theft-2', amount, counterAccount: 'payable:uch' })
  const thrown = await handle(handler, wallet, walletOf(patientId), debit).catch((one: unknown) => one)
  expect(thrown).toBeInstanceOf(error)
  expect(thrown).toMatchObject({ position, message: expect.stringMatching(new RegExp(`osition ${position}\\b`)) })
  await expect(load(handler, wallet, walletOf(patientId))).rejects.toThrow(error)
  expect(await log.head()).toBe(position)
})

/** Every command that moves money in recorded steps, and the streams that it needs. */
const MOVES: Readonly<
  Record<string, { readonly needs: readonly string[]; run(world: MemoryWorld): Promise<unknown> }>
> = {
  'a credit to the pool': {
    needs: [`wallet-${POOL}`],
    run: ({ handler }) => moveFunds(handler, 'new', give()),
  },
  'an allocation': {
    needs: [`wallet-${POOL}`, `wallet-${allocationOf(coeId)}`],
    run: ({ handler }) => moveFunds(handler, 'new', allocate()),
  },
  'money for a patient': {
    needs: [`wallet-${allocationOf(coeId)}`, `wallet-${walletOf(patientId)}`],
    run: ({ handler }) => moveFunds(handler, 'new', fund()),
  },
  'a bill': {
    needs: [`wallet-${walletOf(patientId)}`],
    run: ({ handler }) => billPatient(handler, 'new', bill('TRX-new')),
  },
}

test.each(Object.entries(MOVES).flatMap(([name, { needs, run }]) => needs.map((stream) => ({ name, stream, run }))))(
  '$name is refused before anything is recorded when $stream holds what cannot be read',
  async ({ stream, run }) => {
    const world = await moneyed()
    const { position } = await plant(world.raw, stream, credit())
    await expect(run(world)).rejects.toThrow(`Position ${position} (WalletCredited`)
    expect(await world.log.head()).toBe(position)
  },
)

test('a move that is on its way debits nobody while its target cannot be read', async () => {
  const world = await moneyed()
  await plant(world.raw, `wallet-${allocationOf(coeId)}`, credit())
  const before = await world.log.head()
  const move = { transferId: 'late', source: POOL, target: allocationOf(coeId), amount }
  await expect(moveMoney(world.handler, move, give())).rejects.toThrow(ForgedEvent)
  expect(await world.log.head()).toBe(before)
})

test('of many transactions the one that cannot be read is refused on its own, and the others are done', async () => {
  const { handler, raw } = await moneyed()
  const { position } = await plant(raw, 'transaction-one', { type: 'TransactionBilled', data: {} })
  const period = { start: '2026-03-01', end: '2026-03-02' }
  const basisPoints = { coe: 10_000, bank: 0, manufacturer: 0, emge: 0 }
  const number = async () => 'PAY-2026-000001'
  const bulk = { step: 'initiate' as const, coeId, transactionIds: ['one', 'two'], period, basisPoints, number }
  const refused = { transactionId: 'one', refusal: { refused: 'transaction_unreadable', detail: { position } } }
  const finance = { ...give(), by: 'finance' }
  expect(await takeStep(handler, bulk, finance)).toMatchObject([refused, { transactionId: 'two' }])
  expect(await load(handler, transaction, 'two')).toMatchObject({ status: 'initiated' })
  const returned = await returnPayments(
    handler,
    ['one', 'two'],
    'Wrong',
    new Set(['RECOMMEND_PAYMENT' as const]),
    give(),
  )
  expect(returned[0]).toMatchObject(refused)
})

test('nobody is erased as a user alone because their stream as a patient cannot be read', async () => {
  const { handler, raw, log } = await moneyed()
  const { position } = await plant(raw, `patient-${patientId}`, { type: 'PatientErased', data: {} })
  const erase = command('ErasePerson', { personId: patientId, reason: 'Request 12' })
  await expect(recordErasure(handler, erase)).rejects.toThrow(UnreadEvent)
  expect(await log.head()).toBe(position)
})

test('an event that does not go on from the one before it is not decided on, whoever wrote it', async () => {
  const { handler, raw } = await moneyed()
  await plant(
    raw,
    `wallet-${POOL}`,
    credit(({ data, meta }) => ({
      ...{ data, meta: meta.replace(/"prev":"[0-9a-f]*"/, `"prev":"${'0'.repeat(64)}"`) },
    })),
    ours,
  )
  await expect(load(handler, wallet, POOL)).rejects.toThrow(/cannot be read: it does not go on from event/)
})
