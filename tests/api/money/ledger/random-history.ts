import fc from 'fast-check'
import pg from 'pg'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { handle } from '#commands/handle.ts'
import { billPatient } from '#commands/money/transaction/bill-patient.ts'
import { type Kobo, kobo } from '#domain/kernel/money.ts'
import type { ChainStep } from '#domain/money/transaction/chain.ts'
import { transaction, type TransactionCommand } from '#domain/money/transaction/transaction.ts'
import { command } from '#tests/support/command.ts'
import { type DemoApp, personOf } from '#tests/support/demo-app.ts'

/** An act of the history: who it is about (0 or 1) and how much, in kobo. */
const anAct = fc.record({
  kind: fc.constantFrom('credit', 'allocate', 'fund', 'fund', 'bill', 'bill', 'bill', 'pay'),
  who: fc.constantFrom(0, 1),
  amount: fc.integer({ min: 1_00, max: 90_000_33 }),
})

/** What makes sure that both patients have movements of every kind. */
const PROLOGUE = [0, 1].flatMap((who) => [
  { kind: 'allocate', who, amount: 90_000_00 },
  { kind: 'fund', who, amount: 40_000_00 },
  { kind: 'bill', who, amount: 1_500_17 },
])

/**
 * Random moves of money through the real commands: some are refused, some bills go all the way to the paid hospital.
 * The same seed gives the same acts.
 */
export async function randomHistory(app: DemoApp, seed: number, acts: number): Promise<void> {
  const { handler, db } = app.context
  const [first, second] = [personOf('PATIENT').userId, personOf('PATIENT', 2).userId]
  const found = await db.selectFrom('patient').select(['id', 'coe_id']).where('id', 'in', [first, second]).execute()
  const patients = [first, second].map((wanted) => found.find(({ id }) => id === wanted))
  const unpaid: string[] = []
  const chain: readonly Exclude<ChainStep, 'initiate'>[] = ['recommend', 'approve', 'dfa', 'permsec']
  const decide = (id: string, step: TransactionCommand) => handle(handler, transaction, id, step)

  const start = command('RequestPoolCredit', { benefactor: 'Start', amount: kobo(300_000_00) })
  await moveFunds(handler, start.id, start)
  for (const [index, act] of [...PROLOGUE, ...fc.sample(anAct, { seed, numRuns: acts })].entries()) {
    const patient = patients[act.who]
    if (patient === undefined) throw new Error('The demo has two patients')
    const [amount, patientId, coeId] = [kobo(act.amount), patient.id, patient.coe_id]
    const id = `${seed}-${index}`
    if (act.kind === 'credit')
      await moveFunds(handler, id, command('RequestPoolCredit', { benefactor: `Giver ${index}`, amount }))
    if (act.kind === 'allocate') await moveFunds(handler, id, command('RequestAllocation', { coeId, amount }))
    if (act.kind === 'fund') {
      const data = { coeId, patientId, amount, reason: `Reason ${index}`, cap: kobo(2_000_000_00) }
      await moveFunds(handler, id, command('RequestPatientFunding', data))
    }
    if (act.kind === 'bill') {
      const billed = await billPatient(handler, id, command('RequestBilling', billOf(patientId, coeId, id, amount)))
      if (billed.outcome === 'done') unpaid.push(id)
    }
    const next = act.kind === 'pay' ? unpaid.shift() : undefined
    if (next === undefined) continue
    const initiate = {
      paymentId: `payment-${next}`,
      paymentReference: `PAY-2026-${next}`,
      periodStart: '2026-01-01',
      periodEnd: '2026-03-02',
      basisPoints: { coe: 8_500, bank: 100, manufacturer: 1_200, emge: 200 },
    }
    await decide(next, command('InitiatePayment', initiate, { by: 'finance' }))
    for (const step of chain) await decide(next, command('ApprovePaymentStep', { step }, { by: step }))
  }
  await app.context.caughtUp(await app.context.eventLog.head())
}

function billOf(patientId: string, coeId: string, id: string, price: Kobo) {
  const lines = [{ itemId: 'item', name: 'Scan', categoryId: 4, quantity: 1, price }]
  return { reference: `TRX-2026-${id}`, kind: 'drug' as const, patientId, coeId, lines, documents: [] }
}

/** One line of an independent ledger: what an event, read from its stored bytes, did to an account. */
export type Line = { readonly position: number; readonly account: string; readonly amount: number }

type Stored = { position: string; stream: string; type: string; data: string }
type Money = { amount: number; counterAccount: string; coeId: string; shares: Record<string, number> }

/** The ledger worked out anew from the log's table, with none of the portal's own code. */
export async function independentLedger(superuserUrl: string): Promise<readonly Line[]> {
  const client = new pg.Client(superuserUrl)
  await client.connect()
  try {
    const { rows } = await client.query<Stored>('select position, stream, type, data from event_log order by position')
    return rows.flatMap(linesOf)
  } finally {
    await client.end()
  }
}

const hasWallet = (account: string) => /^(pool$|allocation:|patient:)/.test(account)

function linesOf({ position, stream, type, data }: Stored): readonly Line[] {
  const line = (account: string, amount: number): Line => ({ position: Number(position), account, amount })
  const { amount, counterAccount, coeId, shares }: Money = JSON.parse(data)
  if (type === 'TransactionPermsecApproved')
    return Object.entries(shares)
      .filter(([, part]) => part > 0)
      .flatMap(([share, part]) => [line(`payable:${coeId}`, -part), line(`disbursed:${share}`, part)])
  if (type !== 'WalletCredited' && type !== 'WalletDebited') return []
  const own = stream.replace('wallet-', '')
  const other = hasWallet(counterAccount) ? 'in-transit' : counterAccount
  const sign = type === 'WalletCredited' ? 1 : -1
  return [line(own, sign * amount), line(other, -sign * amount)]
}

/** Naira text of kobo. */
export function naira(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
