import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CategoryDetail, CategoryView } from '#api/catalogue/contracts/category.ts'
import type { ServiceCategory } from '#api/catalogue/contracts/service.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import { referenceProductId, referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { balanceOf, OWN, patientWith, refusal } from '#tests/api/money/billing/hospital.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

const [RADIOTHERAPY, DRUGS, IMAGING, SURGERY, CARE] = [2, 4, 6, 7, 8]
const [DOCTOR, STAFF] = ['DOCTOR', 'COE_STAFF'].map(roleIdOf) as [string, string]
const RADIOGRAPH = referenceServiceId('IM01')

let demo: DemoApp
let admin: Caller
let staff: Caller
let doctor: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  ;[admin, staff, doctor] = [await demo.as('SUPER_ADMIN'), await demo.as('COE_STAFF'), await demo.as('DOCTOR')]
})
afterAll(() => demo.end())

const URL = '/api/service_categories'
const pathOf = (categoryId: number, roleId: string) => `${URL}/${categoryId}/roles/${roleId}`
const attach = (categoryId: number, roleId: string, by = admin) => by.post(pathOf(categoryId, roleId), {})
const detach = (categoryId: number, roleId: string, by = admin) => by.delete(pathOf(categoryId, roleId))
const detailOf = async (id: number) => (await admin.get(`${URL}/${id}`)).json<{ data: CategoryDetail }>().data
const listed = async (query: string) =>
  (await admin.get(`${URL}/list${query}`)).json<{ data: { data: CategoryView[] } }>().data.data
const offered = async (by: Caller, query = '') =>
  (await by.get(`${URL}${query}`)).json<{ data: ServiceCategory[] }>().data
const idsFor = async (by: Caller, query = '') => (await offered(by, query)).map(({ id }) => id)
const bill = (patientId: string, serviceId: string) => ({
  patient_id: patientId,
  services: [{ service_id: serviceId, quantity: 1 }],
})

test('a role is attached and detached, and both are told by whom', async () => {
  expect((await attach(CARE, DOCTOR)).json()).toMatchObject({
    message: 'The role has been attached',
    data: { id: '8', caught_up: true },
  })
  await attach(CARE, STAFF)
  expect((await detailOf(CARE)).roles).toEqual([
    { id: STAFF, role: 'COE_STAFF' },
    { id: DOCTOR, role: 'DOCTOR' },
  ])
  expect(await listed('?search=nursing')).toMatchObject([{ id: CARE, roles: 'Doctor, Hospital staff' }])
  expect((await detach(CARE, STAFF)).json()).toMatchObject({ message: 'The role has been detached' })
  const { roles, history } = await detailOf(CARE)
  expect(roles).toEqual([{ id: DOCTOR, role: 'DOCTOR' }])
  const who = `${admin.person.firstName} ${admin.person.lastName}`
  expect(history.slice(0, 3)).toMatchObject([
    {
      what: 'Role detached: Hospital staff',
      who,
      permission: 'ATTACH_ROLE_CATEGORY',
      right_to: 'say which roles see a category',
    },
    { what: 'Role attached: Hospital staff', who },
    { what: 'Role attached: Doctor', who },
  ])
})

test('attached or detached a second time nothing more is recorded', async () => {
  await attach(RADIOTHERAPY, STAFF)
  const head = await demo.context.log.head()
  expect((await attach(RADIOTHERAPY, STAFF)).statusCode).toBe(200)
  expect((await detach(RADIOTHERAPY, DOCTOR)).statusCode).toBe(200)
  expect(await demo.context.log.head()).toBe(head)
  await detach(RADIOTHERAPY, STAFF)
})

test('a category or a role that is not there is not found', async () => {
  for (const change of [attach, detach]) {
    expect(refusal(await change(999, DOCTOR))).toMatchObject({ status: 404, message: 'Category not found' })
    expect(refusal(await change(CARE, roleIdOf('NOBODY')))).toMatchObject({ status: 404, message: 'Role not found' })
  }
  expect((await admin.post(`${URL}/four/roles/${DOCTOR}`, {})).statusCode).toBe(404)
})

test('who may not attach roles is refused', async () => {
  for (const by of [await demo.as('AUDITOR'), await demo.as('COE_ADMIN'), staff]) {
    expect((await attach(CARE, STAFF, by)).statusCode).toBe(403)
    expect((await detach(CARE, DOCTOR, by)).statusCode).toBe(403)
  }
})

test('the list is narrowed to the categories of a role, now and as of a position', async () => {
  const { position } = (await attach(IMAGING, STAFF)).json<{ data: { position: number } }>().data
  expect((await listed(`?role=${STAFF}`)).map(({ id }) => id)).toEqual([IMAGING])
  await detach(IMAGING, STAFF)
  expect(await listed(`?role=${STAFF}`)).toEqual([])
  expect(await listed(`?role=${STAFF}&as_of_position=${position}`)).toMatchObject([
    { id: IMAGING, roles: 'Hospital staff' },
  ])
})

