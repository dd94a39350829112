import { afterAll, beforeAll, expect, test } from 'vitest'
import { InvoiceNotices, TOLD_DAYS } from '#api/money/contracts/invoice-notice.ts'
import { type Ministry, startMinistry } from '#tests/api/money/payments/ministry.ts'
import { generate, giveBackInvoice, take, takeFrom } from './invoicing.ts'

const NOTICES = '/api/notification/invoices'
const DAY_MS = 86_400_000

let ministry: Ministry
let shift = 0
beforeAll(async () => {
  ministry = await startMinistry({ now: () => Date.now() + shift })
})
afterAll(() => ministry.end())

const told = async (role: string, second?: 2) =>
  (await (await ministry.as(role, second)).get(NOTICES, InvoiceNotices)).data
const of = async (id: string, role: string, second?: 2) => (await told(role, second)).filter((one) => one.id === id)

test('whoever may take the next step is told while it waits, and at its end all who acted and the hospital’s CMD', async () => {
  await ministry.billServices(2)
  const { id, invoice } = await generate(ministry)
  const waiting = {
    ...{ kind: 'waiting', step: 'cmd', is_read: false },
    ...{ invoice_number: invoice?.invoice_number, total: invoice?.computed_total },
  }
  expect(await of(id, 'COE_ADMIN')).toMatchObject([waiting])
  // Neither another hospital's CMD, nor who generated it, nor an office whose turn it is not.
  for (const [role, second] of [['COE_ADMIN', 2], ['COE_STAFF'], ['FINANCE'], ['PERMSEC']] as const)
    expect([role, await of(id, role, second)]).toEqual([role, []])

  await take(ministry, 'cmd', id)
  expect(await of(id, 'COE_ADMIN')).toEqual([])
  expect(await of(id, 'FINANCE')).toMatchObject([{ ...waiting, step: 'initiate' }])
  await takeFrom(ministry, 'initiate', 'dfa', id)
  expect(await of(id, 'PERMSEC')).toMatchObject([{ ...waiting, step: 'permsec' }])
  await take(ministry, 'permsec', id)

  const paid = { kind: 'paid', step: null, invoice_number: invoice?.invoice_number, is_read: false }
  for (const role of ['COE_STAFF', 'COE_ADMIN', 'FINANCE', 'NCCP', 'DHS', 'DFA'])
    expect([role, await of(id, role)]).toMatchObject([role, [paid]])
  // A CMD of the hospital who did nothing on it is told as well, as its billing staff are not.
  const { person } = await ministry.as('PHARMACIST')
  for (const [role, known] of [
    ['COE_STAFF', []],
    ['COE_ADMIN', [paid]],
  ] as const) {
    await ministry.transfer(person, role)
    expect([role, await of(id, 'PHARMACIST')]).toMatchObject([role, known])
  }
  await ministry.transfer(person, 'PHARMACIST')
  // Who took the last step knows.
  expect(await of(id, 'PERMSEC')).toEqual([])
  expect(await of(id, 'COE_ADMIN', 2)).toEqual([])
})

test('of one that was sent back those are told who acted on it, until they have read it, and for a week', async () => {
  await ministry.billServices(1)
  const { id } = await generate(ministry)
  await takeFrom(ministry, 'cmd', 'initiate', id)
  await giveBackInvoice(ministry, 'NCCP', id, 'A paper is missing')
  expect(await of(id, 'NCCP')).toEqual([])
  expect(await of(id, 'DHS')).toEqual([])
  const [notice] = await of(id, 'FINANCE')
  expect(notice).toMatchObject({ kind: 'returned', step: null, is_read: false })
  // Nothing of why: that is read where the invoice is.
  expect(JSON.stringify(notice)).not.toContain('paper')

  const finance = await ministry.as('FINANCE')
  await finance.send('POST', '/api/notification/transactions/read', { until: notice?.created_at })
  expect(await of(id, 'FINANCE')).toMatchObject([{ kind: 'returned', is_read: true }])
  expect(await of(id, 'COE_STAFF')).toMatchObject([{ kind: 'returned', is_read: false }])

  shift = (TOLD_DAYS - 1) * DAY_MS
  expect(await of(id, 'COE_STAFF')).toHaveLength(1)
  shift = (TOLD_DAYS + 1) * DAY_MS
  expect(await of(id, 'COE_STAFF')).toEqual([])
})

test('it is for whoever generates invoices or takes a step on them', async () => {
  for (const role of ['AUDITOR', 'PATIENT', 'DOCTOR', 'SUPPORT'])
    expect([role, (await (await ministry.as(role)).send('GET', NOTICES)).status]).toEqual([role, 403])
})
