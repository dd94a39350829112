import { describe, test } from 'vitest'
import { emailClaim } from '../../domain/email-claim/email-claim.ts'
import { funding } from '../../domain/funding/funding.ts'
import type { AnyCommand, AnyEvent, Decider } from '../../domain/kernel/decider.ts'
import { kobo } from '../../domain/kernel/money.ts'
import { role } from '../../domain/role/role.ts'
import { transaction } from '../../domain/transaction/transaction.ts'
import { wallet } from '../../domain/wallet/wallet.ts'
import { bill, complete, sendBack, take } from '../domain/transaction/bills.ts'
import { command } from '../support/command.ts'
import { interleave } from '../support/interleaving.ts'

// Every decider meets random interleavings in its own tests (decider-properties.ts). Here are all of them, up to a
// bound, for pairs of calls of which the second must hear of the first.

const TURNS = [0, 1, 2, 4]
const STEPS = 5

/** Every way to delay the first steps of readings and appends; later ones take no time. */
function* everyDelay(): Generator<readonly number[]> {
  for (let number = 0; number < TURNS.length ** STEPS; number += 1) {
    const digits = number.toString(TURNS.length).padStart(STEPS, '0')
    yield [...digits].map((digit) => TURNS[Number(digit)] ?? 0)
  }
}

function inEveryOrder<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  name: string,
  decider: Decider<S, C, E, R>,
  before: () => readonly C[],
  calls: () => readonly C[],
): void {
  test(name, async () => {
    for (const delays of everyDelay()) {
      const steps = delays.values()
      const all = calls().map((one) => ({ command: one }))
      await interleave(decider, before(), all, () => steps.next().value ?? 0)
    }
  })
}

const move = (transferId: string, amount: number) => ({ transferId, amount: kobo(amount), counterAccount: 'pool' })
const billed = () => [bill({ kind: 'drug' }, 'biller'), complete('biller')]

describe('whatever comes late, each decision stands on what it was taken on', () => {
  inEveryOrder(
    'two debits of all there is: a wallet never goes below zero',
    wallet,
    () => [command('CreditWallet', move('t1', 100))],
    () => [command('DebitWallet', move('t2', 100)), command('DebitWallet', move('t3', 100))],
  )
  inEveryOrder(
    'one transfer by two commands: it has one effect',
    wallet,
    () => [],
    () => [command('CreditWallet', move('t1', 100)), command('CreditWallet', move('t1', 100))],
  )
  inEveryOrder(
    'one person and one step of a payment, by two commands: four eyes',
    transaction,
    () => [...billed(), take('initiate', 'ade')],
    () => [take('recommend', 'bisi'), take('recommend', 'bisi')],
  )
  inEveryOrder(
    'two people and one step of a payment: once',
    transaction,
    () => [...billed(), take('initiate', 'ade')],
    () => [take('recommend', 'bisi'), take('recommend', 'chidi')],
  )
  inEveryOrder(
    'a step of a payment and its return: one of the two',
    transaction,
    () => [...billed(), take('initiate', 'ade')],
    () => [take('recommend', 'bisi'), sendBack('chidi', ['recommend'], 'Wrong price')],
  )
  inEveryOrder(
    'a funding completed and refused: one of the two',
    funding,
    () => [command('RequestAllocation', { coeId: 'coe-1', amount: kobo(500) })],
    () => [command('CompleteFunding', {}), command('RefuseFunding', { refused: 'funding_source_short' })],
  )
  inEveryOrder(
    'two people and one e-mail: one holder',
    emailClaim,
    () => [],
    () => [command('ClaimEmail', { userId: 'ada' }), command('ClaimEmail', { userId: 'bola' })],
  )
  inEveryOrder(
    'two steps of the chain for one role: at most one',
    role,
    () => [command('DefineRole', { roleId: 'r1', role: 'CASHIER', description: 'Pays', reach: 'all' })],
    () => [
      command('AttachPermission', {
        roleId: 'r1',
        permission: 'INITIATE_PAYMENT' as const,
        granter: { kind: 'system' as const },
      }),
      command('AttachPermission', {
        roleId: 'r1',
        permission: 'DFA_APPROVAL' as const,
        granter: { kind: 'system' as const },
      }),
    ],
  )
})
