import fc from 'fast-check'
import { expect, test } from 'vitest'
import { category, type CategoryCommand, DRUG_CATEGORY, isOpenTo } from '#domain/catalogue/category/category.ts'
import type { CategoryEvent } from '#domain/catalogue/category/events.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const stamp = { by: 'user-1', at: AT }
const added = (categoryId: number, name: string, code: string): CategoryEvent => ({
  type: 'CategoryAdded',
  data: { categoryId, name, code, request: `request-${categoryId}`, ...stamp },
})
const deleted = (categoryId: number): CategoryEvent => ({ type: 'CategoryDeleted', data: { categoryId, ...stamp } })
const placed = (categoryId: number, serviceId: string): CategoryEvent => ({
  type: 'ServicePlacedInCategory',
  data: { categoryId, serviceId, ...stamp },
})
const filed = (categoryId: number, serviceId: string, code: string, parentId?: string): CategoryEvent => ({
  type: 'ServiceFiled',
  data: { categoryId, serviceId, code, parentId, ...stamp },
})
const attached = (categoryId: number, roleId: string): CategoryEvent => ({
  type: 'RoleAttachedToCategory',
  data: { categoryId, roleId, ...stamp },
})
const detached = (categoryId: number, roleId: string): CategoryEvent => ({
  type: 'RoleDetachedFromCategory',
  data: { categoryId, roleId, ...stamp },
})
const four = [
  added(1, 'Consultation', 'CONS'),
  added(2, 'Radiotherapy', 'RADIO'),
  added(3, 'Scans', 'SCAN'),
  added(DRUG_CATEGORY, 'Drugs', 'DRUG'),
]
const add = (name: string, code: string, id = 'new') => command('AddCategory', { name, code }, { id })

test('a category is given the next id, and the same request the same one again', () => {
  const surgery = { name: 'Surgery', code: 'SURG' }
  const fifth: CategoryEvent = { type: 'CategoryAdded', data: { ...surgery, categoryId: 5, request: 'new', ...stamp } }
  given(category, ...four)
    .when(add('Surgery', 'SURG'))
    .then(fifth)
  given(category, ...four, fifth)
    .when(add('Surgery', 'SURG'))
    .thenNothing()
})

test('an id is never given again', () => {
  given(category, added(1, 'Scans', 'SCAN'), deleted(1))
    .when(add('Surgery', 'SURG'))
    .then({ type: 'CategoryAdded', data: { name: 'Surgery', code: 'SURG', categoryId: 2, request: 'new', ...stamp } })
})

test('no two categories have one name or one code, whatever the capitals and blanks', () => {
  given(category, ...four)
    .when(add('radiotherapy', 'NEW'))
    .thenRefused('category_already_added')
  given(category, ...four)
    .when(add('New', 'scan'))
    .thenRefused('category_code_taken')
  given(category, ...four)
    .when(add('\u00a0Radiotherapy  ', 'NEW'))
    .thenRefused('category_already_added')
  const rename = (name: string, code: string) => command('RenameCategory', { categoryId: 3, name, code })
  given(category, ...four)
    .when(rename('DRUGS', 'SCAN'))
    .thenRefused('category_already_added')
  given(category, ...four)
    .when(rename('Scans', 'drug'))
    .thenRefused('category_code_taken')
  const capitals = { categoryId: 3, name: 'SCANS', code: 'SCAN' }
  given(category, ...four)
    .when(rename('SCANS', 'SCAN'))
    .then({ type: 'CategoryRenamed', data: { ...capitals, ...stamp } })
})

test('the name of a deleted category is free', () => {
  const again = { name: 'Scans', code: 'SCAN', categoryId: 5, request: 'new', ...stamp }
  given(category, ...four, deleted(3))
    .when(add('Scans', 'SCAN'))
    .then({ type: 'CategoryAdded', data: again })
})

test('a category is renamed, under a code of at most five characters', () => {
  const renamed = { categoryId: 4, name: 'Medicines', code: 'MED' }
  given(category, ...four)
    .when(command('RenameCategory', renamed))
    .then({ type: 'CategoryRenamed', data: { ...renamed, ...stamp } })
  given(category, ...four)
    .when(command('RenameCategory', { ...renamed, code: 'MEDICS' }))
    .thenRefused('category_code_too_long', { most: 5 })
  given(category, ...four)
    .when(command('RenameCategory', { categoryId: 4, name: 'Drugs', code: 'DRUG' }))
    .thenNothing()
  given(category).when(command('RenameCategory', renamed)).thenRefused('category_unknown')
  given(category, ...four, deleted(3))
    .when(command('RenameCategory', { ...renamed, categoryId: 3 }))
    .thenRefused('category_unknown')
})

