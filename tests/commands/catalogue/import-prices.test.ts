import { expect, test } from 'vitest'
import { catalogueProcesses } from '#commands/catalogue/processes/catalogue-processes.ts'
import { finishImport } from '#commands/catalogue/price-import/import-prices.ts'
import { addService } from '#commands/catalogue/service/add-service.ts'
import { handle, load } from '#commands/handle.ts'
import { ALL_CATEGORIES, category } from '#domain/catalogue/category/category.ts'
import { priceImport } from '#domain/catalogue/price-import/price-import.ts'
import { priceAt, service } from '#domain/catalogue/service/service.ts'
import { kobo } from '#domain/kernel/money.ts'
import { recover } from '#tests/commands/recover.ts'
import { command } from '#tests/support/command.ts'
import { faultAt, faultyLog } from '#tests/support/faulty-log.ts'
import { createMemoryWorld, recordedIn } from '#tests/support/memory-world.ts'

const DAY = '2026-03-02'
const scan = { serviceId: 'ct', name: 'CT scan', code: 'CT', categoryId: 1, price: kobo(45_000_00) }
const services = [
  {
    serviceId: 'mri',
    added: { name: 'MRI', code: 'MRI', categoryId: 1, price: kobo(90_000_00) },
    prices: [{ coeId: 'uch', price: kobo(95_000_00) }],
  },
  {
    serviceId: 'ct',
    revision: 1,
    name: 'CT of the head',
    prices: [
      { price: kobo(46_000_00) },
      { coeId: 'uch', price: kobo(47_000_00) },
      { from: '2026-05-01', price: kobo(50_000_00) },
    ],
  },
]

async function worldWithScan() {
  const world = createMemoryWorld()
  await handle(world.handler, category, ALL_CATEGORIES, command('AddCategory', { name: 'Scans', code: 'SCAN' }))
  await addService(world.handler, command('AddService', scan))
  return world
}
const importId = 'import-1'
const asked = () => command('RequestPriceImport', { importId, services })

async function pricesIn(world: Awaited<ReturnType<typeof worldWithScan>>) {
  const [ct, mri] = [await load(world.handler, service, 'ct'), await load(world.handler, service, 'mri')]
  if (ct.status !== 'offered' || mri.status !== 'offered') return [ct.status, mri.status]
  return [
    ct.name,
    ...[DAY, '2026-05-01'].map((day) => priceAt(ct, 'lth', day)),
    priceAt(ct, 'uch', DAY),
    priceAt(mri, 'uch', DAY),
  ]
}
const WHOLE = ['CT of the head', 46_000_00, 50_000_00, 47_000_00, 95_000_00]

test('cut off before or after any append, an import is taken to its end, and nothing of it is done twice', async () => {
  const whole = await worldWithScan()
  const begun = await whole.log.head()
  const request = asked()
  await handle(whole.handler, priceImport, importId, request)
  expect(await finishImport(whole.handler, importId, request)).toMatchObject({
    state: { status: 'completed', refused: [] },
  })
  expect(await pricesIn(whole)).toEqual(WHOLE)
  const types = (await recordedIn(whole)).slice(begun).map(({ event }) => event.type)
  for (let at = 1; at <= 8; at += 1)
    for (const fault of ['fail before', 'lose answer'] as const) {
      const world = await worldWithScan()
      await handle(world.handler, priceImport, importId, request)
      const cutting = createMemoryWorld({ ...world, wrap: (log) => faultyLog(log, faultAt(at, fault)) })
      await finishImport(cutting.handler, importId, request).catch(() => undefined)
      await recover(catalogueProcesses, world)
      expect(await pricesIn(world)).toEqual(WHOLE)
      expect((await recordedIn(world)).slice(begun).map(({ event }) => event.type)).toEqual(types)
    }
})

test('a service that somebody changed since it was looked at is left as it is, whole, and named; the others are done', async () => {
  const world = await worldWithScan()
  const request = asked()
  await handle(world.handler, priceImport, importId, request)
  await handle(world.handler, service, 'ct', command('ChangeServicePrice', { serviceId: 'ct', price: kobo(1) }))
  expect(await finishImport(world.handler, importId, request)).toMatchObject({
    state: { status: 'completed', refused: [{ serviceId: 'ct', why: 'service_changed' }] },
  })
  expect(await pricesIn(world)).toEqual(['CT scan', 1, 1, 1, 95_000_00])
})
