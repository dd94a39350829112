import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CategoryDetail } from '#api/catalogue/contracts/category.ts'
import type { ServiceCategory } from '#api/catalogue/contracts/service.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { patientWith, refusal } from '#tests/api/money/billing/hospital.ts'
import { type Answer, type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
let admin: Caller
let staff: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  ;[admin, staff] = [await demo.as('SUPER_ADMIN'), await demo.as('COE_STAFF')]
})
afterAll(() => demo.end())

const URL = '/api/services'
const [IMAGING, CARE] = [6, 8]
const body = {
  service_name: 'Ultrasound of the neck',
  service_code: 'USN',
  price: '9000.00',
  service_category_id: IMAGING,
}
let added = 0
/** Under a code of its own. */
const add = (over: object = {}, by = admin, key?: string) =>
  by.post(URL, { ...body, service_code: `U${(added += 1)}`, ...over }, key)
const edit = (id: string, over: object = {}, by = admin) =>
  by.put(`${URL}/${id}`, { ...body, service_code: `E${(added += 1)}`, ...over })
const remove = (id: string, by = admin) => by.delete(`${URL}/${id}`)
const idOf = (answer: Answer) => answer.json<{ data: { id: string } }>().data.id
type Listed = { id: string; service_name: string; price: string; category: object; parent: object | null }
const listed = async (id: string, query = '') =>
  (await admin.get(`${URL}${query}`)).json<{ data: Listed[] }>().data.find((one) => one.id === id)
const offered = async (id: string) =>
  (await staff.get('/api/service_categories'))
    .json<{ data: ServiceCategory[] }>()
    .data.flatMap(({ id: category, services }) =>
      services.filter((one) => one.id === id).map(({ service_name, price }) => ({ category, service_name, price })),
    )
const detailOf = async (id: number) =>
  (await admin.get(`/api/service_categories/${id}`)).json<{ data: CategoryDetail }>().data
const billed = (patientId: string, service_id: string) =>
  staff.post('/api/coestaff/billings', { patient_id: patientId, services: [{ service_id, quantity: 1 }] })

test('a service is added, edited, moved and deleted, billed as it is offered, and its category tells of it', async () => {
  const added = await add({ parent_id: referenceServiceId('IM02') })
  expect(added.json()).toMatchObject({ message: 'The service has been added', data: { caught_up: true } })
  const id = idOf(added)
  expect(await listed(id)).toMatchObject({
    ...{ service_name: 'Ultrasound of the neck', price: '9000.00', category: { id: IMAGING } },
    parent: { service_name: 'Abdominal ultrasound' },
  })
  expect(await offered(id)).toEqual([{ category: IMAGING, service_name: 'Ultrasound of the neck', price: '9000.00' }])
  const anew = { service_name: 'Neck ultrasound', price: '9500', service_category_id: CARE }
  expect((await edit(id, anew)).json()).toMatchObject({ message: 'The service has been changed', data: { id } })
  expect(await listed(id)).toMatchObject({ price: '9500.00', category: { id: CARE }, parent: null })
  expect(await offered(id)).toEqual([{ category: CARE, service_name: 'Neck ultrasound', price: '9500.00' }])
  const patient = await patientWith(demo, 100_000_00)
  expect((await billed(patient, id)).json()).toMatchObject({ data: { total: '9500.00' } })
  const gone = await remove(id)
  expect(gone.json()).toMatchObject({ message: 'The service has been deleted', data: { caught_up: true } })
  expect(await offered(id)).toEqual([])
  expect(await listed(id)).toBeUndefined()
  const { position } = added.json<{ data: { position: number } }>().data
  expect(await listed(id, `?as_of_position=${position}`)).toMatchObject({ service_name: 'Ultrasound of the neck' })
  expect(refusal(await billed(patient, id))).toMatchObject({ status: 422, fields: ['services'] })
  const here = await detailOf(CARE)
  expect(here.services).toContain('Neck ultrasound (deleted)')
  expect(here.history[0]).toMatchObject({ what: 'Service moved to it: Neck ultrasound (deleted)' })
  expect((await detailOf(IMAGING)).history[0]).toMatchObject({
    what: 'Service moved to another category: Neck ultrasound (deleted)',
  })
})