test('a category without services is deleted, once', () => {
  const remove = command('DeleteCategory', { categoryId: 3 })
  given(category, ...four)
    .when(remove)
    .then(deleted(3))
  given(category, ...four, deleted(3))
    .when(remove)
    .thenNothing()
  given(category).when(remove).thenRefused('category_unknown')
  given(category, ...four, placed(3, 'ct'))
    .when(remove)
    .thenRefused('category_has_services', { services: 1 })
  // Of two services one is deleted, then the other.
  const struck = (serviceId: string): CategoryEvent => ({
    type: 'ServiceStruckOff',
    data: { categoryId: 3, serviceId, ...stamp },
  })
  const both = [placed(3, 'ct'), filed(3, 'ct', 'CT'), placed(3, 'mri'), filed(3, 'mri', 'MRI'), struck('ct')]
  given(category, ...four, ...both)
    .when(remove)
    .thenRefused('category_has_services', { services: 1 })
  given(category, ...four, ...both, struck('mri'))
    .when(remove)
    .then(deleted(3))
})

test('the category of drugs stays, and keeps no services', () => {
  expect(DRUG_CATEGORY).toBe(4)
  given(category, ...four)
    .when(command('DeleteCategory', { categoryId: DRUG_CATEGORY }))
    .thenRefused('category_is_of_drugs')
  given(category, ...four)
    .when(command('PlaceService', { categoryId: DRUG_CATEGORY, serviceId: 'ct', code: 'CT' }))
    .thenRefused('category_is_of_drugs')
})

test('a service stands in one category, which is there', () => {
  const place = (categoryId: number) => command('PlaceService', { categoryId, serviceId: 'ct', code: 'CT' })
  given(category, ...four)
    .when(place(3))
    .then(placed(3, 'ct'), filed(3, 'ct', 'CT'))
  given(category, ...four, placed(3, 'ct'))
    .when(place(3))
    .thenNothing()
  given(category, ...four, placed(3, 'ct'))
    .when(place(2))
    .thenRefused('category_of_service_is_another')
  given(category, ...four, deleted(3))
    .when(place(3))
    .thenRefused('category_unknown')
})

test('a role is attached to a category that is there, and detached, once each', () => {
  const doctor = { categoryId: 3, roleId: 'doctor' }
  given(category, ...four)
    .when(command('AttachRole', doctor))
    .then(attached(3, 'doctor'))
  given(category, ...four, attached(3, 'doctor'))
    .when(command('AttachRole', doctor))
    .thenNothing()
  given(category, ...four, attached(3, 'doctor'))
    .when(command('DetachRole', doctor))
    .then(detached(3, 'doctor'))
  given(category, ...four, attached(3, 'doctor'), detached(3, 'doctor'))
    .when(command('DetachRole', doctor))
    .thenNothing()
  given(category, ...four, attached(3, 'doctor'), detached(3, 'doctor'))
    .when(command('AttachRole', doctor))
    .then(attached(3, 'doctor'))
  for (const type of ['AttachRole', 'DetachRole'] as const)
    given(category, ...four, deleted(3))
      .when(command(type, doctor))
      .thenRefused('category_unknown')
})

test('the roles of a category stay when it is renamed', () => {
  const renamed: CategoryEvent = {
    type: 'CategoryRenamed',
    data: { categoryId: 3, name: 'MRI', code: 'MRI', ...stamp },
  }
  given(category, ...four, attached(3, 'doctor'), renamed)
    .when(command('AttachRole', { categoryId: 3, roleId: 'doctor' }))
    .thenNothing()
})

test('a category is open to who holds one of its roles, and to all while it has none', () => {
  expect(isOpenTo(['clerk'], [])).toBe(true)
  expect(isOpenTo([], [])).toBe(true)
  expect(isOpenTo(['clerk', 'doctor'], ['doctor', 'nurse'])).toBe(true)
  expect(isOpenTo(['clerk'], ['doctor'])).toBe(false)
  expect(isOpenTo([], ['doctor'])).toBe(false)
})

test('a service moves to another category, but not to the drugs, and none that stands nowhere', () => {
  const move = (categoryId: number) => command('FileService', { categoryId, serviceId: 'ct', code: 'CT' })
  const there = [placed(3, 'ct'), filed(3, 'ct', 'CT')]
  const moved: CategoryEvent = {
    type: 'ServiceMovedToCategory',
    data: { categoryId: 2, serviceId: 'ct', from: 3, ...stamp },
  }
  given(category, ...four, ...there)
    .when(move(2))
    .then(moved)
  given(category, ...four, ...there, moved)
    .when(move(2))
    .thenNothing()
  given(category, ...four, ...there, moved)
    .when(command('DeleteCategory', { categoryId: 3 }))
    .then(deleted(3))
  given(category, ...four, ...there)
    .when(move(DRUG_CATEGORY))
    .thenRefused('category_is_of_drugs')
  given(category, ...four)
    .when(move(2))
    .thenRefused('category_without_service')
  given(category, ...four, ...there)
    .when(move(9))
    .thenRefused('category_unknown')
})

