import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BilledAnswer } from '#api/money/contracts/billing.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { nameOf } from '#scripts/fuzz/operations.ts'
import { answersIn } from '#scripts/test/conformance.ts'
import { localRegistry } from '#api/people/cap/cap-registry.ts'
import { referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { CAP_PATIENTS } from '#scripts/demo/people/cap-patients.ts'
import { type ApiRoute, apiRoutes } from '#tests/support/api-routes.ts'
import { type DemoApp, personOf } from '#tests/support/demo-app.ts'
import { roleWhoMay } from '#tests/support/role-who-may.ts'
import { ROOT } from '#tests/support/source-files.ts'
import { upload } from '#tests/support/upload.ts'
import { generate } from './money/invoices/invoicing.ts'
import { type Bill, CHAIN_PEOPLE, type Ministry, startMinistry, step } from './money/payments/ministry.ts'

/*
 * A field of the spec's that an answer's schema has may still never have a value. Here something has happened to all that
 * exists: each field that is held (tests/conformance/entities.tsv) tells something, to somebody, of something.
 */

const PROFILE = {
  ...{ first_name: 'Aisha', last_name: 'Mohammed', other_names: 'Binta', gender: 'female' },
  ...{ date_of_birth: '1980-02-03', phone_number: '08035550000' },
}

/** As if the hospitals had billed a month ago what they bill today. */
const monthAgo = async ({ context }: DemoApp) => {
  const values = 'billed, billed_count, drugs_billed, paid, paid_count, reversed, reversed_count'
  await context.pool.query(
    `insert into billing_day (coe_id, day, ${values}) select coe_id, day - interval '1 month', ${values} from billing_day`,
  )
}

/** As if the demo's patient had enrolled by themselves, with a document and from CAP. */
const enrolled = async ({ context }: DemoApp) => {
  const told = "cap_id = 'CAP-1', identification_id = '3', identification_number = 'A12345'"
  await context.pool.query(`update patient set ${told} where id = $1`, [personOf('PATIENT').userId])
}
const DESK = {
  ...{ email: 'desk@example.org', first_name: 'Zubaida', last_name: 'Nwachukwu', phone_number: '08012345678' },
  ...{ gender: 'Female', date_of_birth: '1990-02-03' },
}

/** One says where the hospital is paid, and another confirms it. */
async function confirmBank({ as }: DemoApp): Promise<void> {
  const account = { bank_account_name: 'The hospital', bank_account_number: '0123456789' }
  const bank = { ...account, bank_sort_code: '011234567', bank_name: 'A bank' }
  const [one, other] = [await as('SUPER_ADMIN'), await as('SUPER_ADMIN', 2)]
  const at = `/api/coes/${ministry.coeId}`
  const given = await one.post(`${at}/bank`, bank, 'bank-of-the-hospital')
  const { data } = (await other.get(at)).json<{ data: { bank_proposal: { id: string } } }>()
  const confirmed = await other.post(`${at}/bank/confirm`, { proposal: data.bank_proposal.id })
  expect([given.statusCode, confirmed.statusCode]).toEqual([200, 200])
}

/** Who has what others have not: a patient's record, a profession, a second first name. */
const WHO: Readonly<Record<string, readonly string[]>> = {
  '/api/users/profile': ['PATIENT', 'DOCTOR', 'COE_STAFF'],
  '/api/notification/transactions': ['PATIENT'],
  '/api/coes/analytics': ['COE_ADMIN'],
}

let ministry: Ministry
let routes: readonly ApiRoute[]
let bills: readonly Bill[]
let invoiceId: string
beforeAll(async () => {
  ministry = await startMinistry({ cap: localRegistry(CAP_PATIENTS) })
  const { demo } = ministry
  routes = await apiRoutes(demo.context)
  const staff = await demo.as('COE_STAFF')
  const sent = await upload(demo, staff, 'report.pdf', Buffer.from('%PDF-1.7\n% a report\n'))
  const { document } = sent.json<{ document: { file_url: string } }>()
  const documents = [{ document_url: document.file_url, document_name: 'Report' }]
  const services = [{ service_id: referenceServiceId('CO01'), quantity: 2 }]
  const body = { patient_id: personOf('PATIENT').userId, services, documents, comment: 'Seen in the clinic' }
  const { data } = BilledAnswer.parse((await staff.post('/api/coestaff/billings', body)).json())
  const service = { id: data.id, reference: data.transaction_id, total: data.total }
  bills = [service, await ministry.billDrugs(1)]
  for (const role of CHAIN_PEOPLE) await step(ministry, role, bills)
  const administrator = await demo.as('SUPER_ADMIN')
  const child = { parent_id: referenceServiceId('CO01'), service_name: 'Second opinion', price: '10.00' }
  const done = [
    await administrator.post('/api/services', { ...child, service_category_id: 1, service_code: 'CO99' }),
    await administrator.post(`/api/service_categories/1/roles/${roleIdOf('COE_STAFF')}`, {}),
    await (await demo.as('DOCTOR')).put('/api/profile', PROFILE),
    await administrator.post('/api/sadmin/coehelpdeskstaffs', { ...DESK, coe_id: ministry.coeId }),
  ]
  expect(done.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  // Billed, and not paid yet.
  const unpaid = await ministry.billDrugs(1)
  const dispute = { transaction_id: unpaid.id, comment: 'It was not given' }
  expect((await (await demo.as('FINANCE')).post('/api/transactions/dispute', dispute)).statusCode).toBe(200)
  const said = { comment: 'It was given on Monday' }
  expect((await staff.post(`/api/transactions/${unpaid.id}/dispute/comments`, said)).statusCode).toBe(200)
  const billed = [await ministry.billServices(2), await ministry.billDrugs(3)]
  invoiceId = (await generate(ministry, 'COE_ADMIN')).id
  bills = [...bills, ...billed, unpaid]
  await confirmBank(demo)
  await monthAgo(demo)
  await enrolled(demo)
})
afterAll(() => ministry.end())

async function addressesOf({ url }: ApiRoute): Promise<readonly string[]> {
  if (url === '/api/transactions/:id') return bills.map(({ id }) => url.replace(':id', id))
  if (url === '/api/patients/:patient_id/comments/:comment_id')
    return [`/api/patients/${personOf('PATIENT').userId}/comments/${bills[0]?.id}`]
  if (url === '/api/transactions/:id/dispute/comments') return [url.replace(':id', bills.at(-1)?.id ?? '')]
  if (url === '/api/invoices/:id') return [url.replace(':id', invoiceId)]
  if (url === '/api/coes/:id') return [url.replace(':id', ministry.coeId)]
  if (url === '/api/coes/:id/billings') return [`${url.replace(':id', ministry.coeId)}?page=1`]
  if (url === '/api/patient/:id')
    return CAP_PATIENTS.map(({ patientId, dateOfBirth }) => `/api/patient/${patientId}?date_of_birth=${dateOfBirth}`)
  if (url === '/api/coestaffs/:coe_id') return [url.replace(':coe_id', ministry.coeId)]
  if (url === '/api/service_categories') return [`${url}?coe=${ministry.coeId}`]
  if (url !== '/api/fanda/payment/:id') return [url]
  const { rows } = await ministry.demo.context.pool.query<{ id: string }>('select id from payment')
  return rows.map(({ id }) => url.replace(':id', id))
}

/** All that stands at a path: of each row of a list, and of each bill of a row. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, name === undefined ? [] : [name, ...rest]))
  if (name === undefined) return [value]
  return typeof value === 'object' && value !== null ? valuesAt(Reflect.get(value, name), rest) : []
}
const saysSomething = (value: unknown) => ![null, undefined, '', 0, '0.00', false].includes(value as never)

const answered = new Map<string, Promise<readonly unknown[]>>()
/** What a route answers at each of its addresses to those who are told something; each is asked once. */
function answersOf(name: string): Promise<readonly unknown[]> {
  const before = answered.get(name)
  if (before !== undefined) return before
  const asked = ask(name)
  answered.set(name, asked)
  return asked
}
async function ask(name: string): Promise<readonly unknown[]> {
  const route = routes.find((one) => nameOf(one) === name)
  if (route === undefined) throw new Error(`There is no ${name}`)
  const who = WHO[route.url] ?? [roleWhoMay(route, 'SUPER_ADMIN') ?? 'SUPER_ADMIN']
  const answers: unknown[] = []
  for (const role of who)
    for (const address of await addressesOf(route)) {
      const answer = await (await ministry.demo.as(role)).get(address)
      expect([address, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([address, 200, ''])
      answers.push(answer.json())
    }
  return answers
}

const held = answersIn(ROOT, 'entities').filter(({ kind, by }) => kind === 'held' && by.startsWith('GET '))
describe('each field of the spec that is held has a value', () => {
  test.each(held.map(({ key, by }) => [key, by] as const))('%s: %s', async (_, by) => {
    const [name = '', path = ''] = by.split(': ')
    const values = (await answersOf(name)).flatMap((answer) => valuesAt(answer, path.replaceAll('[]', '').split('.')))
    expect(values.some(saysSomething), JSON.stringify(values.slice(0, 5))).toBe(true)
  })
})
