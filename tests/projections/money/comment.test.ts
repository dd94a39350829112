import { expect, test } from 'vitest'
import { kobo } from '#domain/kernel/money.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import { comment } from '#projections/money/comment/comment.ts'
import { LINE } from '#tests/domain/money/transaction/bills.ts'
import { AT } from '#tests/support/command.ts'
import { rowsOf } from '#tests/support/memory-world.ts'
import { recorded } from '#tests/support/recorded.ts'

const stamp = { by: 'biller', at: AT }
const of = { kind: 'service', patientId: 'p1', coeId: 'c1', total: kobo(30_050) } as const
const asked = (text?: string): TransactionEvent => ({
  type: 'TransactionBillingRequested',
  data: {
    ...stamp,
    ...of,
    reference: 'TRX-2026-000001',
    attempt: 1,
    lines: [{ ...LINE, total: of.total }],
    documents: [],
    comment: text,
  },
})
const refused: TransactionEvent = { type: 'TransactionBillingRefused', data: { ...stamp, refused: 'funds' } }
const billed: TransactionEvent = { type: 'TransactionBilled', data: { ...stamp, ...of } }
const rows = (...events: TransactionEvent[]) => rowsOf(comment, recorded(...events))

test('a comment is told of a bill from when it is billed, as its last try has it', () => {
  const row = { patient_id: 'p1', coe_id: 'c1', commented_by: 'biller' }
  expect(rows(asked('First'), refused)).toMatchObject([{ ...row, comment: 'First', created_at: null }])
  expect(rows(asked('First'), refused, asked('Second'), billed)).toMatchObject([
    { ...row, comment: 'Second', created_at: AT },
  ])
  expect(rows(asked('First'), refused, asked(), billed)).toEqual([])
  expect(rows(asked(), billed)).toEqual([])
})
