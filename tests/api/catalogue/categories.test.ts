import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { CategoryDetail, CategoryView } from '#api/catalogue/contracts/category.ts'
import { addService } from '#commands/catalogue/service/add-service.ts'
import { newId } from '#commands/ids.ts'
import { kobo } from '#domain/kernel/money.ts'
import { command } from '#tests/support/command.ts'
import { startTestApp } from '#tests/support/app.ts'
import { type Answer, type Caller, type DemoApp, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { BilledAnswer } from '#api/money/contracts/billing.ts'
import { patientWith, refusal } from '#tests/api/money/billing/hospital.ts'
import { csvLines } from '#tests/support/csv-lines.ts'

let demo: DemoApp
let admin: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  admin = await demo.as('SUPER_ADMIN')
})
afterAll(() => demo.end())

const URL = '/api/service_categories'
const LIST = `${URL}/list`
const add = (category_name: string, category_code: string, caller = admin, key?: string) =>
  caller.post(URL, { category_name, category_code }, key)
const rename = (id: string, category_name: string, category_code: string, caller = admin) =>
  caller.put(`${URL}/${id}`, { category_name, category_code })
const idOf = (answer: Answer) => answer.json<{ data: { id: string } }>().data.id
const listed = async (query = '', caller = admin) =>
  (await caller.get(`${LIST}${query}`)).json<{ data: { data: CategoryView[] } }>().data.data
const detailOf = async (id: string) => (await admin.get(`${URL}/${id}`)).json<{ data: CategoryDetail }>().data

test('a category is added, renamed and deleted, and every step is told by whom', async () => {
  const added = await add('Physiotherapy', 'PHYS')
  expect(added.json()).toMatchObject({ message: 'The category has been added', data: { caught_up: true } })
  const id = idOf(added)
  const { firstName, lastName } = admin.person
  const who = `${firstName} ${lastName}`
  expect(await listed('?search=phys')).toEqual([
    {
      ...{ id: Number(id), category_name: 'Physiotherapy', category_code: 'PHYS', services_count: 0, created_by: who },
      roles: '',
      created_at: expect.any(String),
    },
  ])
  expect((await rename(id, 'Rehabilitation', 'REHAB')).json()).toMatchObject({ data: { id, caught_up: true } })
  expect(await listed('?search=rehab')).toMatchObject([{ id: Number(id), category_name: 'Rehabilitation' }])
  expect((await admin.delete(`${URL}/${id}`)).json()).toMatchObject({ message: 'The category has been deleted' })
  expect(await listed('?search=rehab')).toEqual([])
  const history = [
    { what: 'Deleted', who, permission: 'DELETE_CATEGORY' },
    { what: 'Renamed to Rehabilitation (REHAB)', who, permission: 'EDIT_CATEGORY' },
    { what: 'Added as Physiotherapy (PHYS)', who, permission: 'CREATE_CATEGORY' },
  ]
  expect(await detailOf(id)).toMatchObject({ category_name: 'Rehabilitation', is_deleted: true, services: [], history })
  expect(await detailOf('7')).toMatchObject({ is_deleted: false, services: expect.objectContaining({ length: 10 }) })
  expect((await admin.get(`${URL}/99999`)).statusCode).toBe(404)
})

test('a category is billed by while it has services, is deleted once they are, and stays on old bills and in lists of the past', async () => {
  const added = await add('Blood bank', 'BLOOD')
  const { position } = added.json<{ data: { position: number } }>().data
  const staff = await demo.as('COE_STAFF')
  const offered = async (caller = staff) =>
    (await caller.get(URL)).json<{ data: { category_name: string }[] }>().data.map(({ category_name: name }) => name)
  // Nobody bills what has no services; who administers the categories sees it.
  expect([await offered(), await offered(admin)]).toEqual([
    expect.not.arrayContaining(['Blood bank']),
    expect.arrayContaining(['Blood bank']),
  ])
  const body = { service_name: 'Transfusion', service_code: 'TRANS', price: '5000.00' }
  const service = idOf(await admin.post('/api/services', { ...body, service_category_id: idOf(added) }))
  expect(await offered()).toContain('Blood bank')
  expect(refusal(await admin.delete(`${URL}/${idOf(added)}`))).toMatchObject({
    message: 'The category has 1 service and cannot be deleted',
  })
  const patient = await patientWith(demo, 10_000_00)
  const billed = await staff.post('/api/coestaff/billings', {
    ...{ patient_id: patient, services: [{ service_id: service, quantity: 1 }] },
  })
  const { id: bill } = BilledAnswer.parse(billed.json()).data
  // Deleted services hold up nothing, and what was billed keeps its category.
  expect((await admin.delete(`/api/services/${service}`)).statusCode).toBe(200)
  expect(await offered()).not.toContain('Blood bank')
  expect(await listed('?search=blood')).toMatchObject([{ services_count: 0 }])
  expect((await admin.delete(`${URL}/${idOf(added)}`)).statusCode).toBe(200)
  expect(await offered(admin)).not.toContain('Blood bank')
  expect(await listed('?search=blood')).toEqual([])
  expect((await staff.get(`/api/transactions/${bill}`)).json()).toMatchObject({
    data: { transactions: [{ service: { service_name: 'Transfusion', category: { category_name: 'Blood bank' } } }] },
  })
  expect(await listed(`?search=blood&as_of_position=${position}`)).toMatchObject([{ category_name: 'Blood bank' }])
})

