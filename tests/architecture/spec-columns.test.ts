import { expect, test } from 'vitest'
import { COE_FIELDS } from '#projections/catalogue/coe/fields.ts'
import { COMMENT_FIELDS } from '#projections/money/comment/fields.ts'
import { DISPUTE_FIELDS } from '#projections/money/dispute/fields.ts'
import { ALL_TRANSACTIONS, CONSOLIDATED_BILLINGS } from '#projections/money/transaction/fields.ts'
import { type Fields, isListed } from '#projections/report/field.ts'

/** The columns that the spec gives a list, in its order. The number in front of a row is the grid's own. */
const SPEC: readonly (readonly [screens: string, fields: Fields, columns: readonly string[]])[] = [
  ['S032', COMMENT_FIELDS, ['commented_by', 'coe_name', 'comment', 'created_at']],
  [
    'S059, S063',
    DISPUTE_FIELDS,
    ['transaction_id', 'chf_id', 'coe_name', 'created_at', 'raiser', 'coe_staff', 'status'],
  ],
  [
    'S062',
    ALL_TRANSACTIONS,
    [...['transaction_id', 'chf_id', 'item', 'quantity', 'total'], ...['coe_name', 'created_at', 'biller', 'type']],
  ],
  [
    'S075, S077',
    CONSOLIDATED_BILLINGS,
    ['transaction_id', 'item', 'quantity', 'total', 'coe_name', 'created_at', 'status'],
  ],
  ['S093', COE_FIELDS, ['coe_name', 'coe_type', 'state', 'coe_address', 'wallet_utilization']],
]

test.each(SPEC)('the list of %s has the columns of the spec in its order', (_, fields, columns) => {
  const shown = Object.entries(fields).filter(([, field]) => isListed(field) && field.hidden !== true)
  expect(shown.map(([id]) => id).filter((id) => columns.includes(id))).toEqual(columns)
})
