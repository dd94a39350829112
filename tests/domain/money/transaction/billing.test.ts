import { contentOf } from '#domain/money/transaction/bill.ts'
import { describe, expect, test } from 'vitest'
import { kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import { MAX_LINES, MAX_QUANTITY } from '#domain/money/transaction/rules.ts'
import { billingTransfer, transaction } from '#domain/money/transaction/transaction.ts'
import { AT } from '#tests/support/command.ts'
import { given } from '#tests/support/given.ts'
import { bill, complete, historyOf, LINE, refuseBill } from './bills.ts'

const stamp = { by: 'biller', at: AT }

describe('a bill', () => {
  test('is recorded with the sum of cost times quantity of its lines, each price times quantity', () => {
    const other = { ...LINE, itemId: 'item-2', quantity: 3, price: kobo(1) }
    given(transaction)
      .when(bill({ lines: [LINE, other] }))
      .then({
        type: 'TransactionBillingRequested',
        data: {
          reference: 'TRX-2026-000001',
          kind: 'service',
          patientId: 'patient-1',
          coeId: 'coe-1',
          lines: [
            { ...LINE, total: kobo(30_050) },
            { ...other, total: kobo(3) },
          ],
          total: kobo(30_053),
          documents: [],
          attempt: 1,
          ...stamp,
        },
      })
  })

  test('stands once the wallet has paid, and is then no longer asked for', () => {
    given(transaction, ...historyOf(bill()))
      .when(complete())
      .then({
        type: 'TransactionBilled',
        data: { coeId: 'coe-1', total: kobo(30_050), kind: 'service', patientId: 'patient-1', ...stamp },
      })
    given(transaction, ...historyOf(bill(), complete()))
      .when(complete())
      .thenNothing()
  })

  test('is refused on record when the wallet could not pay, once', () => {
    const data = { refused: 'transaction_insufficient_funds', ...stamp }
    given(transaction, ...historyOf(bill()))
      .when(refuseBill())
      .then({ type: 'TransactionBillingRefused', data })
    given(transaction, ...historyOf(bill(), refuseBill()))
      .when(refuseBill())
      .thenNothing()
  })

  test('that was refused may be tried again, under a transfer of its own', () => {
    const again = historyOf(bill(), refuseBill(), bill({}, 'colleague'))
    expect(again.at(-1)).toMatchObject({ data: { attempt: 2, by: 'colleague' } })
    expect(billingTransfer('trx', 2)).not.toBe(billingTransfer('trx', 1))
  })

  test('on its way or paid is not billed a second time', () => {
    given(transaction, ...historyOf(bill()))
      .when(bill())
      .thenRefused('transaction_already_billed')
    given(transaction, ...historyOf(bill(), complete()))
      .when(bill())
      .thenRefused('transaction_already_billed')
  })

  test('that nobody asked for has no outcome', () => {
    given(transaction).when(complete()).thenRefused('transaction_unknown')
    given(transaction).when(refuseBill()).thenRefused('transaction_unknown')
  })

  test('has one outcome: what is paid is never refused, what is refused is never paid', () => {
    given(transaction, ...historyOf(bill(), complete()))
      .when(refuseBill())
      .thenRefused('transaction_unknown')
    given(transaction, ...historyOf(bill(), refuseBill()))
      .when(complete())
      .thenRefused('transaction_unknown')
  })
})

describe('a bill is refused', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => ({ ...LINE, itemId: `item-${n}` }))

  test('without lines', () => {
    given(transaction)
      .when(bill({ lines: [] }))
      .thenRefused('transaction_without_lines')
  })

  test('with more lines than one bill may have, and not with just as many', () => {
    given(transaction)
      .when(bill({ lines: lines(MAX_LINES + 1) }))
      .thenRefused('transaction_too_many_lines', { most: MAX_LINES })
    expect(historyOf(bill({ lines: lines(MAX_LINES) }))).toHaveLength(1)
  })

  test.each([[0], [-1], [1.5], [MAX_QUANTITY + 1], [Number.NaN]])(
    'with a quantity of %s, naming the item',
    (quantity) => {
      given(transaction)
        .when(bill({ lines: [LINE, { ...LINE, itemId: 'odd', quantity }] }))
        .thenRefused('transaction_quantity_out_of_bounds', { itemId: 'odd', most: MAX_QUANTITY })
    },
  )

  test.each([[0], [-1]])('with a price of %s kobo', (price) => {
    given(transaction)
      .when(bill({ lines: [{ ...LINE, price: kobo(price) }] }))
      .thenRefused('transaction_price_not_positive', { itemId: LINE.itemId })
  })

  test('when a line, or all lines together, come to more than one movement may be', () => {
    const most = { ...LINE, price: MAX_AMOUNT, quantity: 1 }
    given(transaction)
      .when(bill({ lines: [{ ...most, quantity: 2 }] }))
      .thenRefused('transaction_total_too_large')
    given(transaction)
      .when(bill({ lines: [most, { ...LINE, price: kobo(1), quantity: 1 }] }))
      .thenRefused('transaction_total_too_large')
    expect(historyOf(bill({ lines: [most] }))).toHaveLength(1)
  })
})

test('a bill is told by its first line and how many more there are, never by the first alone', () => {
  const line = (name: string) => ({ name })
  expect(contentOf([line('Scan')])).toBe('Scan')
  expect(contentOf([line('Scan'), line('X-ray')])).toBe('Scan and 1 more')
  expect(contentOf(['Scan', 'X-ray', 'Blood count', 'Bed'].map(line))).toBe('Scan and 3 more')
})
