import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raiseDispute } from '#commands/money/dispute/raise-dispute.ts'
import { finishInvoice } from '#commands/money/invoice/finish-invoice.ts'
import { generateInvoice } from '#commands/money/invoice/generate-invoice.ts'
import { takeInvoiceStep } from '#commands/money/invoice/take-invoice-step.ts'
import { takeStep } from '#commands/money/transaction/take-step.ts'
import { checkInvoices } from '#commands/money/ledger/verify-invoices.ts'
import { handle, load } from '#commands/handle.ts'
import { createPostgresKeys } from '#commands/log/postgres/keys.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { invoice, isGenerated } from '#domain/money/invoice/invoice.ts'
import { isBilled, transaction } from '#domain/money/transaction/transaction.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { recordedIn } from '#tests/support/memory-world.ts'
import { command } from '#tests/support/command.ts'
import { answerTo, bill, complete, sendBack, take } from '#tests/domain/money/transaction/bills.ts'
import { BASIS_POINTS, generate, invoiceIdOf, invoiceStep, PERIOD, toItsEnd } from './invoices.ts'
import { type MoneyProcess, startProcess } from './money-world.ts'

// Two processes on one log, and bills that both want: each bill goes one way, and both streams tell the same.

const MANY = 40
let database: TestDatabase
const logs: EventLog[] = []
let pool: pg.Pool
let one: MoneyProcess
let other: MoneyProcess

beforeAll(async () => {
  database = await freshDatabase()
  const { hostname: host, port, pathname, username: user, password } = new URL(database.appUrl)
  const connection = { host, port: Number(port), database: pathname.slice(1), user, password }
  pool = new pg.Pool({ connectionString: database.appUrl, max: 2 })
  const keys = createPostgresKeys(pool, Buffer.alloc(32, 7), () => Date.now())
  const start = () => {
    const log = createPostgresLog({ connection })
    logs.push(log)
    return startProcess(log, keys)
  }
  ;[one, other] = [start(), start()]
})
afterAll(async () => {
  await Promise.all(logs.map((log) => log.close()))
  await pool.end()
  await database.drop()
})

/** Paid bills of a story's hospital. */
async function billsOf(story: string): Promise<readonly string[]> {
  const ids = Array.from({ length: MANY }, (_, index) => `${story}-${index}`)
  await Promise.all(
    ids.map(async (id) => {
      await handle(one.handler, transaction, id, bill({ coeId: `coe-${story}` }))
      await handle(one.handler, transaction, id, complete())
    }),
  )
  return ids
}

const inTurn = <T>(ids: readonly T[]): readonly T[] => [...ids].reverse()

const generating = ({ handler }: MoneyProcess, story: string, ids: readonly string[], by: string) => {
  const wanted = { coeId: `coe-${story}`, ...PERIOD, isByCmd: false, toTell: [] }
  const asked = command('GenerateInvoice', wanted, { by })
  return generateInvoice(handler, ids, asked, async () => `INV-2026-${story}-${by}`)
}
const initiating = ({ handler }: MoneyProcess, story: string, ids: readonly string[], by = 'fin') => {
  const period = { start: PERIOD.periodStart, end: PERIOD.periodEnd }
  const beginning = { basisPoints: BASIS_POINTS, number: async () => `PAY-2026-${story}-${by}` }
  const asked = { step: 'initiate' as const, coeId: `coe-${story}`, transactionIds: ids, period, ...beginning }
  return takeStep(handler, asked, command('TakeStep', {}, { by }))
}
const disputing = ({ handler }: MoneyProcess, ids: readonly string[]) =>
  Promise.all(
    ids.map((id) => {
      const asked = command(
        'DisputeTransaction',
        { reason: 'The drug was not given', documents: [] },
        { by: 'flagger' },
      )
      return raiseDispute(handler, id, asked, async () => [])
    }),
  )

