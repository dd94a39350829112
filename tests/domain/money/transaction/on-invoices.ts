import fc from 'fast-check'
import { expect } from 'vitest'
import type { AnyEvent } from '#domain/kernel/decider.ts'
import type { ChainStep } from '#domain/money/transaction/chain.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import type { TransactionCommand } from '#domain/money/transaction/transaction.ts'
import { bill, cmdApprove, comeOn, complete, dispute, follow, leave, takeOn } from './bills.ts'

// What invoices do with a bill, for the properties of all that may be done with one (any-sequence.test.ts).

export const STEPS: readonly ChainStep[] = ['initiate', 'recommend', 'approve', 'dfa', 'permsec']
export const anyone = fc.constantFrom('ade', 'bisi', 'chidi', 'dami', 'emeka', 'funmi', 'gozie', 'halima')

/** What two invoices may ask of a bill, as it is asked before they begin and after. */
export const anyOfInvoices: fc.Arbitrary<TransactionCommand> = fc
  .record({
    by: anyone,
    invoiceId: fc.constantFrom('invoice-1', 'invoice-2'),
    step: fc.constantFrom('come', 'come', 'cmd', 'leave', 'drop', ...STEPS, ...STEPS),
    isBegun: fc.boolean(),
    isByCmd: fc.boolean(),
  })
  .map(({ by, invoiceId, step, isBegun, isByCmd }) => {
    if (step === 'leave' || step === 'drop') {
      return leave(by, invoiceId, step === 'drop' ? 'transaction_same_person' : undefined)
    }
    const asked =
      step === 'come'
        ? comeOn(by, invoiceId, isByCmd)
        : step === 'cmd'
          ? cmdApprove(by, invoiceId)
          : takeOn(step, by, invoiceId)
    return isBegun ? follow(asked, invoiceId) : asked
  })

/** On an invoice, as far as it comes, and what is asked of it then. */
export const anyOnInvoice = fc
  .tuple(
    fc.nat({ max: 5 }),
    fc.boolean(),
    fc.array(
      fc.oneof(
        anyOfInvoices,
        anyone.map((by) => dispute(by)),
      ),
      { maxLength: 8 },
    ),
  )
  .map(([far, isByCmd, rest]) => {
    const people = ['bisi', 'chidi', 'dami', 'emeka', 'funmi']
    const steps = STEPS.slice(0, far).map((step, index) => follow(takeOn(step, people[index] ?? '')))
    const word = isByCmd ? [] : [cmdApprove('gozie')]
    return [bill({ kind: 'drug' }), complete(), comeOn('gozie', 'invoice-1', isByCmd), ...word, ...steps, ...rest]
  })
export const isOfInvoices = ({ type }: AnyEvent) => /Invoiced|LeftOut|Cmd|Released/.test(type)

/** Who brings a bill on an invoice takes no step by it; who does so as CMD does. */
export const isJoining = ({ type, data }: TransactionEvent) =>
  type === 'TransactionLeftOut' || (type === 'TransactionInvoiced' && !data.isByCmd)
export const isWordOfCmd = ({ type }: TransactionEvent) =>
  type === 'TransactionInvoiced' || type === 'TransactionCmdApproved'

/** On one invoice at a time, on none twice; while on one neither disputed nor returned alone, and paid by it. */
export function onOneInvoice(history: readonly TransactionEvent[]): void {
  let on: string | undefined
  const been: string[] = []
  for (const { type, data } of history) {
    if (type === 'TransactionInvoiced') {
      expect(on).toBeUndefined()
      expect(been).not.toContain(data.invoiceId)
      on = data.invoiceId
    } else if (type === 'TransactionLeftOut') expect(on).not.toBe(data.invoiceId)
    else if (type === 'TransactionCmdApproved') expect(on).toBe(data.invoiceId)
    else if (type === 'TransactionReleased') {
      expect(on).toBe(data.invoiceId)
      on = undefined
    } else if (type === 'TransactionDisputed' || type === 'TransactionPaymentReturned') expect(on).toBeUndefined()
    if (type === 'TransactionLeftOut' || type === 'TransactionReleased') been.push(data.invoiceId)
  }
}
