import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Act, type Chain, chain, type Link, type Start } from '#domain/kernel/chain.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'

const words = { verb: 'Do', act: 'do', done: 'Done', did: 'did it', is: 'done' }
const link = (step: string, from: string, to: string, permission: Permission): Link => ({
  ...{ step, from, to, permission, words, event: `Invoice ${step}`, status: to, stem: step },
})
const start = (state: string): Start => ({ state, status: state, words: { waits: 'Waits', is: 'waiting' } })

// What the payment chain is not: the invoice has another beginning, a second person's word but one step (domain.md).
const invoice = chain('invoice', start('pending'), [
  link('cmd', 'pending', 'cmdApproved', 'GENERATE_INVOICE'),
  link('initiate', 'cmdApproved', 'initiated', 'INITIATE_PAYMENT'),
  link('recommend', 'initiated', 'recommended', 'RECOMMEND_PAYMENT'),
])
const credit = chain('funding', start('proposed'), [link('confirm', 'proposed', 'confirmed', 'ALLOCATE_POOL')])

type Any = Chain<string, Start, Link>

const anyone = fc.constantFrom('ade', 'bisi', 'chidi', 'dami', 'emeka', 'funmi')
const anyReason = fc.constantFrom('Wrong price', '', '  ')

describe.each([
  { of: 'transaction', any: PAYMENT_CHAIN as unknown as Any },
  { of: 'invoice', any: invoice as Any },
  { of: 'funding', any: credit as Any },
])('the chain of $of', ({ of, any }) => {
  const steps = any.links.map(({ step }) => step)
  const states = [any.start.state, ...any.links.map(({ to }) => to)]

  test('says to any wish what its rules say, told by hand', () => {
    const anyWish = fc.oneof(
      { weight: 4, arbitrary: fc.record({ by: anyone, step: fc.constant('next') }) },
      { weight: 2, arbitrary: fc.record({ by: anyone, step: fc.constantFrom(...steps) }) },
      fc.record({ by: anyone, may: fc.subarray(steps), reason: anyReason }),
    )
    const heard = new Set<string>()
    fc.assert(
      fc.property(fc.array(anyWish, { maxLength: 30 }), (wishes) => {
        let taken = 0
        let acts: readonly Act<string>[] = []
        const barred = [{ did: 'bill', by: 'ade' }]
        for (const wish of wishes) {
          const at = { status: states[taken] ?? '', acts }
          const isKnown = wish.by === 'ade' || acts.some(({ by }) => by === wish.by)
          if ('may' in wish) {
            const { by, may, reason } = wish
            const isUnderWay = taken > 0 && taken < steps.length
            const isTheirs = may.includes(steps[taken] ?? '')
            const wanted = !isUnderWay
              ? 'not_in_chain'
              : !isTheirs
                ? 'not_your_turn'
                : reason.trim() === ''
                  ? 'reason_required'
                  : isKnown
                    ? 'same_person'
                    : 'yes'
            const said = any.mayNotReturn({ by, steps: may, reason }, at, barred)?.refused ?? 'yes'
            expect(said).toBe(wanted === 'yes' ? 'yes' : `${of}_${wanted}`)
            heard.add(`return: ${wanted}`)
            if (wanted === 'yes') [taken, acts] = [0, []]
            continue
          }
          const step = wish.step === 'next' ? (steps[taken] ?? steps[0] ?? '') : wish.step
          const place = steps.indexOf(step)
          const wanted =
            place < taken ? 'step_already_taken' : place > taken ? 'step_too_early' : isKnown ? 'same_person' : 'yes'
          const said = any.mayNotTake(step, wish.by, at, barred)?.refused ?? 'yes'
          expect(said).toBe(wanted === 'yes' ? 'yes' : `${of}_${wanted}`)
          heard.add(`take: ${wanted}`)
          if (wanted !== 'yes') continue
          const act = { by: wish.by, at: '2026-01-05T09:00:00.000Z' }
          expect(any.taken(any.link(step).event, at, act)).toEqual({
            status: states[taken + 1],
            acts: [...acts, { step, ...act }],
          })
          taken += 1
          acts = [...acts, { step, ...act }]
        }
      }),
      { numRuns: 500 },
    )
    // A chain of one step has nothing to take too early and, before its end, nothing to return.
    const short = ['return: not_in_chain', 'take: same_person', 'take: step_already_taken', 'take: yes']
    const long = ['not_your_turn', 'reason_required', 'same_person', 'yes'].map((no) => `return: ${no}`)
    expect([...heard].sort()).toEqual((steps.length === 1 ? short : [...short, ...long, 'take: step_too_early']).sort())
  })

  test('has a word for every state, and whose turn it is', () => {
    expect(states.map((state) => any.statusIn(state))).toEqual(any.statuses)
    expect(states.map((state) => any.next(state)?.step)).toEqual([...steps, undefined])
    expect(states.map((state) => any.isIn(state)).every((word) => word !== '')).toBe(true)
    expect(any.stepsWith(new Set(any.permissions))).toEqual(steps)
    expect(any.stepsWith(new Set())).toEqual([])
  })

  test('goes on only with what was approved', () => {
    expect(any.changedSince('a', 'a')).toBeUndefined()
    expect(any.changedSince('a', 'b')).toEqual({ refused: `${of}_changed` })
  })
})

test('who is refused for having acted is told what they did, barred ones first', () => {
  const at = { status: 'initiated' as const, acts: [{ step: 'initiate' as const, by: 'bisi', at: '' }] }
  const refusalOf = (by: string) => PAYMENT_CHAIN.mayNotTake('recommend', by, at, [{ did: 'bill', by: 'ade' }])
  expect(refusalOf('bisi')?.detail).toEqual({ did: 'initiate', by: 'bisi' })
  expect(refusalOf('ade')?.detail).toEqual({ did: 'bill', by: 'ade' })
})

test('links that do not follow one another make no chain', () => {
  expect(() => chain('broken', start('a'), [link('x', 'b', 'c', 'GENERATE_INVOICE')])).toThrow(
    "The chain of broken is broken before 'x'",
  )
})
