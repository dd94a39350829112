import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoApp } from '#tests/support/demo-app.ts'
import { COE_WRITES } from './coe-writes.ts'
import { DISPUTE_WRITES } from './dispute-writes.ts'
import { FUNDING_WRITES } from './funding-writes.ts'
import { INVOICE_WRITES } from './invoice-writes.ts'
import { priceList, SERVICE_WRITES } from './service-writes.ts'
import { STAFF_WRITES, type Write } from './staff-writes.ts'
import { apiRoutes } from '#tests/support/api-routes.ts'
import { personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { menuItemIdOf } from '#commands/people/menu/menu-item-id.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import { pilotCoeId, referenceProductId, referenceServiceId } from '#scripts/demo/catalogue/reference.ts'

/** Writes nothing that a second call could double, each by a decision: a new one has to be written down here. */
const WITHOUT_KEY = [
  'DELETE /api/sessions',
  'DELETE /api/sessions/:id',
  'POST /api/auth/resend-verification-email',
  'POST /api/fanda/payment/matching/preview',
  'POST /api/fanda/payment/preview',
  'POST /api/invoices/preview',
  'POST /api/login',
  'POST /api/login/second_factor',
  'POST /api/login/second_factor/enrolment',
  'POST /api/logout',
  'POST /api/notification/transactions/read',
  'POST /api/password/recovery/verify_code',
  'POST /api/register',
  'POST /api/resend_email',
  'POST /api/search',
  'POST /api/second_factor/enrolment',
  'POST /api/services/import/preview',
  'POST /api/set_password',
  'POST /api/token/create',
  'POST /api/token/verify',
  'POST /api/transactions/:id/dispute/comments/read',
  'POST /api/users/find',
  'POST /api/users/lookup',
  'POST /api/verify_email',
  'POST /api/why_not',
  'PUT /api/reset_password',
]

const patient = personOf('PATIENT')
const coe_id = pilotCoeId(patient.coeCode ?? '')
const step = { coe_id, start_date: '2026-01-01', end_date: '2026-01-31', transactions: ['nothing'] }
const service = { service_id: referenceServiceId('CO01'), quantity: 1 }
const product = referenceProductId(MEDICINES[0]?.id ?? '')
const profile = {
  first_name: 'Ada',
  last_name: 'Obi',
  other_names: '',
  date_of_birth: '1990-01-01',
  gender: 'female',
  phone_number: '08012345678',
}
const drugs = [{ productId: product, quantity: 1 }]

/** Nothing waits: these say no, and say it again. */
const LIMIT_WRITES: Readonly<Record<string, Write>> = Object.fromEntries(
  ['confirm', 'decline', 'withdraw'].map((to) => {
    const given = to === 'decline' ? { reason: 'No' } : {}
    const bodies = { body: { proposal: 'one', ...given }, other: { proposal: 'another', ...given } }
    return [`POST /api/sitesettings/second_person_above/${to}`, { role: 'SUPER_ADMIN', ...bodies }]
  }),
)

const WRITES: Readonly<Record<string, Write>> = {
  ...SERVICE_WRITES,
  'POST /api/service_categories': {
    role: 'SUPER_ADMIN',
    body: { category_name: 'Wards', category_code: 'WARD' },
    other: { category_name: 'Wards', category_code: 'WARDS' },
  },
  'PUT /api/service_categories/:id': {
    role: 'SUPER_ADMIN',
    url: '/api/service_categories/1',
    body: { category_name: 'Consulting', category_code: 'CONS' },
    other: { category_name: 'Consulting', category_code: 'CONSU' },
  },
  'PUT /api/sitesettings/:id': {
    role: 'SUPER_ADMIN',
    url: '/api/sitesettings/support_line',
    body: { key: 'support_line', value: '08000000300' },
    other: { key: 'support_line', value: '08000000400' },
  },
  ...LIMIT_WRITES,
  'POST /api/holidays': {
    role: 'SUPER_ADMIN',
    body: { day: '2027-10-01', name: 'Independence Day' },
    other: { day: '2027-10-01', name: 'National Day' },
  },
  'PUT /api/holidays/:day': {
    role: 'SUPER_ADMIN',
    url: '/api/holidays/2026-10-01',
    body: { name: 'National Day' },
    other: { name: 'Independence' },
  },
  'DELETE /api/holidays/:day': {
    role: 'SUPER_ADMIN',
    url: '/api/holidays/2026-12-25',
    body: {},
    other: {},
    otherUrl: '/api/holidays/2026-12-26',
  },
  'DELETE /api/service_categories/:id': {
    role: 'SUPER_ADMIN',
    url: '/api/service_categories/4',
    body: {},
    other: {},
    otherUrl: '/api/service_categories/7',
  },
  'POST /api/service_categories/:id/roles/:roleId': {
    role: 'SUPER_ADMIN',
    url: `/api/service_categories/1/roles/${roleIdOf('DOCTOR')}`,
    body: {},
    other: {},
    otherUrl: `/api/service_categories/1/roles/${roleIdOf('COE_STAFF')}`,
  },
  'DELETE /api/service_categories/:id/roles/:roleId': {
    role: 'SUPER_ADMIN',
    url: `/api/service_categories/1/roles/${roleIdOf('DOCTOR')}`,
    body: {},
    other: {},
    otherUrl: `/api/service_categories/2/roles/${roleIdOf('DOCTOR')}`,
  },
  'POST /api/outbox/retry': { role: 'SUPER_ADMIN', body: { mail_id: 'nothing' }, other: { mail_id: 'none' } },
  'POST /api/roles': {
    role: 'SUPER_ADMIN',
    body: { role: 'WARD_CLERK', reach: 'hospital' },
    other: { role: 'WARD_CLERK', reach: 'all' },
  },
  'DELETE /api/roles/:id': {
    role: 'SUPER_ADMIN',
    url: `/api/roles/${roleIdOf('NOBODY')}`,
    body: {},
    other: {},
    otherUrl: `/api/roles/${roleIdOf('NO_ONE')}`,
  },
  'POST /api/permissions': {
    role: 'SUPER_ADMIN',
    body: { permission: 'VIEW_WARD' },
    other: { permission: 'VIEW_WARDS' },
  },
  'POST /api/roles/:roleId/permissions/:permissionId': {
    role: 'SUPER_ADMIN',
    url: `/api/roles/${roleIdOf('ANALYST')}/permissions/VIEW_USERS`,
    body: {},
    other: {},
    otherUrl: `/api/roles/${roleIdOf('ANALYST')}/permissions/VIEW_CHFADMIN`,
  },
  'DELETE /api/roles/:roleId/permissions/:permissionId': {
    role: 'SUPER_ADMIN',
    url: `/api/roles/${roleIdOf('ANALYST')}/permissions/VIEW_USERS`,
    body: {},
    other: {},
    otherUrl: `/api/roles/${roleIdOf('ANALYST')}/permissions/VIEW_CHFADMIN`,
  },
  'POST /api/roles/parent': {
    role: 'SUPER_ADMIN',
    body: { role_id: roleIdOf('ANALYST'), parent_role_id: roleIdOf('SECRETARIAT') },
    other: { role_id: roleIdOf('ANALYST'), parent_role_id: roleIdOf('AUDITOR') },
  },
  'DELETE /api/parent/roles/:id/:roleId': {
    role: 'SUPER_ADMIN',
    url: `/api/parent/roles/${roleIdOf('SECRETARIAT')}/${roleIdOf('ANALYST')}`,
    body: {},
    other: {},
    otherUrl: `/api/parent/roles/${roleIdOf('AUDITOR')}/${roleIdOf('ANALYST')}`,
  },
  'PATCH /api/users/:id/roles': {
    role: 'SUPER_ADMIN',
    url: `/api/users/${personOf('HELP_DESK').userId}/roles`,
    body: { roles: [roleIdOf('HELP_DESK'), roleIdOf('MDT')] },
    other: { roles: [roleIdOf('HELP_DESK')] },
  },
  'POST /api/products': {
    role: 'SUPER_ADMIN',
    body: { product_name: 'Passing', manufacturer_name: 'Cipla', price: '5.00' },
    other: { product_name: 'Passing', manufacturer_name: 'Cipla', price: '6.00' },
  },
  'PUT /api/products/:id': {
    role: 'SUPER_ADMIN',
    url: `/api/products/${product}`,
    body: { product_name: 'Renamed', manufacturer_name: 'Cipla', price: '5.00' },
    other: { product_name: 'Renamed', manufacturer_name: 'Cipla', price: '6.00' },
  },
  'DELETE /api/products/:id': {
    role: 'SUPER_ADMIN',
    url: `/api/products/${referenceProductId(MEDICINES[1]?.id ?? '')}`,
    body: {},
    other: {},
    otherUrl: `/api/products/${referenceProductId(MEDICINES[2]?.id ?? '')}`,
  },
  'POST /api/products/:id/coes/:coeId/stock/received': {
    role: 'PHARMACIST',
    url: `/api/products/${product}/coes/${coe_id}/stock/received`,
    body: { quantity: 40 },
    other: { quantity: 40, note: 'Waybill 12' },
  },
  'POST /api/products/:id/coes/:coeId/stock/removed': {
    role: 'PHARMACIST',
    url: `/api/products/${product}/coes/${coe_id}/stock/removed`,
    body: { quantity: 4, reason: 'Expired' },
    other: { quantity: 4, reason: 'Broken' },
  },
  'POST /api/products/:id/coes/:coeId/stock/counted': {
    role: 'PHARMACIST',
    url: `/api/products/${product}/coes/${coe_id}/stock/counted`,
    body: { quantity: 40, reason: 'Counted' },
    other: { quantity: 41, reason: 'Counted' },
  },
  ...COE_WRITES,
  ...STAFF_WRITES,
  'POST /api/uimenu': {
    role: 'SUPER_ADMIN',
    body: { menu_name: 'Map', menu_link: '/map', menu_icon: 'report' },
    other: { menu_name: 'Maps', menu_link: '/map', menu_icon: 'report' },
  },
  'PUT /api/uimenu/:id': {
    role: 'SUPER_ADMIN',
    url: `/api/uimenu/${menuItemIdOf('/dashboard')}`,
    body: { group: 'Reports', order: 12 },
    other: { group: 'Reports', order: 13 },
  },
  'DELETE /api/uimenu/:id': {
    role: 'SUPER_ADMIN',
    url: `/api/uimenu/${menuItemIdOf('/payments')}`,
    body: {},
    other: {},
    otherUrl: `/api/uimenu/${menuItemIdOf('/ledger')}`,
  },
  ...FUNDING_WRITES,
  'POST /api/coestaff/billings': {
    role: 'COE_STAFF',
    body: { patient_id: patient.userId, services: [service] },
    other: { patient_id: patient.userId, services: [service], comment: 'New' },
  },
  'POST /api/coestaff/billings/answer': {
    role: 'COE_STAFF',
    body: { transaction_id: 'nothing', answer: 'It is attached' },
    other: { transaction_id: 'nothing', answer: 'It is not' },
  },
  ...DISPUTE_WRITES,
  ...INVOICE_WRITES,
  'POST /api/coestaff/drugbillings': {
    role: 'PHARMACIST',
    body: { patient_id: patient.userId, order_id: 'no-order', drugs },
    other: { patient_id: patient.userId, order_id: 'no-order', drugs, comment: 'New' },
  },
  'POST /api/transaction/chf': {
    role: 'PHARMACIST',
    body: { patientId: patient.userId, products: [{ productId: product, quantity: 1 }] },
    other: { patientId: patient.userId, products: [{ productId: product, quantity: 2 }] },
  },
  'POST /api/documents': { role: 'COE_STAFF', body: '%PDF-1.7\n% one\n', other: '%PDF-1.7\n% two\n' },
  'POST /api/second_factor': {
    role: 'ANALYST',
    body: { enrolment: 'none', code: '000000' },
    other: { enrolment: 'none', code: '000001' },
  },
  'POST /api/second_factor/recovery_codes': { role: 'ANALYST', body: { code: '000000' }, other: { code: '000001' } },
  'POST /api/second_factor/remove': { role: 'ANALYST', body: { code: '000000' }, other: { code: '000001' } },
  'POST /api/second_factor/reset/decline': {
    role: 'ANALYST',
    body: { reset_id: 'none', reason: 'Found' },
    other: { reset_id: 'none', reason: 'Not lost' },
  },
  'POST /api/users/:id/second_factor/reset': {
    role: 'SUPER_ADMIN',
    url: `/api/users/${patient.userId}/second_factor/reset`,
    body: { reason: 'Lost' },
    other: { reason: 'Stolen' },
  },
  'POST /api/users/:id/second_factor/reset/confirm': {
    role: 'SUPER_ADMIN',
    url: `/api/users/${patient.userId}/second_factor/reset/confirm`,
    body: { reset_id: 'none' },
    other: { reset_id: 'other' },
  },
  'POST /api/users/:id/second_factor/reset/decline': {
    role: 'SUPER_ADMIN',
    url: `/api/users/${patient.userId}/second_factor/reset/decline`,
    body: { reset_id: 'none', reason: 'Found' },
    other: { reset_id: 'none', reason: 'Not lost' },
  },
  'POST /api/secure/superadmin/support/anonymous/auth': {
    role: 'SUPPORT',
    body: { email: patient.email, reason: 'A lost bill' },
    other: { email: patient.email, reason: 'Another' },
  },
  'PUT /api/profile': { role: 'COE_STAFF', body: profile, other: { ...profile, first_name: 'Eve' } },
  'POST /api/fanda/payment/initiate': { role: 'FINANCE', body: step, other: { ...step, end_date: '2026-02-28' } },
  'POST /api/fanda/payment/recommend': { role: 'NCCP', body: step, other: { ...step, transactions: ['other'] } },
  'POST /api/fanda/payment/approve': { role: 'DHS', body: step, other: { ...step, start_date: '2025-12-31' } },
  'POST /api/fanda/payment/dfa/approve': { role: 'DFA', body: step, other: { ...step, transactions: ['other'] } },
  'POST /api/fanda/payment/permsec/approve': { role: 'PERMSEC', body: step, other: { ...step, transactions: ['b'] } },
  'POST /api/fanda/payment/matching': {
    role: 'FINANCE',
    body: { step: 'initiate', filter: { status: 'billed' }, position: 1, count: 1, total: '1.00' },
    other: { step: 'initiate', filter: { status: 'billed' }, position: 1, count: 2, total: '1.00' },
  },
  'POST /api/fanda/payment/return': {
    role: 'NCCP',
    body: { transactions: ['nothing'], reason: 'Wrong' },
    other: { transactions: ['nothing'], reason: 'Right' },
  },
}

let demo: DemoApp
beforeAll(async () => {
  demo = await startDemoApp()
  const admin = await demo.as('SUPER_ADMIN')
  const seen = await admin.post('/api/services/import/preview', { csv: priceList.csv })
  priceList.preview = seen.json<{ data: { preview: string } }>().data.preview
})
afterAll(() => demo.end())

const BOUNDARY = 'a-boundary-of-tests'
const file = (content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="scan.pdf"\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`

async function send(route: string, body: object | string, key: string, elsewhere?: string) {
  const [method = '', path = ''] = route.split(' ')
  const { role = '', url = elsewhere ?? path } = {
    ...WRITES[route],
    ...(elsewhere === undefined ? {} : { url: elsewhere }),
  }
  const isFile = typeof body === 'string'
  const type = isFile ? { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } : {}
  const headers = { authorization: `Bearer ${(await demo.as(role)).token}`, 'idempotency-key': key, ...type }
  return demo.app.inject({ method: method as 'POST', url, headers, payload: isFile ? file(body) : body })
}

test('every write takes a key, but for those that are known not to need one', async () => {
  const writes = (await apiRoutes(demo.context)).filter(({ method }) => method !== 'GET')
  const named = (wanted: boolean) =>
    writes.flatMap(({ method, url, idempotency }) => ((idempotency === 'none') === wanted ? [`${method} ${url}`] : []))
  expect(named(true).sort()).toEqual(WITHOUT_KEY)
  expect(named(false).sort()).toEqual(Object.keys(WRITES).sort())
})

describe.each(Object.entries(WRITES))('%s', (route, { body, other, otherUrl }) => {
  test('refuses another request under a used key, and does nothing', async () => {
    const key = `used ${route}`
    const first = await send(route, body, key)
    expect(first.statusCode).not.toBe(500)
    const { log, pool } = demo.context
    const stored = async () => [
      await log.head(),
      (await pool.query('select (select count(*) from document), (select count(*) from product_order)')).rows,
    ]
    const before = await stored()
    const second = await send(route, other, key, otherUrl)
    expect([second.statusCode, second.json()]).toEqual([
      409,
      { message: 'This Idempotency-Key was used for another request. Nothing was done.' },
    ])
    expect(await stored()).toEqual(before)
    const again = await send(route, body, key)
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
    expect(again.headers['idempotency-hit']).toBe('true')
    expect(await stored()).toEqual(before)
  })

  test('keeps nothing of a request that is not valid: its key is free for the right one', async () => {
    const key = `free ${route}`
    const isFile = typeof body === 'string'
    expect((await send(route, isFile ? '' : [], key)).statusCode).toBe(422)
    const right = await send(route, body, key)
    // Not that the key is another request's: some of these are a 409 of their own, as nothing waits for a second person.
    expect(right.body).not.toContain('This Idempotency-Key')
    expect(right.headers['idempotency-hit']).toBeUndefined()
  })
})

test('a key belongs to one caller, and to one route', async () => {
  const body = { benefactor: 'Lottery Trust', credit: '3.00' }
  const [one, two] = [await demo.as('FUND_ADMIN'), await demo.as('FUND_ADMIN', 2)]
  const [first, second] = [
    await one.post('/api/pool/credit', body, 'mine'),
    await two.post('/api/pool/credit', body, 'mine'),
  ]
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect(second.body).not.toBe(first.body)
  expect((await one.post(`/api/coes/${coe_id}/allocation`, { amount: '1.00' }, 'mine')).statusCode).toBe(409)
})

test('the order of fields is nothing that is asked', async () => {
  const admin = await demo.as('FUND_ADMIN')
  const first = await admin.post('/api/pool/credit', { benefactor: 'Trust', credit: '4.00' }, 'order')
  const again = await admin.post('/api/pool/credit', { credit: '4.00', benefactor: 'Trust' }, 'order')
  expect([again.statusCode, again.body]).toEqual([200, first.body])
})
