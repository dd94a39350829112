import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addService } from '#commands/catalogue/service/add-service.ts'
import { deleteService } from '#commands/catalogue/service/delete-service.ts'
import { editService } from '#commands/catalogue/service/edit-service.ts'
import { handle, load } from '#commands/handle.ts'
import { ALL_CATEGORIES, category } from '#domain/catalogue/category/category.ts'
import { kobo } from '#domain/kernel/money.ts'
import { serviceCategory } from '#projections/catalogue/service-category/service-category.ts'
import { service as serviceModel, servicePrice } from '#projections/catalogue/service/service.ts'
import { command } from '#tests/support/command.ts'
import { faultAt, faultyLog } from '#tests/support/faulty-log.ts'
import { createMemoryWorld, recordedIn, rowsOf } from '#tests/support/memory-world.ts'

const scan = { serviceId: 'ct', name: 'CT scan', code: 'CT', categoryId: 1, price: kobo(45_000_00) }
const edit = (over: { name?: string; parentId?: string } = {}) =>
  command('EditService', { serviceId: 'ct', name: 'CT', code: 'CT', price: kobo(46_000_00), ...over })

async function worldWithScan() {
  const world = createMemoryWorld()
  for (const [name, code] of [
    ['Scans', 'SCAN'],
    ['Imaging', 'IMAG'],
    ['Surgery', 'SURG'],
  ] as const)
    await handle(world.handler, category, ALL_CATEGORIES, command('AddCategory', { name, code }))
  await addService(world.handler, command('AddService', scan))
  return world
}
type World = Awaited<ReturnType<typeof worldWithScan>>
const shownIn = async (world: World) => ({
  service: rowsOf(serviceModel, await recordedIn(world)).map(({ name, category_id }) => [name, category_id]),
  prices: rowsOf(servicePrice, await recordedIn(world)).map(({ price }) => price),
  counts: rowsOf(serviceCategory, await recordedIn(world)).map(({ services }) => services),
})

test('a service is edited and moved, and what shows it says so', async () => {
  const world = await worldWithScan()
  expect((await editService(world.handler, edit(), 2)).outcome).toBe('done')
  expect(await shownIn(world)).toEqual({ service: [['CT', 2]], prices: [46_000_00], counts: [0, 1, 0] })
})

test('an edit that is refused moves nothing', async () => {
  const world = await worldWithScan()
  const head = await world.log.head()
  const nobody = { parentId: 'nobody' }
  expect(await editService(world.handler, edit(nobody), 2)).toMatchObject({
    refusal: { refused: 'category_service_parent_unknown' },
  })
  expect(await editService(world.handler, edit(), 9)).toMatchObject({ refusal: { refused: 'category_unknown' } })
  expect(await editService(world.handler, edit({ parentId: 'ct' }), 2)).toMatchObject({
    refusal: { refused: 'category_service_under_itself' },
  })
  expect(await world.log.head()).toBe(head)
})

test('a service stands under one that is offered; it stays there when that one is deleted', async () => {
  const world = await worldWithScan()
  await addService(
    world.handler,
    command('AddService', { ...scan, serviceId: 'imaging', name: 'Imaging', code: 'IMAG' }),
  )
  const under = { parentId: 'imaging' }
  expect((await editService(world.handler, edit(under), 1)).outcome).toBe('done')
  await deleteService(world.handler, command('DeleteService', { serviceId: 'imaging' }))
  expect((await editService(world.handler, edit({ ...under, name: 'CT of the head' }), 1)).outcome).toBe('done')
  const child = command('AddService', { ...scan, serviceId: 'other', code: 'OTHER', ...under })
  expect(await addService(world.handler, child)).toMatchObject({
    refusal: { refused: 'category_service_parent_unknown' },
  })
})

test('edited at once to two categories, a service stands in one, and counts there alone', async () => {
  const world = await worldWithScan()
  const other = createMemoryWorld(world)
  await Promise.all([editService(world.handler, edit(), 2), editService(other.handler, edit(), 3)])
  const { places } = await load(createMemoryWorld(world).handler, category, ALL_CATEGORIES)
  const place = places.get('ct') ?? 0
  expect([2, 3]).toContain(place)
  const { service: rows, counts } = await shownIn(world)
  expect(rows.map(([, id]) => id)).toEqual([place])
  expect(counts).toEqual([0, place === 2 ? 1 : 0, place === 3 ? 1 : 0])
})

test('cut at any append, a service is whole once the command is given again', async () => {
  for (const plan of [1, 2].flatMap((append) => [faultAt(append, 'fail before'), faultAt(append, 'lose answer')])) {
    const world = await worldWithScan()
    const cutting = createMemoryWorld({ ...world, wrap: (log) => faultyLog(log, plan) })
    const asked = edit()
    await editService(cutting.handler, asked, 2).catch(() => undefined)
    expect((await editService(createMemoryWorld(world).handler, asked, 2)).outcome).toBe('done')
    const types = (await recordedIn(world)).map(({ event }) => event.type).slice(-3)
    expect(types).toEqual(['ServiceMovedToCategory', 'ServiceRenamed', 'ServicePriceChanged'])
  }
})

const remove = () => command('DeleteService', { serviceId: 'ct' })

test('edited and deleted at once by two processes, an edit that is refused has changed nothing', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat({ max: 9 })), async (turns) => {
      const pause = async () => {
        for (let turn = turns.next().value ?? 0; turn > 0; turn -= 1) await Promise.resolve()
      }
      const slowly = { append: async () => pause(), read: async () => pause() }
      const world = await worldWithScan()
      const other = () =>
        createMemoryWorld({
          ...world,
          wrap: (log) => ({
            ...log,
            append: (...given) => slowly.append().then(() => log.append(...given)),
            read: (...given) => slowly.read().then(() => log.read(...given)),
          }),
        })
      const [edited, deleted] = await Promise.all([
        editService(other().handler, edit(), 2),
        deleteService(other().handler, remove()),
      ])
      expect(deleted.outcome).toBe('done')
      const { service: rows, prices } = await shownIn(world)
      seen.add(edited.outcome)
      if (edited.outcome === 'done') expect(rows[0]?.[1]).toBe(2)
      else {
        expect(edited.refusal.refused).toMatch(/service_deleted$/)
        expect([rows, prices]).toEqual([[['CT scan', 1]], [45_000_00]])
      }
    }),
    { numRuns: 100 },
  )
  expect(seen).toEqual(new Set(['done', 'refused']))
})

test('cut at any append, a service is deleted once the command is given again', async () => {
  for (const plan of [1, 2].flatMap((append) => [faultAt(append, 'fail before'), faultAt(append, 'lose answer')])) {
    const world = await worldWithScan()
    const cutting = createMemoryWorld({ ...world, wrap: (log) => faultyLog(log, plan) })
    const asked = remove()
    await deleteService(cutting.handler, asked).catch(() => undefined)
    expect((await deleteService(createMemoryWorld(world).handler, asked)).outcome).toBe('done')
    const types = (await recordedIn(world)).map(({ event }) => event.type).slice(-2)
    expect(types).toEqual(['ServiceStruckOff', 'ServiceDeleted'])
  }
})