test('whoever bills sees what their roles may bill; whoever administers sees all, with the roles', async () => {
  await attach(SURGERY, DOCTOR)
  expect(await idsFor(doctor)).toContain(SURGERY)
  expect(await idsFor(staff)).not.toContain(SURGERY)
  expect(await idsFor(staff, `?roles=${DOCTOR}`), 'a role that the caller has not').not.toContain(SURGERY)
  expect(await idsFor(doctor, `?roles=${DOCTOR}`)).toContain(SURGERY)
  expect(await idsFor(doctor, '?roles='), 'a filter without a value is none').toContain(SURGERY)
  const all = await offered(admin, `?coe=${OWN}`)
  expect(all).toHaveLength(8)
  expect(all.find(({ id }) => id === SURGERY)?.roles).toEqual([{ id: DOCTOR, role: 'DOCTOR' }])
  expect(await idsFor(admin, `?coe=${OWN}&roles=${STAFF},${DOCTOR}`)).toHaveLength(8)
  expect(await idsFor(admin, `?coe=${OWN}&roles=${STAFF}`)).not.toContain(SURGERY)
  expect((await offered(doctor)).find(({ id }) => id === SURGERY)).not.toHaveProperty('roles')
  expect(await idsFor(await demo.as('FINANCE'), `?coe=${OWN}`), 'reports are about all').toHaveLength(8)
  const namesFor = async (by: Caller) =>
    (await by.get('/api/services')).json<{ data: { service_name: string }[] }>().data.map((one) => one.service_name)
  expect(await namesFor(doctor)).toContain('Thyroidectomy')
  expect(await namesFor(staff)).not.toContain('Thyroidectomy')
  expect(await namesFor(admin)).toContain('Thyroidectomy')
  await detach(SURGERY, DOCTOR)
  expect(await idsFor(staff)).toContain(SURGERY)
})

test('a service is billed by those who hold a role of its category, and nothing is taken for others', async () => {
  await attach(IMAGING, DOCTOR)
  const patient = await patientWith(demo, 500_000_00)
  const refused = await staff.post('/api/coestaff/billings', bill(patient, RADIOGRAPH))
  expect(refusal(refused)).toEqual({
    status: 422,
    message: 'Your roles cannot bill Imaging',
    fields: ['services'],
  })
  expect(await balanceOf(demo, patient)).toBe(500_000_00)
  expect((await doctor.post('/api/coestaff/billings', bill(patient, RADIOGRAPH), 'once')).statusCode).toBe(200)
  const left = await balanceOf(demo, patient)
  expect(left).toBeLessThan(500_000_00)
  // What was billed stays billed, and is answered the same, whatever became of the roles.
  await attach(IMAGING, STAFF)
  await detach(IMAGING, DOCTOR)
  expect((await doctor.post('/api/coestaff/billings', bill(patient, RADIOGRAPH), 'once')).statusCode).toBe(200)
  expect(await balanceOf(demo, patient)).toBe(left)
  expect((await doctor.post('/api/coestaff/billings', bill(patient, RADIOGRAPH))).statusCode).toBe(422)
  expect((await staff.post('/api/coestaff/billings', bill(patient, RADIOGRAPH))).statusCode).toBe(200)
  await detach(IMAGING, STAFF)
})

test('drugs are ordered and billed by the roles of their category', async () => {
  const pharmacist = await demo.as('PHARMACIST')
  const patient = await patientWith(demo, 900_000_00)
  const product = referenceProductId(MEDICINES[0]?.id ?? '')
  const order = () =>
    pharmacist.post('/api/transaction/chf', { patientId: patient, products: [{ productId: product, quantity: 1 }] })
  const ordered = (await order()).json<{ data: { transactionId: string } }>().data.transactionId
  const billed = () =>
    pharmacist.post('/api/coestaff/drugbillings', {
      ...{ patient_id: patient, order_id: ordered },
      drugs: [{ productId: product, quantity: 1 }],
    })
  await attach(DRUGS, DOCTOR)
  const message = 'Your roles cannot bill Drugs'
  expect(refusal(await order())).toEqual({ status: 422, message, fields: ['products'] })
  expect(refusal(await billed())).toEqual({ status: 422, message, fields: ['drugs'] })
  await attach(DRUGS, roleIdOf('PHARMACIST'))
  expect((await billed()).statusCode).toBe(200)
  await detach(DRUGS, DOCTOR)
  await detach(DRUGS, roleIdOf('PHARMACIST'))
})

test('the roles are listed for those who choose among them', async () => {
  type Listed = { role: string; permissions: { permission: string }[]; role_parents: { parent_role_id: string }[] }
  const { data } = (await admin.get('/api/roles')).json<{ data: Listed[] }>()
  expect(data.map(({ role }) => role)).toEqual(data.map(({ role }) => role).toSorted())
  const found = data.find(({ role }) => role === 'DOCTOR')
  expect(found).toMatchObject({
    id: DOCTOR,
    role_parents: [{ role_id: DOCTOR, parent_role_id: roleIdOf('COE_ADMIN') }],
  })
  expect(found?.permissions).toContainEqual({ id: 'BILL_SERVICES', permission: 'BILL_SERVICES' })
  expect((await (await demo.as('COE_ADMIN')).get('/api/roles')).statusCode).toBe(200)
  expect((await doctor.get('/api/roles')).statusCode).toBe(403)
})