const stateOf = async (id: string) => {
  const state = await load(other.handler, transaction, id)
  if (!isBilled(state)) throw new Error(`${id} is not billed`)
  return state
}
/** The lines of the invoices that there are, by invoice. */
async function linesOf(...invoiceIds: readonly (string | undefined)[]): Promise<readonly (readonly string[])[]> {
  const states = await Promise.all(invoiceIds.map((id) => load(other.handler, invoice, id ?? 'none')))
  return states.map((state) => (isGenerated(state) ? state.lines.map(({ transactionId }) => transactionId) : []))
}
async function wrongInLog(): Promise<readonly unknown[]> {
  const wrong: unknown[] = []
  const check = checkInvoices((difference) => wrong.push(difference))
  for (const read of await recordedIn(one)) {
    const { id, position, stream, revision, recordedAt } = read
    check.event({ id, position, stream, revision, recordedAt, type: read.event.type, data: '', meta: '' }, read)
  }
  return wrong
}

describe('each bill goes one way', () => {
  test('when two generate invoices of overlapping lists', async () => {
    const ids = await billsOf('two')
    const begun = await Promise.all([generating(one, 'two', ids, 'ade'), generating(other, 'two', inTurn(ids), 'bisi')])
    await Promise.all(begun.map(toItsEnd))
    const [mine = [], theirs = []] = await linesOf(
      ...begun.map((each) => ('invoiceId' in each ? each.invoiceId : undefined)),
    )
    expect([...mine, ...theirs].sort()).toEqual([...ids].sort())
    for (const each of begun) {
      if (each.outcome !== 'begun') continue
      const [lines = []] = await linesOf(each.invoiceId)
      for (const id of lines) expect((await stateOf(id)).invoice?.id).toBe(each.invoiceId)
    }
    expect(await wrongInLog()).toEqual([])
  })

  test('when one generates an invoice and another initiates', async () => {
    const ids = await billsOf('initiated')
    const [begun, steps] = await Promise.all([
      generating(one, 'initiated', ids, 'ade'),
      initiating(other, 'initiated', inTurn(ids)),
    ])
    await toItsEnd(begun)
    const [lines = []] = await linesOf('invoiceId' in begun ? begun.invoiceId : undefined)
    const initiated = steps.filter(({ refusal }) => refusal === undefined).map(({ transactionId }) => transactionId)
    expect([...lines, ...initiated].sort()).toEqual([...ids].sort())
    for (const id of initiated) expect(await stateOf(id)).toMatchObject({ status: 'initiated' })
    for (const id of initiated) expect((await stateOf(id)).invoice).toBeUndefined()
    expect(await wrongInLog()).toEqual([])
  })

  test('when one generates an invoice and another disputes', async () => {
    const ids = await billsOf('disputed')
    const [begun, disputed] = await Promise.all([
      generating(one, 'disputed', ids, 'ade'),
      disputing(other, inTurn(ids)),
    ])
    await toItsEnd(begun)
    const [lines = []] = await linesOf('invoiceId' in begun ? begun.invoiceId : undefined)
    const held = inTurn(ids).filter((_, index) => disputed[index]?.outcome === 'done')
    expect([...lines, ...held].sort()).toEqual([...ids].sort())
    for (const id of lines) expect((await stateOf(id)).dispute).toBeUndefined()
    expect(await wrongInLog()).toEqual([])
  })

  test('when two initiate overlapping lists', async () => {
    const ids = await billsOf('twice')
    const outcomes = await Promise.all([
      initiating(one, 'twice', ids, 'ade'),
      initiating(other, 'twice', inTurn(ids), 'bisi'),
    ])
    const won = outcomes.flat().filter(({ refusal }) => refusal === undefined)
    expect(won.map(({ transactionId }) => transactionId).sort()).toEqual([...ids].sort())
  })
})

