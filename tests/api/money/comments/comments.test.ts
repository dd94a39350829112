import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CommentAnswer, CommentRow } from '#api/money/contracts/comment.ts'
import { reportPage } from '#api/contracts/report.ts'
import { handle } from '#commands/handle.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { role } from '#domain/people/role/role.ts'
import { CONSULTATION } from '#tests/api/money/billing/hospital.ts'
import { type Ministry, startMinistry } from '#tests/api/money/payments/ministry.ts'
import { command } from '#tests/support/command.ts'
import { personOf } from '#tests/support/demo-app.ts'
import { upload } from '#tests/support/upload.ts'

// A comment comes with the bill that carries one (spec, open-questions Q126).

let ministry: Ministry
let chfId: string
let commented: string
let silent: string
const { userId: patient } = personOf('PATIENT')
const COMMENT = 'Second cycle, tolerated well'
const comments = (of = patient) => `/api/patients/${of}/comments`
const Page = reportPage(CommentRow)

async function bill(more: object, by: 'COE_STAFF' | 'DOCTOR' = 'COE_STAFF') {
  const staff = await ministry.demo.as(by)
  const body = { patient_id: patient, services: [{ service_id: CONSULTATION, quantity: 1 }], ...more }
  const answer = await staff.post('/api/coestaff/billings', body)
  return { status: answer.statusCode, id: answer.json<{ data?: { id: string } }>().data?.id ?? '' }
}

beforeAll(async () => {
  ministry = await startMinistry()
  const staff = await ministry.demo.as('COE_STAFF')
  const sent = await upload(ministry.demo, staff, 'histology.pdf', Buffer.from('%PDF-1.7\n% Histology\n'))
  const { document } = z.object({ document: z.object({ id: z.string() }) }).parse(sent.json())
  const documents = [{ document_id: document.id, document_name: 'Histology' }]
  commented = (await bill({ comment: COMMENT, documents })).id
  silent = (await bill({})).id
  const { rows } = await ministry.demo.context.pool.query<{ chf_id: string }>(
    'select chf_id from patient where id = $1',
    [patient],
  )
  chfId = rows[0]?.chf_id ?? ''
})
afterAll(() => ministry.end())

test('a bill that carries a comment is one of the comments of its patient, by id and by CHF id', async () => {
  const [auditor, doctor, own] = await Promise.all(['AUDITOR', 'DOCTOR', 'PATIENT'].map((one) => ministry.as(one)))
  const row = {
    id: commented,
    comment: COMMENT,
    commented_by: 'Sani Abubakar',
    coe_name: expect.any(String),
    created_at: expect.stringMatching(/^\d{4}-/),
  }
  for (const [reader, path] of [
    [auditor, comments()],
    [auditor, comments(chfId)],
    [doctor, comments(chfId.toLowerCase())],
    [own, comments()],
  ] as const)
    expect((await reader?.get(path, Page))?.data.data, path).toEqual([row])
  const named = [{ document_id: expect.any(String), document_name: 'Histology', document_url: expect.any(String) }]
  expect((await doctor?.get(`${comments(chfId)}/${commented}`, CommentAnswer))?.data).toEqual({
    ...row,
    documents: named,
    is_masked: false,
  })
})

test('a period that has none is empty, and one that has it is not', async () => {
  const auditor = await ministry.as('AUDITOR')
  const count = async (query: string) => (await auditor.get(`${comments()}?${query}`, Page)).data.data.length
  expect(await count('start_date=2020-01-01&end_date=2020-12-31')).toBe(0)
  expect(await count(`start_date=${ministry.today}&end_date=${ministry.today}`)).toBe(1)
})

test('what has no comment is none, and neither is what is of somebody else', async () => {
  const auditor = await ministry.as('AUDITOR')
  const other = await ministry.as('PATIENT', 2)
  for (const id of [silent, 'none', patient])
    expect((await auditor.send('GET', `${comments()}/${id}`)).status, id).toBe(404)
  expect((await auditor.send('GET', `${comments(other.person.userId)}/${commented}`)).status).toBe(404)
  expect((await other.send('GET', `${comments()}/${commented}`)).status).toBe(404)
  expect((await other.send('GET', comments())).status).toBe(404)
  expect((await (await ministry.as('DOCTOR', 2)).send('GET', comments())).status).toBe(404)
})

test('the file has what the list has', async () => {
  const answer = await (await ministry.demo.as('DOCTOR')).get(`${comments()}/csv`)
  const [headings, row] = answer.body.split(/\r?\n/)
  expect(headings).toContain('Physician,Hospital,Comment,Date')
  expect(row).toMatch(new RegExp(`^Sani Abubakar,"[^"]+","${COMMENT}",`))
})

test('whoever sees no personal data sees that there is a comment, and neither its text nor its documents', async () => {
  const detach = {
    roleId: roleIdOf('AUDITOR'),
    granter: { kind: 'system' },
    permission: 'VIEW_PERSONAL_DATA',
  } as const
  const { handler, eventLog, caughtUp } = ministry.demo.context
  const detached = await handle(handler, role, detach.roleId, command('DetachPermission', detach))
  expect(detached.outcome).toBe('done')
  await caughtUp(await eventLog.head())
  const auditor = await ministry.as('AUDITOR')
  const masked = { id: commented, comment: null, commented_by: 'Sani Abubakar' }
  expect((await auditor.get(comments(), Page)).data.data).toMatchObject([masked])
  expect((await auditor.get(`${comments()}/${commented}`, CommentAnswer)).data).toMatchObject({
    ...{ ...masked, documents: [], is_masked: true },
  })
  expect((await (await ministry.demo.as('AUDITOR')).get(`${comments()}/csv`)).body).not.toContain(COMMENT)
})
