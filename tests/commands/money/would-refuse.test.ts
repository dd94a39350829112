import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handle, load } from '#commands/handle.ts'
import { endDispute } from '#commands/money/dispute/end-dispute.ts'
import { raiseDispute } from '#commands/money/dispute/raise-dispute.ts'
import { answerReturn } from '#commands/money/transaction/answer-return.ts'
import { returnPayments } from '#commands/money/transaction/return-payments.ts'
import { takeStep } from '#commands/money/transaction/take-step.ts'
import { BILL_ACTS, type BillAct, wouldRefuse } from '#commands/money/transaction/would-refuse.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { dispute } from '#domain/money/dispute/dispute.ts'
import { isBilled, transaction } from '#domain/money/transaction/transaction.ts'
import { BASIS_POINTS, bill, complete } from '#tests/domain/money/transaction/bills.ts'
import { AT, command } from '#tests/support/command.ts'
import { createMemoryWorld, type MemoryWorld } from '#tests/support/memory-world.ts'

const ID = 'bill-1'
const WHY = 'The lines do not match'

/** Of the fund, with some steps each, so that the chain can be walked and its people meet again; and of two hospitals. */
const PEOPLE = [
  ...['ada', 'bola', 'chidi', 'dami', 'efe', 'femi', 'gozie'].map((id, index) => ({
    id,
    // The first holds every step; the others one or two.
    permissions: PAYMENT_CHAIN.permissions.filter((_, place) => index === 0 || place === index % 5 || place === 0),
    ofCoe: undefined,
  })),
  ...['biller', 'clerk'].map((id) => ({ id, permissions: [], ofCoe: 'coe-1' })),
  { id: 'stranger', permissions: [], ofCoe: 'coe-2' },
] satisfies readonly { id: string; permissions: readonly Permission[]; ofCoe: string | undefined }[]
type Person = (typeof PEOPLE)[number]

/** Two periods that may be asked for: one that has the bill's day in it, and one that has not. */
const PERIODS = [
  { start: lagosDay(AT), end: lagosDay(AT) },
  { start: '2020-01-01', end: '2020-01-31' },
]
type Try = {
  readonly person: Person
  readonly act: BillAct | 'next'
  readonly pick: number
  readonly period: (typeof PERIODS)[number] | undefined
}

const anyTry: fc.Arbitrary<Try> = fc.record({
  person: fc.constantFrom(...PEOPLE),
  // Often one that may be done: or nothing would ever come to its end.
  pick: fc.nat(),
  act: fc.oneof(fc.constant('next' as const), fc.constantFrom(...BILL_ACTS)),
  period: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...PERIODS) },
  ),
})

async function billed(): Promise<MemoryWorld> {
  const world = createMemoryWorld()
  await handle(world.handler, transaction, ID, bill({ kind: 'drug' }))
  await handle(world.handler, transaction, ID, complete())
  return world
}

async function now({ handler }: MemoryWorld) {
  const state = await load(handler, transaction, ID)
  if (!isBilled(state)) throw new Error('It is not billed')
  const behind = state.dispute === undefined ? dispute.initial() : await load(handler, dispute, state.dispute.id)
  return { bill: { id: ID, ...state }, behind }
}

type Act = Try & { readonly act: BillAct }

/** Of a wish for whatever may be done: one of all that somebody may do now, so that walks come everywhere. */
async function chosen(world: MemoryWorld, { act, pick, ...wanted }: Try): Promise<Act> {
  if (act !== 'next') return { ...wanted, pick, act }
  const standing = await now(world)
  const able = BILL_ACTS.flatMap((one) => {
    const people = PEOPLE.filter((person) => said(standing, { person, act: one, period: undefined }) === undefined)
    const person = people[pick % people.length]
    return person === undefined ? [] : [{ person, act: one, period: wanted.period, pick }]
  })
  return able[pick % able.length] ?? { ...wanted, pick, act: 'permsec' }
}

function said({ bill: standing, behind }: Awaited<ReturnType<typeof now>>, { person, act, period }: Omit<Act, 'pick'>) {
  const cause = command('Ask', {}, { by: person.id })
  const asker = { cause, permissions: new Set(person.permissions), ofCoe: person.ofCoe }
  return wouldRefuse(act, standing, behind, asker, period)?.refused
}

/** What is said before anything is done. */
const asked = async (world: MemoryWorld, one: Act) => said(await now(world), one)

