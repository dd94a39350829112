import { afterAll, beforeAll, expect, test } from 'vitest'
import { STARTING_ROLES } from '#domain/people/role/starting-roles.ts'
import { referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { personOf } from '#tests/support/demo-app.ts'
import { type Ministry, startMinistry } from '#tests/api/money/payments/ministry.ts'

const COMMENT = 'Stage two, left breast'
let ministry: Ministry
let bill: string
let document: string
beforeAll(async () => {
  ministry = await startMinistry()
  const staff = await ministry.demo.as('COE_STAFF')
  const form = new FormData()
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
  form.append('file', new Blob([pdf], { type: 'application/pdf' }), 'histology.pdf')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const uploaded = await ministry.demo.app.inject({
    method: 'POST',
    url: '/api/documents',
    headers: { authorization: `Bearer ${staff.token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  document = uploaded.json<{ document: { id: string } }>().document.id
  const billed = await staff.post('/api/coestaff/billings', {
    patient_id: personOf('PATIENT').userId,
    comment: COMMENT,
    documents: [{ document_id: document, document_name: 'Histology' }],
    services: [{ service_id: referenceServiceId('CO01'), quantity: 1 }],
  })
  bill = billed.json<{ data: { id: string } }>().data.id
})
afterAll(() => ministry.end())

/** What a role's first person gets of a bill of the first hospital: open, masked, or nothing (403 and 404). */
type Seen = 'open' | 'masked' | 'nothing'
type Row = readonly [comment: Seen, document: Seen, nameInLedger: Seen]
const OPEN: Row = ['open', 'open', 'nothing']
const NOTHING: Row = ['nothing', 'nothing', 'nothing']
const MASKED: Row = ['masked', 'nothing', 'nothing']
const ROLES: Readonly<Record<string, Row>> = {
  // Their own wallet and bill, with the comment in it (GET /api/patients/bills/{id}).
  PATIENT: ['open', 'open', 'open'],
  SOCIAL_WORKER: NOTHING,
  COE_STAFF: OPEN,
  DOCTOR: OPEN,
  MDT: OPEN,
  PHARMACIST: OPEN,
  COE_ADMIN: OPEN,
  FUND_ADMIN: OPEN,
  COMMITTEE: OPEN,
  SECRETARIAT: OPEN,
  FINANCE: OPEN,
  NCCP: OPEN,
  DHS: OPEN,
  DFA: OPEN,
  PERMSEC: OPEN,
  HELP_DESK: NOTHING,
  SUPPORT: MASKED,
  SUPER_ADMIN: ['open', 'open', 'open'],
  AUDITOR: ['open', 'open', 'open'],
  ANALYST: MASKED,
}

test('the table has every starting role', () => {
  expect(Object.keys(ROLES)).toEqual(STARTING_ROLES.map(({ role }) => role))
})

test.each(Object.entries(ROLES))('%s', async (role, [comment, file, name]) => {
  const caller = await ministry.demo.as(role)
  const path = role === 'PATIENT' ? `/api/patients/bills/${bill}` : `/api/transactions/${bill}`
  const detail = await caller.get(path)
  const seen: Seen = detail.statusCode !== 200 ? 'nothing' : detail.body.includes(COMMENT) ? 'open' : 'masked'
  if (seen === 'masked') expect(detail.json<{ data: { documents: unknown } }>().data.documents).toEqual([])
  const opened = await caller.get(`/api/documents/${document}`)
  expect([200, 404]).toContain(opened.statusCode)
  const account = await caller.get(`/api/ledger/accounts/patient:${personOf('PATIENT').userId}`)
  const person =
    account.statusCode === 200 ? account.json<{ data: { person: string | null } }>().data.person : undefined
  expect({
    comment: seen,
    document: opened.statusCode === 200 ? 'open' : 'nothing',
    name: person === undefined ? 'nothing' : person === null ? 'masked' : 'open',
  }).toEqual({ comment, document: file, name })
})

test.each(['COE_STAFF', 'DOCTOR', 'COE_ADMIN', 'MDT'])('%s of another hospital gets nothing', async (role) => {
  const caller = await ministry.demo.as(role, 2)
  expect((await caller.get(`/api/transactions/${bill}`)).statusCode).toBe(404)
  expect((await caller.get(`/api/documents/${document}`)).statusCode).toBe(404)
})

test.each(['SUPPORT', 'HELP_DESK'])('%s sees personal data masked: it holds no permission to see it', (role) => {
  const { permissions } = STARTING_ROLES.find((one) => one.role === role) ?? { permissions: [] }
  expect(permissions).not.toContain('VIEW_PERSONAL_DATA')
})
