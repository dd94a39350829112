import { describe, expect, test } from 'vitest'
import { kobo } from '#domain/kernel/money.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import { transaction } from '#domain/money/transaction/transaction.ts'
import { AT } from '#tests/support/command.ts'
import { given } from '#tests/support/given.ts'
import { BASIS_POINTS, bill, complete, historyOf, LINE, refuseBill, sendBack, take } from './bills.ts'

/** The steps in the order of domain.md, written down here a second time on purpose. */
const STEPS = ['initiate', 'recommend', 'approve', 'dfa', 'permsec'] as const
/** One person per step. */
const PEOPLE = ['ifeoma', 'nnamdi', 'dhs', 'dfa', 'permsec'] as const
const chain = STEPS.map((step, index) => ({ step, by: PEOPLE[index] ?? '' }))

/** A paid bill with its first steps taken. */
const after = (steps: number, ...bills: Parameters<typeof bill>) =>
  historyOf(bill(...bills), complete(), ...chain.slice(0, steps).map(({ step, by }) => take(step, by)))

describe('the payment chain', () => {
  test('goes billed, initiated, recommended, approved, DFA approved, permsec approved', () => {
    expect(after(5).map(({ type }) => type)).toEqual([
      'TransactionBillingRequested',
      'TransactionBilled',
      'TransactionPaymentInitiated',
      'TransactionPaymentRecommended',
      'TransactionPaymentApproved',
      'TransactionDfaApproved',
      'TransactionPermsecApproved',
    ])
  })

  test('every step names its actor, its time, the payment and the money at stake', () => {
    for (const [index, { data }] of after(5).slice(2).entries()) {
      const stake = { coeId: 'coe-1', total: kobo(30_050), paymentId: 'payment-1' }
      expect(data).toMatchObject({ by: PEOPLE[index], at: AT, ...stake })
    }
  })

  for (const [taken, { step: next }] of chain.entries()) {
    for (const [index, { step }] of chain.entries()) {
      if (index === taken) continue
      const refused = index < taken ? 'transaction_step_already_taken' : 'transaction_step_too_early'
      test(`when it is time to ${next}, to ${step} is refused: ${refused}`, () => {
        given(transaction, ...after(taken))
          .when(take(step, 'somebody-else'))
          .thenRefused(refused)
      })
    }
  }

  test('ends with the last step: no step is left to take', () => {
    for (const step of STEPS) {
      given(transaction, ...after(5))
        .when(take(step, 'somebody-else'))
        .thenRefused('transaction_step_already_taken', { status: 'permsecApproved' })
    }
  })

  test('does not begin before the wallet has paid', () => {
    for (const past of [[], historyOf(bill())]) {
      for (const step of STEPS) {
        given(transaction, ...past)
          .when(take(step, 'somebody'))
          .thenRefused('transaction_unknown')
      }
    }
  })
})

describe('four eyes', () => {
  for (const [taken, { step }] of chain.entries()) {
    test(`who billed cannot ${step}`, () => {
      given(transaction, ...after(taken))
        .when(take(step, 'biller'))
        .thenRefused('transaction_same_person', { did: 'bill', by: 'biller' })
    })

    for (const before of chain.slice(0, taken)) {
      test(`who took the step ${before.step} cannot ${step}, and the refusal says so`, () => {
        given(transaction, ...after(taken))
          .when(take(step, before.by))
          .thenRefused('transaction_same_person', { did: before.step, by: before.by })
      })
    }
  }

  test('who billed a try that was refused may act, who billed the one that stands may not', () => {
    const refused = { bill: bill({}, 'first-biller'), no: refuseBill() }
    const past = historyOf(refused.bill, refused.no, bill({}, 'second-biller'), complete())
    given(transaction, ...past)
      .when(take('initiate', 'second-biller'))
      .thenRefused('transaction_same_person')
    expect(
      historyOf(refused.bill, refused.no, bill({}, 'second-biller'), complete(), take('initiate', 'first-biller')),
    ).toHaveLength(5)
  })
})

describe('the shares', () => {
  const initiated = (events: readonly TransactionEvent[]) =>
    events.find((event) => event.type === 'TransactionPaymentInitiated')?.data

  test('of a service are the hospital’s alone, whatever the settings say', () => {
    expect(initiated(after(1))).toMatchObject({
      basisPoints: { coe: 10_000, bank: 0, manufacturer: 0, emge: 0 },
      shares: { coe: 30_050, bank: 0, manufacturer: 0, emge: 0 },
    })
  })

  test('of a drug are split by the settings of the day, recorded at initiation', () => {
    expect(initiated(after(1, { kind: 'drug', lines: [{ ...LINE, price: kobo(10_001), quantity: 1 }] }))).toMatchObject(
      {
        basisPoints: BASIS_POINTS,
        // Exactly 8500.85, 500.05, 700.07 and 300.03: the kobo that is left is the hospital's.
        shares: { coe: 8501, bank: 500, manufacturer: 700, emge: 300 },
      },
    )
  })

  test('are paid at the last step as they were recorded at the first', () => {
    const events = after(5, { kind: 'drug' })
    const paid = events.at(-1)
    expect(paid?.type).toBe('TransactionPermsecApproved')
    expect(paid?.data).toMatchObject({ shares: initiated(events)?.shares })
  })
})