const names = fc.record({
  name: fc.constantFrom('Drugs', 'Scans', 'scans', 'Surgery'),
  code: fc.constantFrom('DRUG', 'SCAN', 'Scan', 'SURG', 'SURGERY', ''),
})
const categoryId = fc.integer({ min: 1, max: 6 })
/** Few codes and parents for three services, so that they meet; often none, so that something moves all the same. */
const filing = fc.record({
  categoryId: fc.integer({ min: 1, max: 3 }),
  serviceId: fc.constantFrom('ct', 'mri', 'pet'),
  code: fc.constantFrom(undefined, undefined, 'CT', 'ct', 'MRI', 'PET'),
  parentId: fc.constantFrom(undefined, undefined, 'ct', 'mri', 'pet'),
})
const anyCommand: fc.Arbitrary<CategoryCommand> = fc.oneof(
  { weight: 3, arbitrary: names.map((data) => command('AddCategory', data)) },
  fc.tuple(categoryId, names).map(([id, data]) => command('RenameCategory', { categoryId: id, ...data })),
  categoryId.map((id) => command('DeleteCategory', { categoryId: id })),
  filing.map((data) => command('PlaceService', data)),
  { weight: 3, arbitrary: filing.map((data) => command('FileService', data)) },
  // The others stay to be moved.
  fc.constant(command('StrikeService', { serviceId: 'pet' })),
  fc
    .tuple(
      fc.constantFrom('AttachRole' as const, 'DetachRole' as const),
      categoryId,
      fc.constantFrom('doctor', 'clerk'),
    )
    .map(([type, id, roleId]) => command(type, { categoryId: id, roleId })),
)
describeDeciderProperties(category, anyCommand, ({ active, last, places, services }, history) => {
  const given = history.flatMap(({ type, data }) => (type === 'CategoryAdded' ? [data.categoryId] : []))
  expect(given).toEqual(given.map((_, index) => index + 1))
  expect(last).toBe(given.length)
  const all = [...active.values()]
  expect(new Set(all.map(({ name }) => name.toLowerCase())).size).toBe(all.length)
  expect(new Set(all.map(({ code }) => code.toLowerCase())).size).toBe(all.length)
  for (const { code } of all) expect(code).toMatch(/^\S{1,5}$/)
  for (const [id, { roles }] of active) {
    const told = history.flatMap(({ type, data }) =>
      (type === 'RoleAttachedToCategory' || type === 'RoleDetachedFromCategory') && data.categoryId === id
        ? [{ type, roleId: data.roleId }]
        : [],
    )
    const last = new Map(told.map(({ type, roleId }) => [roleId, type]))
    const held = [...last].flatMap(([roleId, type]) => (type === 'RoleAttachedToCategory' ? [roleId] : []))
    expect([...roles].sort()).toEqual(held.sort())
  }
  const offered = [...services.values()].filter(({ isStruckOff }) => !isStruckOff)
  expect(new Set(offered.map(({ code }) => code.toLowerCase())).size).toBe(offered.length)
  for (const id of services.keys()) {
    const above = new Set([id])
    for (let at = services.get(id)?.parentId; at !== undefined; at = services.get(at)?.parentId) {
      expect([...above]).not.toContain(at)
      above.add(at)
    }
  }
  for (const place of places.values()) expect([...active.keys()]).toContain(place)
  expect([...places.values()]).not.toContain(DRUG_CATEGORY)
  if (last >= DRUG_CATEGORY) expect([...active.keys()]).toContain(DRUG_CATEGORY)
})

// What nothing builds on may be left out or come elsewhere: its revision is missed, and its hash.
describeFollows(
  category,
  runsOf(anyCommand),
  {
    'an event of another stream': inAnotherStream,
    'an id that is not the next': changed(({ type, data }) =>
      type === 'CategoryAdded' ? { categoryId: data.categoryId + 1 } : undefined,
    ),
    'another request': changed(({ type }) => (type === 'CategoryAdded' ? { request: 'another' } : undefined)),
    'a code that is too long': changed(({ data }) => ('code' in data ? { code: 'LONGER' } : undefined)),
    'the drugs, deleted': changed(({ type }) =>
      type === 'CategoryDeleted' ? { categoryId: DRUG_CATEGORY } : undefined,
    ),
    'its own parent': changed(({ type, data }) => (type === 'ServiceFiled' ? { parentId: data.serviceId } : undefined)),
    'a move from where the service is not': changed((event) =>
      event.type === 'ServiceMovedToCategory' ? { from: event.data.from + 1 } : undefined,
    ),
  },
  'all',
)
