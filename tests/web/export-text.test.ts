import { expect, test } from 'vitest'
import { STEP_TIME_FIELDS } from '#projections/money/step-time/fields.ts'
import { totalTexts } from '#web/features/people/exports/export-text.ts'

test('totals of an export are in the units of their columns', () => {
  const totals = {
    late: 1200,
    waiting_total: '1234567.00',
    hours: '13.50',
    waiting_hours: '1004.25',
    coe_share: '5.00',
  }
  expect(totalTexts(totals)).toEqual([
    'Late: 1,200',
    'Waiting total: NGN\u00a01,234,567.00',
    'Hours: 13.50 h',
    'Waiting hours: 1,004.25 h',
    'Hospital share: NGN\u00a05.00',
  ])
})

test('a total of hours is written as hours, and one of money as money', () => {
  for (const [id, field] of Object.entries(STEP_TIME_FIELDS)) {
    if (!('total' in field) || field.kind === 'count') continue
    const [text = ''] = totalTexts({ [id]: '13.50' })
    expect(text, id).toMatch(field.kind === 'hours' ? / 13\.50 h$/ : / NGN\u00a013\.50$/)
  }
})