describe('the approval hash', () => {
  test('is the same on every step of one round', () => {
    const digests = new Set(after(5).flatMap(({ data }) => ('digest' in data ? [data.digest] : [])))
    expect([...digests]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  })

  test.each([
    ['a price', { lines: [{ ...LINE, price: kobo(15_026) }] }],
    ['a quantity', { lines: [{ ...LINE, quantity: 3 }] }],
    ['an item', { lines: [{ ...LINE, itemId: 'item-2' }] }],
    ['a line more', { lines: [LINE, LINE] }],
  ])('differs with %s', (_, over) => {
    expect(digestAfter(over)).not.toBe(digestAfter({}))
  })

  test('when lines, total or shares are no longer what was approved, every next step refuses', () => {
    for (let taken = 1; taken < 5; taken += 1) {
      const { step, by } = chain[taken] ?? { step: 'permsec', by: '' }
      const [requested, ...rest] = after(taken)
      if (requested?.type !== 'TransactionBillingRequested') throw new Error('The bill comes first')
      const { data } = requested
      const price = data.lines.map((line) => ({ ...line, price: kobo(1) }))
      for (const changed of [
        { ...data, total: kobo(30_051) },
        { ...data, lines: price },
        { ...data, lines: [] },
      ]) {
        given(transaction, { type: 'TransactionBillingRequested', data: changed }, ...rest)
          .when(take(step, by))
          .thenRefused('transaction_changed')
      }
      const otherShares = rest.map((event) =>
        event.type === 'TransactionPaymentInitiated'
          ? { ...event, data: { ...event.data, shares: { ...event.data.shares, coe: kobo(1) } } }
          : event,
      )
      given(transaction, requested, ...otherShares)
        .when(take(step, by))
        .thenRefused('transaction_changed')
    }
  })

  const digestAfter = (over: Parameters<typeof bill>[0]) => {
    const data = after(1, over).at(-1)?.data
    return data !== undefined && 'digest' in data ? data.digest : undefined
  }
})

describe('a return', () => {
  for (const [taken, { step, by }] of chain.entries()) {
    if (taken === 0) continue
    test(`whoever may ${step} may send back instead, with a reason, to billed`, () => {
      const back = sendBack(by, [step])
      const from = ['initiated', 'recommended', 'approved', 'dfaApproved'][taken - 1]
      const history = after(taken)
      expect(transaction.decide(back, history.reduce(transaction.evolve, transaction.initial()))).toEqual([
        {
          type: 'TransactionPaymentReturned',
          data: {
            by,
            at: AT,
            coeId: 'coe-1',
            total: 30_050,
            paymentId: 'payment-1',
            patientId: 'patient-1',
            reason: 'Lines do not match the documents',
            from,
          },
        },
      ])
      const returned = historyOf(
        bill(),
        complete(),
        ...chain.slice(0, taken).map((link) => take(link.step, link.by)),
        back,
      )
      const state = returned.reduce(transaction.evolve, transaction.initial())
      expect(state).toMatchObject({ status: 'billed', total: 30_050, billedBy: 'biller' })
      expect(state).not.toHaveProperty('approved')
    })

    test(`nobody whose turn it is not (${step}) may send back`, () => {
      given(transaction, ...after(taken))
        .when(
          sendBack(
            'somebody-else',
            STEPS.filter((other) => other !== step),
          ),
        )
        .thenRefused('transaction_not_your_turn', { next: step })
    })
  }

  test.each([[''], ['   '], ['\n\t']])('needs a reason (%j is none)', (reason) => {
    given(transaction, ...after(2))
      .when(sendBack('dhs', ['approve'], reason))
      .thenRefused('transaction_reason_required')
  })

  test('is for another person than who billed or acted before', () => {
    for (const by of ['biller', 'ifeoma', 'nnamdi']) {
      given(transaction, ...after(2))
        .when(sendBack(by, ['approve']))
        .thenRefused('transaction_same_person')
    }
  })

  test('is refused before the chain begins and after it has paid', () => {
    for (const taken of [0, 5]) {
      given(transaction, ...after(taken))
        .when(sendBack('somebody-else', STEPS))
        .thenRefused('transaction_not_in_chain')
    }
    given(transaction).when(sendBack('somebody-else', STEPS)).thenRefused('transaction_unknown')
  })

  test('lets the chain begin again, from its first step, and be paid once', () => {
    const past = [bill(), complete(), take('initiate', 'ifeoma'), sendBack('nnamdi', ['recommend'])]
    given(transaction, ...historyOf(...past))
      .when(take('recommend', 'dhs'))
      .thenRefused('transaction_step_too_early')
    const all = historyOf(...past, ...chain.map(({ step, by }) => take(step, by)))
    expect(all.filter(({ type }) => type === 'TransactionPermsecApproved')).toHaveLength(1)
  })
})