/** The act itself, by the command that its route runs; what it is refused with. */
async function done(world: MemoryWorld, { person, act, period = PERIODS[0] }: Act): Promise<string | undefined> {
  const { handler } = world
  const { bill: standing } = await now(world)
  const cause = command('Do', {}, { by: person.id })
  const none = () => Promise.resolve([])
  const of = (outcome: { outcome: string; refusal?: { refused: string } }) => outcome.refusal?.refused
  switch (act) {
    case 'initiate': {
      const step = { step: act, period: period ?? { start: '', end: '' }, basisPoints: BASIS_POINTS } as const
      const number = () => Promise.resolve('PAY-2026-000001')
      const [one] = await takeStep(handler, { ...step, number, coeId: 'coe-1', transactionIds: [ID] }, cause)
      return one?.refusal?.refused
    }
    case 'recommend':
    case 'approve':
    case 'dfa':
    case 'permsec': {
      const bulk = { step: act, coeId: 'coe-1', transactionIds: [ID], ...(period && { period }) }
      return (await takeStep(handler, bulk, cause))[0]?.refusal?.refused
    }
    case 'return':
      return (await returnPayments(handler, [ID], WHY, new Set(person.permissions), cause))[0]?.refusal?.refused
    case 'answer':
      return of(
        await answerReturn(
          handler,
          ID,
          command('AnswerReturn', { answer: WHY, documents: [] }, { by: person.id }),
          none,
        ),
      )
    case 'dispute': {
      const raised = command('DisputeTransaction', { reason: WHY, documents: [] }, { by: person.id })
      return of(await raiseDispute(handler, ID, raised, none))
    }
    case 'resolved':
    case 'reversed':
    case 'withdrawn': {
      // Nobody can name a dispute that is not open on the bill.
      if (standing.dispute === undefined) return 'transaction_not_disputed'
      const data = { outcome: act, comment: WHY, ofCoe: person.ofCoe }
      return of(await endDispute(handler, standing.dispute.id, command('EndDispute', data, { by: person.id })))
    }
  }
}

test('whatever became of a bill, what is said of an act before it is what the act itself is refused with, or it is done', async () => {
  const [allowed, refused] = [new Set<string>(), new Set<string>()]
  await fc.assert(
    fc.asyncProperty(fc.array(anyTry, { minLength: 20, maxLength: 60 }), async (tries) => {
      const world = await billed()
      for (const wanted of tries) {
        const one = await chosen(world, wanted)
        const told = await asked(world, one)
        expect(told, `${one.person.id} asked of ${one.act}`).toEqual(await done(world, one))
        if (told === undefined) allowed.add(one.act)
        else refused.add(told)
      }
    }),
    { numRuns: 80 },
  )
  // It has gone everywhere: every act was done, and every "no" that they meet was heard.
  expect([...allowed].sort()).toEqual([...BILL_ACTS].sort())
  expect([...refused]).toEqual(
    expect.arrayContaining([
      ...['transaction_same_person', 'transaction_step_too_early', 'transaction_step_already_taken'],
      ...['transaction_disputed', 'transaction_already_disputed', 'transaction_not_disputable', 'transaction_reversed'],
      ...['transaction_not_disputed', 'transaction_not_in_chain', 'transaction_not_your_turn'],
      ...['transaction_not_returned', 'dispute_of_the_hospital', 'dispute_not_yours'],
    ]),
  )
})

test('who billed, or raised it, resolves no dispute; what was billed on another day is told of by its day', async () => {
  const world = await billed()
  const person = (id: string) => PEOPLE.find((one) => one.id === id) ?? PEOPLE[0]
  const tell = async (id: string, act: BillAct, period?: (typeof PERIODS)[number]) => {
    const one: Act = { person: person(id) as Person, act, period, pick: 0 }
    const told = await asked(world, one)
    expect(told).toEqual(await done(world, one))
    return told
  }
  expect(await tell('ada', 'initiate', PERIODS[1])).toBe('transaction_outside_period')
  expect(await tell('clerk', 'dispute')).toBeUndefined()
  expect(await tell('clerk', 'resolved')).toBe('dispute_same_person')
  expect(await tell('biller', 'reversed')).toBe('dispute_same_person')
  expect(await tell('stranger', 'resolved')).toBe('dispute_of_the_hospital')
  expect(await tell('biller', 'withdrawn')).toBe('dispute_not_yours')
})
