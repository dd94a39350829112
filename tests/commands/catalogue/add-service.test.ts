import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogueProcesses } from '#commands/catalogue/processes/catalogue-processes.ts'
import { addService } from '#commands/catalogue/service/add-service.ts'
import { handle, load } from '#commands/handle.ts'
import { ALL_CATEGORIES, category } from '#domain/catalogue/category/category.ts'
import { basePriceOn, service } from '#domain/catalogue/service/service.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { kobo } from '#domain/kernel/money.ts'
import { recover } from '#tests/commands/recover.ts'
import { AT, command } from '#tests/support/command.ts'
import { faultAt, faultyLog } from '#tests/support/faulty-log.ts'
import { createMemoryWorld, recordedIn } from '#tests/support/memory-world.ts'

const scan = { serviceId: 'ct', name: 'CT scan', code: 'CT', categoryId: 1, price: kobo(45_000_00) }
const addScans = () => command('AddCategory', { name: 'Scans', code: 'SCAN' })
const remove = () => command('DeleteCategory', { categoryId: 1 })

test('a service is added to a category that is there, and to none else', async () => {
  const { handler } = createMemoryWorld()
  const add = command('AddService', scan)
  expect(await addService(handler, add)).toMatchObject({ refusal: { refused: 'category_unknown' } })
  expect((await load(handler, service, 'ct')).status).toBe('none')
  await handle(handler, category, ALL_CATEGORIES, addScans())
  expect((await addService(handler, add)).outcome).toBe('done')
  expect(await handle(handler, category, ALL_CATEGORIES, remove())).toMatchObject({
    refusal: { refused: 'category_has_services' },
  })
})

test('a service that is refused takes no place', async () => {
  const { handler } = createMemoryWorld()
  await handle(handler, category, ALL_CATEGORIES, addScans())
  const refused = await addService(handler, command('AddService', { ...scan, price: kobo(0) }))
  expect(refused).toMatchObject({ refusal: { refused: 'service_price_not_positive' } })
  expect((await handle(handler, category, ALL_CATEGORIES, remove())).outcome).toBe('done')
})

test('deleted and filled at once by two processes, a category is never gone while a service is in it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat({ max: 9 })), async (turns) => {
      const pause = async () => {
        for (let turn = turns.next().value ?? 0; turn > 0; turn -= 1) await Promise.resolve()
      }
      const world = createMemoryWorld()
      await handle(world.handler, category, ALL_CATEGORIES, addScans())
      const other = createMemoryWorld({
        ...world,
        wrap: (log) => ({ ...log, append: (...given) => pause().then(() => log.append(...given)) }),
      })
      const adding = addService(other.handler, command('AddService', scan))
      await pause()
      const removed = await handle(world.handler, category, ALL_CATEGORIES, remove())
      const added = await adding
      expect([added.outcome, removed.outcome].sort()).toEqual(['done', 'refused'])
    }),
    { numRuns: 200 },
  )
})

test('cut at any append, a service is whole once the command is given again', async () => {
  const faults = [1, 2].flatMap((append) => [faultAt(append, 'fail before'), faultAt(append, 'lose answer')])
  for (const plan of faults) {
    const world = createMemoryWorld()
    await handle(world.handler, category, ALL_CATEGORIES, addScans())
    const add = command('AddService', scan)
    const cutting = createMemoryWorld({ ...world, wrap: (log) => faultyLog(log, plan) })
    await addService(cutting.handler, add).catch(() => undefined)
    expect((await addService(createMemoryWorld(world).handler, add)).outcome).toBe('done')
    const types = (await recordedIn(world)).map(({ event }) => event.type)
    expect(types).toEqual(['CategoryAdded', 'ServicePlacedInCategory', 'ServiceFiled', 'ServiceAdded'])
  }
})

test('cut behind its place, a service is added though nobody asks again, and what is asked again afterwards is done', async () => {
  const world = createMemoryWorld()
  await handle(world.handler, category, ALL_CATEGORIES, addScans())
  const add = command('AddService', { ...scan, parentId: undefined })
  const cutting = createMemoryWorld({ ...world, wrap: (log) => faultyLog(log, faultAt(2, 'fail before')) })
  await addService(cutting.handler, add).catch(() => undefined)
  expect((await load(world.handler, service, 'ct')).status).toBe('none')
  await recover(catalogueProcesses, world)
  const added = await load(world.handler, service, 'ct')
  if (added.status !== 'offered') throw new Error(`It is ${added.status}`)
  expect([added.code, basePriceOn(added, lagosDay(AT))]).toEqual(['CT', scan.price])
  expect((await addService(createMemoryWorld(world).handler, add)).outcome).toBe('done')
  const types = (await recordedIn(world)).map(({ event }) => event.type)
  expect(types).toEqual(['CategoryAdded', 'ServicePlacedInCategory', 'ServiceFiled', 'ServiceAdded'])
})
