import { afterAll, beforeAll, expect, test } from 'vitest'
import { load } from '#commands/handle.ts'
import { each } from '#commands/money/transaction/each.ts'
import { newId } from '#commands/ids.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { registerUser } from '#commands/people/user/register-user.ts'
import { INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import { invoice, isGenerated } from '#domain/money/invoice/invoice.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import { isBilled, transaction } from '#domain/money/transaction/transaction.ts'
import { openSession } from '#api/people/session/sessions.ts'
import { INVOICE_STEP_PATHS } from '#api/money/contracts/invoice-steps.ts'
import { manyBills } from '#tests/api/money/payments/many-bills.ts'
import { type Ministry, startMinistry } from '#tests/api/money/payments/ministry.ts'
import { secondProcess, type SecondProcess } from '#tests/api/limits/second-process.ts'
import { command } from '#tests/support/command.ts'
import { GENERATE, periodOf, RETURN, STEP_PEOPLE } from './invoicing.ts'

const PEOPLE = 32
const PAIRS = 500
const IN_ONE_CALL = 20

let ministry: Ministry
let second: SecondProcess
beforeAll(async () => {
  ministry = await startMinistry()
  second = await secondProcess(ministry.demo)
})
afterAll(async () => {
  await second.end()
  await ministry.end()
})

type Sent = { readonly status: number; readonly text: string }

const send = async (url: string, token: string, path: string, body: object): Promise<Sent> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, text: await answer.text() }
}

const here = () => ministry.demo.app.listeningOrigin
const there = () => `http://127.0.0.1:${second.port}`
const tokenOf = async (role: string) => (await ministry.demo.as(role)).token

/** As many people with a role, by their sessions' tokens. */
async function peopleWith(role: string, coeId?: string): Promise<readonly string[]> {
  const { context } = ministry.demo
  const ids = await each(Array.from({ length: PEOPLE }), async () => {
    const userId = newId(Date.now())
    const about = { userId, email: `${userId}@chf.example`, firstName: 'One', lastName: 'OfMany', emailVerified: true }
    const held = { roles: [roleIdOf(role)], granter: 'system' as const, ...(coeId === undefined ? {} : { coeId }) }
    const added = { ...about, ...held, phoneNumber: '08012345678' }
    expect((await registerUser(context, command('RegisterUser', added))).outcome).toBe('done')
    return userId
  })
  await context.caughtUp(await context.log.head())
  return each(ids, async (userId) => (await openSession(context, { userId })).token)
}

/** So many press at once, every second one at the other process. */
const press = (tokens: readonly string[], path: string, body: object): Promise<readonly Sent[]> =>
  Promise.all(tokens.map((token, person) => send(person % 2 === 0 ? here() : there(), token, path, body)))

/** Busy machines answer some calls too late (503): the log says what became of them. */
const odd = (sent: readonly Sent[]) => sent.filter(({ status }) => ![200, 409, 422, 503].includes(status))
const won = (sent: readonly Sent[]) => sent.filter(({ status }) => status === 200).length
/** One winner, told so unless the answer came too late. */
const hasOneWinner = (sent: readonly Sent[]) =>
  won(sent) === 1 || (won(sent) === 0 && sent.some(({ status }) => status === 503))
/** Initiates bills by themselves, some in each call, one call after the other: those that were. */
async function initiateAlone(url: string, token: string, ids: readonly string[]): Promise<readonly string[]> {
  const { coeId: coe_id, today } = ministry
  const won: string[] = []
  for (let from = 0; from < ids.length; from += IN_ONE_CALL) {
    const body = { coe_id, start_date: today, end_date: today, transactions: ids.slice(from, from + IN_ONE_CALL) }
    const { text } = await send(url, token, '/api/fanda/payment/initiate', body)
    const outcomes: { id: string; outcome: string }[] = JSON.parse(text).data?.outcomes ?? []
    for (const { id, outcome } of outcomes) if (outcome === 'done') won.push(id)
  }
  return won
}
const stateOf = (id: string) => load(ministry.demo.context.handler, transaction, id)

