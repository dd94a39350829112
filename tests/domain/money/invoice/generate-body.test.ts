import { expect, test } from 'vitest'
import { GenerateInvoiceBody } from '#api/money/contracts/invoice.ts'
import { MOST_ON_INVOICE } from '#domain/money/invoice/events.ts'

test('as many as one invoice holds can be confirmed as the preview told them, and no more', () => {
  const body = { startDate: '2026-03-01', endDate: '2026-03-31', total: '1.00' }
  const isTaken = (count: number) => GenerateInvoiceBody.safeParse({ ...body, count }).success
  expect([1, MOST_ON_INVOICE, MOST_ON_INVOICE + 1, 0].map(isTaken)).toEqual([true, true, false, false])
})
