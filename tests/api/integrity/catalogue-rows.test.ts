import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PriceImportPreview } from '#api/catalogue/contracts/price-import.ts'
import { handle, load } from '#commands/handle.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { product } from '#domain/catalogue/product/product.ts'
import { service } from '#domain/catalogue/service/service.ts'
import { MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import { referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { command } from '#tests/support/command.ts'
import { OTHER, OWN } from '#tests/api/money/billing/hospital.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { rowSays } from './row-says.ts'

// Rows of hospitals and drugs say something else for as long as a call takes, as in objects.test.ts.
let demo: DemoApp
let admin: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  admin = await demo.as('SUPER_ADMIN')
})
afterAll(() => demo.end())

const says = <T>(table: string, id: string, values: object, act: () => Promise<T>) =>
  rowSays(demo.context.pool, { table, id, says: values }, act)

test('a price list prices the hospitals that have its codes by the log', async () => {
  const rowOf = async (id: string) =>
    (await demo.context.pool.query<{ code: string; name: string }>('select code, name from coe where id = $1', [id]))
      .rows[0] ?? { code: '', name: '' }
  const [own, other] = [await rowOf(OWN), await rowOf(OTHER)]
  const csv = `Service code,Hospital code,Price\nRT06,${own.code},123.45`
  const look = async () =>
    (await admin.post('/api/services/import/preview', { csv })).json<{ data: PriceImportPreview }>().data
  const before = await look()
  const swapped = (act: () => Promise<void>) =>
    says('coe', OWN, { ...other }, () => says('coe', OTHER, { ...own }, act))
  await swapped(async () => {
    expect(await look()).toEqual(before)
    expect((await admin.post('/api/services/import', { csv, preview: before.preview })).statusCode).toBe(200)
  })
  const priced = await load(demo.context.handler, service, referenceServiceId('RT06'))
  const lastOf = (id: string) => (priced.status === 'offered' ? priced.prices.get(id)?.at(-1)?.price : undefined)
  expect(lastOf(OWN)).toBe(12_345)
  expect(lastOf(OTHER)).not.toBe(12_345)
})

test('nobody enrols at a hospital that is closed by the log, whatever its row says', async () => {
  const close = command('DeactivateCoe', { coeId: OTHER, reason: 'Closed for good' })
  const done = await handle(demo.context.handler, coe, OTHER, close)
  if (done.outcome === 'refused') throw new Error('refused')
  await demo.context.caughtUp(done.position)
  await says('coe', OTHER, { status: 'active' }, async () => {
    const answer = await demo.app.inject({
      ...{ method: 'POST', url: '/api/register' },
      payload: {
        ...{ email: 'enrols@mail.example', first_name: 'Ada', last_name: 'Obi', phone_number: '08031234567' },
        ...{ date_of_birth: '1980-02-03', password: 'Ward-seven-kettle-9', coe_id: OTHER },
        ...{ identification_id: '3', identification_number: '12345678901' },
      },
    })
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([422, ['coe_id']])
  })
})

test('a drug is of the manufacturer whom the log calls so', async () => {
  const cipla = MEDICINES.find(({ manufacturerName }) => manufacturerName === 'Cipla')
  const added = async (name: string) => {
    const body = { product_name: name, description: '', manufacturer_name: 'Cipla', price: '1.00' }
    const { id } = (await admin.post('/api/products', body)).json<{ data: { id: string } }>().data
    const state = await load(demo.context.handler, product, id)
    return state.status === 'none' ? undefined : state.manufacturerId
  }
  expect(await added('One')).toBe(cipla?.manufacturerId)
  const { rows } = await demo.context.pool.query<{ id: string }>(
    `select id from product where manufacturer_name = 'Cipla' order by id limit 1`,
  )
  const first = rows[0]?.id ?? ''
  await says('product', first, { manufacturer_id: 'MFR-00' }, async () => {
    expect(await added('Two')).toBe(cipla?.manufacturerId)
  })
})
