import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { ANSWERS, type RefusalCode } from '#api/refusals.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { type AnyCommand, type AnyEvent, type Decider, isRefusal } from '#domain/kernel/decider.ts'
import { kobo } from '#domain/kernel/money.ts'
import type { TwoPersonEnd } from '#domain/kernel/two-person.ts'
import { funding } from '#domain/money/funding/funding.ts'
import { FUNDING_PERMISSIONS } from '#domain/money/funding/second-person.ts'
import { secondFactor } from '#domain/people/second-factor/second-factor.ts'
import { setting } from '#domain/people/setting/setting.ts'
import { command } from '#tests/support/command.ts'

type End = { readonly as: TwoPersonEnd; readonly by: string }
const PROPOSER = 'ada'
const OTHERS = ['bola', 'chidi']

/** One kind of act of two people: what proposes one, each way to end it, and the route by which it is confirmed. */
function act<S, C extends AnyCommand, E extends AnyEvent>(
  decider: Decider<S, C, E, RefusalCode>,
  proposed: readonly C[],
  ending: (end: End) => C,
) {
  /** What a call comes to after others; those before it must have been taken. */
  return (before: readonly End[], last: End) => {
    const state = [...proposed, ...before.map(ending)].reduce((now, next) => {
      const decision = decider.decide(next, now)
      if (isRefusal(decision)) throw new Error(`Refused: ${decision.refused}`)
      return decision.reduce(decider.evolve, now)
    }, decider.initial())
    const decision = decider.decide(ending(last), state)
    return isRefusal(decision) ? ANSWERS[decision.refused].status : decision.length
  }
}

const reason = 'On the phone'
const by = PROPOSER
const permissions = FUNDING_PERMISSIONS
const bank = { accountName: 'UCH', accountNumber: '0123456789', sortCode: '070000003', bankName: 'BOI' }
const details = { name: 'UCH', type: 'Federal', address: 'Ibadan', capId: 'CAP-UCH', stateId: 'oyo' } as const
const ofBank = { coeId: 'coe-1', request: 'request-1' }
const ofReset = { userId: 'owner', resetId: 'reset-1' }
const ofLimit = { request: 'request-1' }
const phone = { enrolmentId: 'e1', secret: 'JBSWY3DPEHPK3PXP', recovery: ['0'.repeat(64)], pepper: 1 }

const ACTS: Readonly<Record<string, (before: readonly End[], last: End) => number>> = {
  '/api/fundings/confirm': act(
    funding,
    [command('RequestPoolCredit', { benefactor: 'A giver', amount: kobo(200), above: kobo(100) }, { by })],
    (end) => {
      if (end.as === 'withdrawn') return command('WithdrawFunding', { reason }, end)
      return end.as === 'declined'
        ? command('DeclineFunding', { permissions, reason }, end)
        : command('ConfirmFunding', { permissions, room: kobo(1_000) }, end)
    },
  ),
  '/api/coes/:id/bank/confirm': act(
    coe,
    [
      command('RegisterCoe', { coeId: ofBank.coeId, code: 'UCH', ...details }, { by }),
      command('ProposeCoeBank', { coeId: ofBank.coeId, ...bank, toConfirm: [] }, { by, id: ofBank.request }),
    ],
    (end) => {
      if (end.as === 'declined') return command('DeclineCoeBank', { ...ofBank, reason }, end)
      return command(end.as === 'confirmed' ? 'ConfirmCoeBank' : 'WithdrawCoeBank', ofBank, end)
    },
  ),
  '/api/users/:id/second_factor/reset/confirm': act(
    secondFactor,
    [
      command('EnrolSecondFactor', { userId: ofReset.userId, ...phone }, { by: ofReset.userId }),
      command('AskReset', { ...ofReset, reason, toConfirm: [] }, { by }),
    ],
    // Who asked for it withdraws it by declining.
    (end) =>
      end.as === 'confirmed'
        ? command('ConfirmReset', ofReset, end)
        : command('DeclineReset', { ...ofReset, reason }, end),
  ),
  '/api/sitesettings/second_person_above/confirm': act(
    setting,
    [command('ProposeSecondPersonAbove', { amount: kobo(100), reason }, { by, id: ofLimit.request })],
    (end) => {
      if (end.as === 'declined') return command('DeclineSecondPersonAbove', { ...ofLimit, reason }, end)
      return command(end.as === 'confirmed' ? 'ConfirmSecondPersonAbove' : 'WithdrawSecondPersonAbove', ofLimit, end)
    },
  ),
}

/** What may end an act that waits. */
const POSSIBLE: readonly End[] = [
  { as: 'withdrawn', by: PROPOSER },
  ...OTHERS.flatMap((other) => [{ as: 'confirmed', by: other } as const, { as: 'declined', by: other } as const]),
]
/** What anybody may try. */
const TRIED: readonly End[] = [...POSSIBLE, { as: 'confirmed', by: PROPOSER }]
const told = ({ as, by: who }: End) => `${as} by ${who}`

describe.each(Object.entries(ACTS))('%s', (_, after) => {
  test.each(POSSIBLE)(
    '$as by $by is its one outcome: the same again changes nothing, everything else is a 409',
    (end) => {
      const answers = TRIED.map((next) => [told(next), after([end], next)])
      expect(after([], end)).toBe(1)
      expect(answers).toEqual(TRIED.map((next) => [told(next), told(next) === told(end) ? 0 : 409]))
    },
  )

  test('its proposer does not confirm it', () => {
    expect(after([], { as: 'confirmed', by: PROPOSER })).toBe(422)
  })
})

test('every act that a second person confirms is held to that', async () => {
  const matrix = await readFile(new URL('../api/authorization/matrix.tsv', import.meta.url), 'utf8')
  const confirming = matrix.split('\n').flatMap((line) => /^POST (\S+\/confirm)\t/.exec(line)?.[1] ?? [])
  expect(confirming.toSorted()).toEqual(Object.keys(ACTS).toSorted())
})
