import { describe, expect, test } from 'vitest'
import { isRefusal } from '#domain/kernel/decider.ts'
import { whyNotOn } from '#domain/money/transaction/invoiced.ts'
import { isBilled, transaction, type TransactionCommand } from '#domain/money/transaction/transaction.ts'
import {
  answerTo,
  bill,
  cmdApprove,
  comeOn,
  complete,
  dispute,
  follow,
  historyOf,
  leave,
  release,
  reverse,
  reversed,
  sendBack,
  take,
  takeOn,
} from './bills.ts'

const after = (...commands: readonly TransactionCommand[]) =>
  historyOf(bill(), complete(), ...commands).reduce(transaction.evolve, transaction.initial())
/** The refusal, or the events' types. */
function says(command: TransactionCommand, ...before: readonly TransactionCommand[]): string {
  const decision = transaction.decide(command, after(...before))
  return isRefusal(decision) ? decision.refused : decision.map(({ type }) => type).join()
}
const onIt = [comeOn('staff'), cmdApprove('cmd')]
const paid = (['initiate', 'recommend', 'approve', 'dfa', 'permsec'] as const).map((step) => takeOn(step, step))

describe('a bill comes on an invoice', () => {
  test.each<[string, string, readonly TransactionCommand[]]>([
    ['that is billed', 'TransactionInvoiced', []],
    ['that was returned', 'TransactionInvoiced', [take('initiate', 'fin'), sendBack('nccp', ['recommend'])]],
    ['whose dispute has ended', 'TransactionInvoiced', [dispute('fin'), release('cmd')]],
    ['that left another', 'TransactionInvoiced', [comeOn('x', 'invoice-0'), leave('x', 'invoice-0')]],
    ['not when it is disputed', 'transaction_disputed', [dispute('fin')]],
    ['not when it is reversed', 'transaction_reversed', [dispute('fin'), reverse('cmd'), reversed('cmd')]],
    ['not when it is initiated', 'transaction_not_invoiceable', [take('initiate', 'fin')]],
    ['not when it is on another', 'transaction_on_invoice', [comeOn('x', 'invoice-0')]],
    ['not a second time', '', [comeOn('staff')]],
    ['not when it has left it', 'transaction_not_on_invoice', [...onIt, leave('fin')]],
  ])('%s', (_, said, before) => {
    expect(says(comeOn('staff'), ...before)).toBe(said)
  })

  test('not of another hospital or period', () => {
    const asked = comeOn('staff')
    const elsewhere = { ...asked, data: { ...asked.data, coeId: 'coe-9' } }
    expect(says(elsewhere)).toBe('transaction_unknown')
    const later = { ...asked, data: { ...asked.data, period: { start: '2026-04-01', end: '2026-04-30' } } }
    expect(says(later)).toBe('transaction_outside_period')
  })

  test('and once it was left out it says the same to whoever asks again, whatever has become of it', () => {
    const left = [dispute('fin'), follow(comeOn('staff'))]
    expect(says(follow(comeOn('staff')), ...left, release('cmd'))).toBe('')
    const state = after(...left, release('cmd'))
    expect(isBilled(state) && whyNotOn('invoice-1', state)).toBe('transaction_disputed')
  })

  test('after an end it says no, and nothing is written behind it', () => {
    expect(says(follow(comeOn('staff')), dispute('fin'), reverse('cmd'), reversed('cmd'))).toBe('transaction_reversed')
    expect(says(follow(comeOn('staff', 'invoice-2')), ...onIt, ...paid)).toBe('transaction_on_invoice')
  })
})

describe('a bill on an invoice', () => {
  test.each<[string, TransactionCommand]>([
    ['initiated alone', take('initiate', 'fin')],
    ['recommended alone', take('recommend', 'nccp')],
    ['disputed', dispute('fin')],
    ['initiated by another invoice', takeOn('initiate', 'fin', 'invoice-2')],
    ['approved by another invoice’s CMD', cmdApprove('cmd', 'invoice-2')],
    ['taken off by another invoice', leave('fin', 'invoice-2')],
  ])('is not %s', (_, command) => {
    expect(says(command, ...onIt)).toBe('transaction_on_invoice')
  })

  test('is not returned alone', () => {
    expect(says(sendBack('nccp', ['recommend']), ...onIt, takeOn('initiate', 'fin'))).toBe('transaction_on_invoice')
  })

  test('waits for the CMD’s word, which may come with it', () => {
    expect(says(takeOn('initiate', 'fin'), comeOn('staff'))).toBe('transaction_step_too_early')
    expect(says(takeOn('initiate', 'fin'), comeOn('cmd', 'invoice-1', true))).toBe('TransactionPaymentInitiated')
  })

  test('is approved as CMD by whoever billed it too, and by them no further', () => {
    expect(says(cmdApprove('biller'), comeOn('staff'))).toBe('TransactionCmdApproved')
    expect(says(takeOn('initiate', 'biller'), ...onIt)).toBe('transaction_same_person')
    expect(says(takeOn('initiate', 'cmd'), ...onIt)).toBe('transaction_same_person')
  })

  test('goes all the way by it, and stays on it when it is paid', () => {
    const state = after(...onIt, ...paid)
    expect(state).toMatchObject({ status: 'permsecApproved', invoice: { id: 'invoice-1', cmd: { by: 'cmd' } } })
    expect(says(leave('x'), ...onIt, ...paid)).toBe('transaction_step_already_taken')
  })

  test('leaves it back to billed, and can be disputed, initiated or invoiced again', () => {
    const left = [...onIt, takeOn('initiate', 'fin'), leave('nccp')]
    expect(after(...left)).toMatchObject({ status: 'billed', acts: [] })
    for (const [command, said] of [
      [dispute('fin'), 'TransactionDisputed'],
      [take('initiate', 'cmd'), 'TransactionPaymentInitiated'],
      [comeOn('staff', 'invoice-2'), 'TransactionInvoiced'],
    ] as const)
      expect(says(command, ...left)).toBe(said)
  })

  test('that says no to a step leaves it, and tells why and from where', () => {
    const before = [...onIt, takeOn('initiate', 'fin')]
    const [released] = historyOf(bill(), complete(), ...before, follow(takeOn('recommend', 'fin'))).slice(-1)
    expect(released).toMatchObject({
      type: 'TransactionReleased',
      data: { from: 'initiated', paymentId: 'payment-1', refused: 'transaction_same_person' },
    })
  })

  test('asked a second time for what it has done says nothing, and does not leave', () => {
    for (const step of ['initiate', 'recommend'] as const) {
      const before = paid.slice(0, step === 'initiate' ? 1 : 2)
      expect(says(follow(takeOn(step, step)), ...onIt, ...before)).toBe('')
    }
  })

  test('that was returned before may be answered for while it is on it', () => {
    const returned = [take('initiate', 'fin'), sendBack('nccp', ['recommend'])]
    expect(says(answerTo('staff'), ...returned, ...onIt)).toBe('TransactionReturnAnswered')
  })
})

test('a bill on no invoice takes no step by one', () => {
  expect(says(takeOn('initiate', 'fin'))).toBe('transaction_not_on_invoice')
  expect(says(leave('fin'))).toBe('transaction_not_on_invoice')
  expect(says(follow(takeOn('initiate', 'fin')))).toBe('transaction_not_on_invoice')
})