test('what is not right is refused at its field', async () => {
  expect(refusal(await add('', 'OK'))).toMatchObject({ status: 422, fields: ['category_name'] })
  expect(refusal(await add('Long code', 'SIXSIX'))).toMatchObject({ status: 422, fields: ['category_code'] })
  expect(refusal(await add('Blank code', 'A B'))).toMatchObject({ status: 422, fields: ['category_code'] })
  expect(refusal(await add('SURGERY', 'NEW'))).toMatchObject({ status: 422, fields: ['category_name'] })
  expect(refusal(await add('New', 'surg'))).toMatchObject({ status: 422, fields: ['category_code'] })
  expect(refusal(await rename('1', 'Surgery', 'CONS'))).toMatchObject({ status: 422, fields: ['category_name'] })
  expect(refusal(await rename('999', 'Nothing', 'NONE'))).toMatchObject({ status: 404 })
  expect((await admin.delete(`${URL}/999`)).statusCode).toBe(404)
  expect((await admin.delete(`${URL}/four`)).statusCode).toBe(404)
})

test('the code of a category or of a service has at most 5 characters', async () => {
  const service = (service_code: string) =>
    admin.post('/api/services', { service_name: 'Lymph massage', service_code, price: '1.00', service_category_id: 2 })
  for (const send of [(code: string) => add('Lymphology', code), service])
    expect([(await send('C'.repeat(6))).statusCode, (await send('C'.repeat(5))).statusCode]).toEqual([422, 200])
})

test('the category of drugs stays, and so does one with services', async () => {
  const drugs = await admin.delete(`${URL}/4`)
  expect([drugs.statusCode, drugs.json()]).toMatchObject([
    422,
    { message: 'The drug category cannot be deleted or given services', errors: { id: [expect.any(String)] } },
  ])
  const surgery = await admin.delete(`${URL}/7`)
  expect([surgery.statusCode, surgery.json()]).toMatchObject([
    422,
    { message: 'The category has 10 services and cannot be deleted', errors: { id: [expect.any(String)] } },
  ])
})

test('who may only see changes nothing, and who may not see is refused', async () => {
  const auditor = await demo.as('AUDITOR')
  expect((await auditor.get(LIST)).statusCode).toBe(200)
  expect((await auditor.get(`${URL}/1`)).statusCode).toBe(200)
  expect((await add('Auditors', 'AUD', auditor)).statusCode).toBe(403)
  expect((await rename('1', 'Auditors', 'AUD', auditor)).statusCode).toBe(403)
  expect((await auditor.delete(`${URL}/1`)).statusCode).toBe(403)
  const doctor = await demo.as('DOCTOR')
  expect((await doctor.get(LIST)).statusCode).toBe(403)
  expect((await doctor.get(`${URL}/1`)).statusCode).toBe(403)
  expect((await (await demo.as('COE_ADMIN')).get(LIST)).statusCode).toBe(200)
})

test('the same key adds once and answers the same', async () => {
  const [first, again] = [await add('Once', 'ONCE', admin, 'once'), await add('Once', 'ONCE', admin, 'once')]
  expect([again.statusCode, again.body]).toEqual([200, first.body])
  expect(await listed('?search=once')).toHaveLength(1)
})

test('two processes give ids without gaps, and one of two with one name', async () => {
  const other = withDemoPeople(await startTestApp({ secretsDir: demoSecrets(inject('runDir')) }, demo.database))
  try {
    const there = await other.as('SUPER_ADMIN')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => add(`Ward ${index}`, `W${index}`, index % 2 === 0 ? admin : there)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    const ids = answers.map((answer) => Number(idOf(answer))).sort((a, b) => a - b)
    expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index))
    const same = await Promise.all([add('Twin', 'TWIN1', admin), add('twin', 'TWIN2', there)])
    expect(same.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  } finally {
    await other.close()
  }
})

test('deleted here and filled there at once: it stays with its service, or is gone without', async () => {
  const ids = await Promise.all(['A', 'B', 'C', 'D'].map(async (name) => idOf(await add(`Room ${name}`, `R${name}`))))
  const outcomes = await Promise.all(
    ids.map(async (id) => {
      const service = {
        serviceId: newId(Date.now()),
        name: `Bed ${id}`,
        code: 'BED',
        categoryId: Number(id),
        price: kobo(10_00),
      }
      const [deleted, added] = await Promise.all([
        admin.delete(`${URL}/${id}`),
        addService(demo.context.handler, command('AddService', service)),
      ])
      return [deleted.statusCode, added.outcome].join()
    }),
  )
  for (const outcome of outcomes) expect(['200,refused', '422,done']).toContain(outcome)
})

test('the CSV has the columns of the list', async () => {
  const { body } = await admin.get(`${LIST}/csv?search=surgery`)
  const [head, row] = csvLines(body)
  expect(head).toBe('Category name,Category code,Services,Roles,Id,Created at,Created by')
  expect(row).toMatch(/^Surgery,SURG,10,[^,]*,7,/)
})

// East Asian spreadsheets run them in full width too.
test.each(['=1+1', '＝2+2', '＋3', '－4', '＠5'])(
  'a code that a spreadsheet would run as a formula is text in a CSV: %s',
  async (code) => {
    const name = `Odd ${code.slice(1)}`
    expect((await admin.post(URL, { category_name: name, category_code: code })).statusCode).toBe(200)
    await demo.context.caughtUp(await demo.context.log.head())
    expect((await admin.get(`${LIST}/csv?search=Odd`)).body).toContain(`${name},'${code},`)
  },
)