test('a moved service is billed by the roles of the category where it stands', async () => {
  const patient = await patientWith(demo, 100_000_00)
  const id = idOf(await add({ service_code: 'MOVED' }))
  const roles = `/api/service_categories/${CARE}/roles/${roleIdOf('DOCTOR')}`
  await admin.post(roles, {})
  expect((await billed(patient, id)).statusCode).toBe(200)
  await edit(id, { service_category_id: CARE })
  expect(refusal(await billed(patient, id))).toMatchObject({
    status: 422,
    message: 'Your roles cannot bill Nursing and supportive care',
  })
  await admin.delete(roles)
})

test('what is not right is refused at its field', async () => {
  const id = idOf(await add())
  for (const send of [(over: object) => add(over), (over: object) => edit(id, over)]) {
    expect(refusal(await send({ service_name: ' ' }))).toMatchObject({ status: 422, fields: ['service_name'] })
    expect(refusal(await send({ service_code: 'SIXSIX' }))).toMatchObject({ status: 422, fields: ['service_code'] })
    expect(refusal(await send({ price: 'dear' }))).toMatchObject({ status: 422, fields: ['price'] })
    expect(refusal(await send({ price: '0' }))).toMatchObject({ status: 422, fields: ['price'] })
    expect(refusal(await send({ parent_id: 'nobody' }))).toMatchObject({ status: 422, fields: ['parent_id'] })
    expect(refusal(await send({ service_category_id: 4 }))).toMatchObject({
      status: 422,
      fields: ['service_category_id'],
    })
    expect(refusal(await send({ service_category_id: 999 }))).toMatchObject({
      status: 404,
      message: 'Category not found',
    })
  }
  expect(refusal(await edit(id, { parent_id: id }))).toMatchObject({ status: 422, fields: ['parent_id'] })
})

test('a code is one service’s alone, and no service stands under one below itself', async () => {
  const [above, below] = [idOf(await add({ service_code: 'ABOVE' })), idOf(await add({ service_code: 'BELOW' }))]
  const taken = { status: 422, fields: ['service_code'], message: 'Another service has this code' }
  expect(refusal(await add({ service_code: 'above' }))).toMatchObject(taken)
  expect(refusal(await edit(below, { service_code: 'ABOVE' }))).toMatchObject(taken)
  expect((await edit(below, { parent_id: above })).statusCode).toBe(200)
  expect(refusal(await edit(above, { parent_id: below }))).toMatchObject({ status: 422, fields: ['parent_id'] })
  await remove(above)
  expect((await add({ service_code: 'ABOVE' })).statusCode).toBe(200)
})

test('what is not there is not found, and what is deleted is not edited', async () => {
  expect(refusal(await edit('nothing'))).toMatchObject({ status: 404, message: 'Service not found' })
  expect(refusal(await remove('nothing'))).toMatchObject({ status: 404, message: 'Service not found' })
  const id = idOf(await add())
  await remove(id)
  expect((await remove(id)).statusCode).toBe(200)
  expect(refusal(await edit(id))).toMatchObject({ status: 409, message: 'The service has been deleted' })
})

const ONE = { service_code: 'ONE' }
test('the same key adds once', async () => {
  const [first, again] = [await add(ONE, admin, 'one service'), await add(ONE, admin, 'one service')]
  expect(again.body).toBe(first.body)
})

test('who may not administer services is refused', async () => {
  const id = referenceServiceId('IM01')
  for (const by of [staff, await demo.as('COE_ADMIN'), await demo.as('AUDITOR')])
    for (const answer of [await add({}, by), await edit(id, {}, by), await remove(id, by)])
      expect(answer.statusCode).toBe(403)
})