/** Waits until nothing is under way on an invoice: the winner's answer may have come before. */
async function atRest(id: string) {
  const { handler } = ministry.demo.context
  for (;;) {
    const state = await load(handler, invoice, id)
    if (isGenerated(state) && state.underway === undefined) return state
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test(`each step pressed by ${PEOPLE} people on two processes has one winner, and takes each bill along once`, async () => {
  const ids = await manyBills(ministry, 12)
  const made = await send(here(), await tokenOf('COE_STAFF'), GENERATE, periodOf(ministry))
  const invoiceId: string = JSON.parse(made.text).data.id
  expect((await atRest(invoiceId)).lines.map(({ transactionId }) => transactionId).toSorted()).toEqual(ids.toSorted())
  for (const step of INVOICE_STEPS) {
    const people = await peopleWith(STEP_PEOPLE[step], step === 'cmd' ? ministry.coeId : undefined)
    const sent = await press(people, INVOICE_STEP_PATHS[step], { invoice_id: invoiceId })
    expect([step, odd(sent), hasOneWinner(sent)]).toEqual([step, [], true])
    const { acts, lines } = await atRest(invoiceId)
    expect([step, acts.filter((act) => act.step === step).length, lines.length]).toEqual([step, 1, ids.length])
  }
  const { log } = ministry.demo.context
  for (const id of ids) {
    const taken = (await log.read(`transaction-${id}`)).map(({ event }) => event.type)
    expect(taken).toEqual([
      ...['TransactionBillingRequested', 'TransactionBilled', 'TransactionInvoiced', 'TransactionCmdApproved'],
      ...['TransactionPaymentInitiated', 'TransactionPaymentRecommended', 'TransactionPaymentApproved'],
      ...['TransactionDfaApproved', 'TransactionPermsecApproved'],
    ])
  }
})

test(`a step and a return pressed by ${PEOPLE} at once: one of them is, and the bills follow it`, async () => {
  const ids = await manyBills(ministry, 6)
  const made = await send(here(), await tokenOf('COE_ADMIN'), GENERATE, periodOf(ministry))
  const invoice_id: string = JSON.parse(made.text).data.id
  await atRest(invoice_id)
  const token = await tokenOf('FINANCE')
  const sent = await Promise.all(
    Array.from({ length: PEOPLE }, (_, person) => {
      const url = person % 2 === 0 ? here() : there()
      return person % 4 < 2
        ? send(url, token, INVOICE_STEP_PATHS.initiate, { invoice_id })
        : send(url, token, RETURN, { invoice_id, reason: 'It is for another month' })
    }),
  )
  expect(hasOneWinner(sent)).toBe(true)
  const { isReturned } = await atRest(invoice_id)
  for (const id of ids) {
    const bill = await stateOf(id)
    if (!isBilled(bill)) throw new Error('Not billed')
    expect([bill.status, bill.invoice?.id]).toEqual(isReturned ? ['billed', undefined] : ['initiated', invoice_id])
  }
  if (!isReturned) await send(here(), await tokenOf('NCCP'), RETURN, { invoice_id, reason: 'Not these' })
  await atRest(invoice_id)
})

test(`${PEOPLE} who generate at once on two processes put each bill on one invoice, and who gets none is told so`, async () => {
  const ids = await manyBills(ministry, 20)
  const sent = await press(await peopleWith('COE_STAFF', ministry.coeId), GENERATE, periodOf(ministry))
  expect(odd(sent)).toEqual([])
  // As rows have them: an answer that came too late has made one as well.
  const { caughtUp, log, pool } = ministry.demo.context
  await caughtUp(await log.head())
  const { rows } = await pool.query<{ id: string }>("select id from invoice where status in ('generating', 'pending')")
  const invoices = rows.map(({ id }) => id)
  const lines = (await each(invoices, atRest)).flatMap((one) => one.lines.map(({ transactionId }) => transactionId))
  expect(lines.toSorted()).toEqual([...new Set(lines)].toSorted())
  // Those that the test before returned are among them.
  expect(ids.filter((id) => !lines.includes(id))).toEqual([])
  const cmd = await tokenOf('COE_ADMIN')
  for (const invoice_id of invoices) await send(here(), cmd, RETURN, { invoice_id, reason: 'All on one, please' })
})

test('generation on one process and initiation on the other: no bill is on an invoice and in a payment of its own', async () => {
  const ids = await manyBills(ministry, PAIRS)
  const [clerk, finance] = [await tokenOf('COE_STAFF'), await tokenOf('FINANCE')]
  // From the end, so that neither is ahead of the other all the way.
  const initiating = initiateAlone(there(), finance, ids.toReversed())
  const made = await send(here(), clerk, GENERATE, periodOf(ministry))
  const initiated = new Set(await initiating)
  expect([200, 409]).toContain(made.status)
  const invoiceId: string | undefined = made.status === 200 ? JSON.parse(made.text).data.id : undefined
  const lines = invoiceId === undefined ? [] : (await atRest(invoiceId)).lines
  const invoiced = new Set(lines.map(({ transactionId }) => transactionId))
  const ends = await each(ids, stateOf)
  for (const [place, id] of ids.entries()) {
    const bill = ends[place]
    if (bill === undefined || !isBilled(bill)) throw new Error('Not billed')
    const [isInitiated, isInvoiced] = [bill.status === 'initiated', bill.invoice !== undefined]
    // One way, and both were told which.
    expect([id, isInitiated !== isInvoiced]).toEqual([id, true])
    expect([id, initiated.has(id), invoiced.has(id)]).toEqual([id, isInitiated, isInvoiced])
  }
  // Had one of the two always been faster, nothing would have been raced.
  expect(initiated.size).toBeGreaterThan(0)
  expect(invoiced.size).toBeGreaterThan(0)
})

test('two who initiate overlapping lists on two processes never both win a bill', async () => {
  const ids = await manyBills(ministry, 120)
  const { demo } = ministry
  const tokens = [(await demo.as('FINANCE')).token, (await demo.as('FINANCE', 2)).token] as const
  // From both ends: in the middle they meet.
  const won = await Promise.all([
    initiateAlone(here(), tokens[0], ids.slice(0, 100)),
    initiateAlone(there(), tokens[1], ids.slice(20).toReversed()),
  ])
  const told = won.flat()
  const initiators = new Set<string>()
  for (const id of ids) {
    const events = await demo.context.log.read<TransactionEvent>(`transaction-${id}`)
    const taken = events.flatMap(({ event }) => (event.type === 'TransactionPaymentInitiated' ? [event.data.by] : []))
    expect([id, taken.length, told.filter((one) => one === id).length]).toEqual([id, 1, 1])
    for (const by of taken) initiators.add(by)
  }
  expect(initiators.size).toBe(2)
})