describe('a step of an invoice', () => {
  test('that 32 people press on two processes is taken once, on each of its bills', async () => {
    const ids = await billsOf('pressed')
    const place = { story: 'pressed', coeId: 'coe-pressed' }
    const begun = await generating(one, 'pressed', ids, 'ade')
    await toItsEnd(begun)
    if (begun.outcome !== 'begun') throw new Error('It was not begun')
    const press = (index: number) => {
      const { handler } = index % 2 === 0 ? one : other
      const asked = command(
        'TakeInvoiceStep',
        { step: 'cmd' as const, ofCoe: place.coeId, toTell: [] },
        { by: `cmd-${index}` },
      )
      const beginning = { basisPoints: BASIS_POINTS, number: async () => 'PAY-none' }
      return takeInvoiceStep(handler, begun.invoiceId, asked, beginning)
    }
    const all = await Promise.all(Array.from({ length: 32 }, (_, index) => press(index)))
    await Promise.all(all.map(toItsEnd))
    expect(all.filter(({ outcome }) => outcome === 'begun')).toHaveLength(1)
    const loser = all.find((each) => each.outcome === 'refused')
    expect(loser).toMatchObject({
      refusal: { refused: expect.stringMatching(/under_way|already_taken|transactions_refuse/) },
    })
    const approvals = (await recordedIn(one)).filter(
      ({ event, stream }) =>
        event.type === 'TransactionCmdApproved' && ids.includes(stream.slice('transaction-'.length)),
    )
    expect(approvals).toHaveLength(MANY)
    expect(await wrongInLog()).toEqual([])
  })

  test('is refused as a whole when one bill would refuse, and names it', async () => {
    const ids = await billsOf('whole')
    const place = { story: 'whole', coeId: 'coe-whole' }
    const spoken = ids[3] ?? ''
    // Who spoke up for one of them takes no step on it; the invoice itself does not know.
    for (const each of [...returned(), answerTo('speaker')]) await handle(one.handler, transaction, spoken, each)
    await generate(() => ids, true, 'cmd-person')(one.handler, place)
    const before = (await recordedIn(one)).length
    expect(await invoiceStep('initiate', 'speaker')(other.handler, place)).toMatchObject({
      outcome: 'refused',
      refusal: { refused: 'invoice_transactions_refuse', detail: { count: 1, of: MANY } },
      refused: [{ transactionId: spoken, refusal: { refused: 'transaction_same_person' } }],
    })
    expect((await recordedIn(one)).length).toBe(before)
    expect(await linesOf(invoiceIdOf(place))).toEqual([ids])
  })

  test('loses what was lost in a race after it was begun, says why, and counts it no more', async () => {
    const ids = await billsOf('lost')
    const place = { story: 'lost', coeId: 'coe-lost' }
    const invoiceId = invoiceIdOf(place)
    const spoken = ids[3] ?? ''
    for (const each of returned()) await handle(one.handler, transaction, spoken, each)
    await generate(() => ids, true, 'cmd-person')(one.handler, place)
    const payment = { paymentId: 'payment', paymentReference: 'PAY-2026-lost', basisPoints: BASIS_POINTS }
    const data = { step: 'initiate' as const, ofCoe: undefined, toTell: ['next'], payment }
    const begun = command('RequestInvoiceStep', data, { by: 'speaker' })
    await handle(one.handler, invoice, invoiceId, begun)
    await handle(other.handler, transaction, spoken, answerTo('speaker'))
    // Both finish it at once, as the process manager may while the call is at it.
    const ends = await Promise.all([one, other].map(({ handler }) => finishInvoice(handler, invoiceId, begun)))
    const left = ids.filter((id) => id !== spoken)
    expect(ends.map(({ status, transactions }) => [status, transactions])).toEqual(
      ends.map(() => ['initiated', MANY - 1]),
    )
    expect(await linesOf(invoiceId)).toEqual([left])
    const outcome = (await recordedIn(one)).filter(({ event }) => event.type === 'InvoiceStepTaken').at(-1)
    expect(outcome?.event.data).toMatchObject({
      dropped: [{ transactionId: spoken, refused: 'transaction_same_person' }],
      total: 30_050 * (MANY - 1),
    })
    const bill = await stateOf(spoken)
    expect([bill.status, bill.invoice]).toEqual(['billed', undefined])
    expect(await wrongInLog()).toEqual([])
  })
})

/** A bill that was initiated once and sent back. */
const returned = () => [take('initiate', 'fin-before'), sendBack('nccp-before', ['recommend'])]
