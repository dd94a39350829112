import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lagosDay } from '#domain/kernel/dates.ts'
import { kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import type { ServiceEvent } from '#domain/catalogue/service/events.ts'
import { MAX_PLANNED, priceAt, service, type ServiceCommand } from '#domain/catalogue/service/service.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, leftOut, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const serviceId = 'service-1'
const TODAY = lagosDay(AT)
const facts = { serviceId, name: 'CT scan', code: 'CT', categoryId: 2 }
const stamp = { by: 'user-1', at: AT }
const added: ServiceEvent = { type: 'ServiceAdded', data: { ...facts, price: kobo(45_000_00), ...stamp } }
const pricedAt = (coeId: string, price: number): ServiceEvent => ({
  type: 'ServicePricedAtCoe',
  data: { serviceId, coeId, price: kobo(price), ...stamp },
})
const add = (over: { price?: number; code?: string; name?: string } = {}) =>
  command('AddService', { ...facts, ...over, price: kobo(over.price ?? 45_000_00) })
const offered = (...events: ServiceEvent[]) => {
  const state = [added, ...events].reduce(service.evolve, service.initial())
  if (state.status !== 'offered') throw new Error('not offered')
  return state
}

test('a service is added once', () => {
  given(service).when(add()).then(added)
  given(service, added).when(add()).thenNothing()
  given(service, added)
    .when(add({ price: 1 }))
    .thenRefused('service_already_added')
})

test('a price is above zero and within what one bill can hold', () => {
  given(service)
    .when(add({ price: 0 }))
    .thenRefused('service_price_not_positive')
  given(service)
    .when(add({ price: MAX_AMOUNT + 1 }))
    .thenRefused('service_price_too_large')
  given(service, added)
    .when(command('PriceServiceAtCoe', { serviceId, coeId: 'a', price: kobo(-1) }))
    .thenRefused('service_price_not_positive')
})

test('a code has at most five characters', () => {
  given(service)
    .when(add({ code: 'CTSCAN' }))
    .thenRefused('service_code_too_long')
})

test('who gives a hospital its first price, or changes it, is refused where it is otherwise by now', () => {
  const price = (before: 'none' | 'some') =>
    command('PriceServiceAtCoe', { serviceId, coeId: 'a', price: kobo(50_000_00), before })
  given(service, added).when(price('none')).then(pricedAt('a', 50_000_00))
  given(service, added).when(price('some')).thenRefused('service_not_priced_at_coe')
  given(service, added, pricedAt('a', 1_00)).when(price('some')).then(pricedAt('a', 50_000_00))
  given(service, added, pricedAt('a', 1_00)).when(price('none')).thenRefused('service_priced_at_coe')
  given(service, added, pricedAt('a', 50_000_00)).when(price('none')).thenNothing()
})

test('a hospital bills its own price where it has one, else the price of the service', () => {
  expect(priceAt(offered(pricedAt('a', 50_000_00)), 'a', TODAY)).toBe(50_000_00)
  expect(priceAt(offered(pricedAt('a', 50_000_00)), 'b', TODAY)).toBe(45_000_00)
})

test('a hospital that withdraws its price bills the price of the service again', () => {
  const withdraw = command('WithdrawServiceFromCoe', { serviceId, coeId: 'a' })
  const withdrawn: ServiceEvent = { type: 'ServiceWithdrawnFromCoe', data: { serviceId, coeId: 'a', ...stamp } }
  given(service, added, pricedAt('a', 50_000_00)).when(withdraw).then(withdrawn)
  given(service, added).when(withdraw).thenNothing()
  expect(priceAt(offered(pricedAt('a', 50_000_00), withdrawn), 'a', TODAY)).toBe(45_000_00)
})

test('the price of the service changes without touching the prices of hospitals', () => {
  const changed: ServiceEvent = { type: 'ServicePriceChanged', data: { serviceId, price: kobo(60_000_00), ...stamp } }
  given(service, added)
    .when(command('ChangeServicePrice', { serviceId, price: kobo(60_000_00) }))
    .then(changed)
  const state = offered(pricedAt('a', 50_000_00), changed)
  expect([priceAt(state, 'a', TODAY), priceAt(state, 'b', TODAY)]).toEqual([50_000_00, 60_000_00])
})

const edit = (over: { price?: number; name?: string; code?: string; parentId?: string | undefined } = {}) =>
  command('EditService', { serviceId, name: 'CT scan', code: 'CT', ...over, price: kobo(over.price ?? 45_000_00) })

test('an edit says what is anew, each as what it is', () => {
  const about = { serviceId, ...stamp }
  given(service, added)
    .when(edit({ name: 'CT', code: 'CTX', parentId: 'service-2', price: 46_000_00 }))
    .then(
      { type: 'ServiceRenamed', data: { ...about, name: 'CT', code: 'CTX' } },
      { type: 'ServiceParentChanged', data: { ...about, parentId: 'service-2' } },
      { type: 'ServicePriceChanged', data: { ...about, price: kobo(46_000_00) } },
    )
  given(service, added).when(edit()).thenNothing()
  given(service, added)
    .when(edit({ code: 'CTSCAN' }))
    .thenRefused('service_code_too_long')
  given(service, added)
    .when(edit({ price: 0 }))
    .thenRefused('service_price_not_positive')
  given(service).when(edit()).thenRefused('service_unknown')
})

test('a service is deleted once, and then neither edited, priced nor added again', () => {
  const deleted: ServiceEvent = { type: 'ServiceDeleted', data: { serviceId, ...stamp } }
  const remove = command('DeleteService', { serviceId })
  given(service, added).when(remove).then(deleted)
  given(service, added, deleted).when(remove).thenNothing()
  given(service).when(remove).thenRefused('service_unknown')
  given(service, added, deleted).when(edit()).thenRefused('service_deleted')
  given(service, added, deleted)
    .when(command('PriceServiceAtCoe', { serviceId, coeId: 'a', price: kobo(1) }))
    .thenRefused('service_deleted')
  given(service, added, deleted).when(add()).thenRefused('service_already_added')
})

const DAYS = ['2026-03-02', '2026-03-03', '2026-04-01', '2031-03-03'] as const
const [, TOMORROW, APRIL, TOO_FAR] = DAYS
/** Ten in the morning of a day in Lagos. */
const on = (day: string) => ({ at: `${day}T09:00:00.000Z` })
const plan = (from: string, amount: number, coeId?: string) =>
  command('PlanServicePrice', { serviceId, coeId, from, price: kobo(amount) })
const planned = (from: string, amount: number, coeId?: string): ServiceEvent => ({
  type: 'ServicePricePlanned',
  data: { serviceId, coeId, from, price: kobo(amount), ...stamp },
})
const withdrawPlan = (from: string, at = AT, coeId?: string) =>
  command('WithdrawPlannedPrice', { serviceId, coeId, from }, { at })

test('a planned price holds from its day on, and the one before until then', () => {
  given(service, added).when(plan(APRIL, 50_000_00)).then(planned(APRIL, 50_000_00))
  const state = offered(planned(APRIL, 50_000_00), planned(TOMORROW, 48_000_00), planned(TOMORROW, 40_000_00, 'a'))
  expect([TODAY, TOMORROW, '2026-03-31', APRIL, TOO_FAR].map((day) => priceAt(state, 'b', day))).toEqual([
    45_000_00, 48_000_00, 48_000_00, 50_000_00, 50_000_00,
  ])
  expect([TODAY, TOMORROW, APRIL].map((day) => priceAt(state, 'a', day))).toEqual([45_000_00, 40_000_00, 40_000_00])
})

test('a planned price begins tomorrow at the earliest and in five years at the latest, and there are so many at a time', () => {
  given(service, added).when(plan(TODAY, 1)).thenRefused('service_price_day_not_to_come')
  given(service, added).when(plan('2026-03-01', 1)).thenRefused('service_price_day_not_to_come')
  given(service, added).when(plan('2031-03-02', 1)).then(planned('2031-03-02', 1))
  given(service, added).when(plan(TOO_FAR, 1)).thenRefused('service_price_day_too_far', { years: 5 })
  given(service, added).when(plan(TOMORROW, 0)).thenRefused('service_price_not_positive')
  const many = Array.from({ length: MAX_PLANNED }, (_, nth) =>
    planned(`2026-05-${String(nth + 1).padStart(2, '0')}`, 1),
  )
  given(service, added, ...many)
    .when(plan(APRIL, 2))
    .thenRefused('service_prices_too_many', { most: MAX_PLANNED })
  given(service, added, ...many)
    .when(plan('2026-05-01', 2))
    .then(planned('2026-05-01', 2))
  given(service, added, ...many)
    .when(plan(APRIL, 2, 'a'))
    .then(planned(APRIL, 2, 'a'))
})

test('what is planned for a day is changed by planning it again, and withdrawn until it holds', () => {
  const past = [added, planned(APRIL, 50_000_00)]
  given(service, ...past)
    .when(plan(APRIL, 50_000_00))
    .thenNothing()
  given(service, ...past)
    .when(plan(APRIL, 51_000_00))
    .then(planned(APRIL, 51_000_00))
  const withdrawn: ServiceEvent = {
    type: 'ServicePlannedPriceWithdrawn',
    data: { serviceId, coeId: undefined, from: APRIL, ...stamp },
  }
  given(service, ...past)
    .when(withdrawPlan(APRIL))
    .then(withdrawn)
  given(service, ...past, withdrawn)
    .when(withdrawPlan(APRIL))
    .thenNothing()
  given(service, ...past)
    .when(withdrawPlan(APRIL, AT, 'a'))
    .thenNothing()
  given(service, ...past)
    .when(withdrawPlan(APRIL, on(APRIL).at))
    .thenRefused('service_price_held_already')
  expect(priceAt(offered(planned(APRIL, 50_000_00), withdrawn), 'a', APRIL)).toBe(45_000_00)
})

test('a price that is changed at once holds until the next planned one, also where a planned one held before', () => {
  const changed = (day: string, amount: number): ServiceEvent => ({
    type: 'ServicePriceChanged',
    data: { serviceId, price: kobo(amount), ...stamp, ...on(day) },
  })
  const past = [planned(TOMORROW, 48_000_00), planned(APRIL, 50_000_00)]
  const at = (events: ServiceEvent[], day: string) => priceAt(offered(...events), 'a', day)
  expect(at([...past, changed('2026-03-10', 47_000_00)], '2026-03-20')).toBe(47_000_00)
  expect(at([...past, changed('2026-03-10', 47_000_00)], APRIL)).toBe(50_000_00)
  expect(at([...past, changed(APRIL, 47_000_00)], APRIL)).toBe(47_000_00)
  // The price to which it is changed is another than the one that holds by then.
  given(service, added, ...past)
    .when(command('ChangeServicePrice', { serviceId, price: kobo(45_000_00) }, on(APRIL)))
    .then(changed(APRIL, 45_000_00))
  given(service, added, ...past)
    .when(command('ChangeServicePrice', { serviceId, price: kobo(50_000_00) }, on(APRIL)))
    .thenNothing()
})

test('of two who price what they have read, the later is told', () => {
  const read = (revision: number, coeId?: string) =>
    command('PlanServicePrice', { serviceId, coeId, from: APRIL, price: kobo(1), revision })
  given(service, added).when(read(1)).then(planned(APRIL, 1))
  given(service, added, planned(TOMORROW, 2)).when(read(1)).thenRefused('service_changed')
  given(service, added, planned(TOMORROW, 2))
    .when(read(2, 'a'))
    .then(planned(APRIL, 1, 'a'))
  given(service, added, planned(TOMORROW, 2))
    .when(command('PriceServiceAtCoe', { serviceId, coeId: 'a', price: kobo(1), revision: 1 }))
    .thenRefused('service_changed')
})

const price = fc.integer({ min: -1, max: 4 }).map(kobo)
const coeId = fc.constantFrom('a', 'b')
const anyCommand: fc.Arbitrary<ServiceCommand> = fc.oneof(
  price.map((one) => add({ price: one })),
  price.map((one) => command('ChangeServicePrice', { serviceId, price: one })),
  fc.tuple(coeId, price).map(([coe, one]) => command('PriceServiceAtCoe', { serviceId, coeId: coe, price: one })),
  coeId.map((coe) => command('WithdrawServiceFromCoe', { serviceId, coeId: coe })),
  fc
    .tuple(price, fc.constantFrom('CT scan', 'MRI'), fc.constantFrom(undefined, 'service-2'))
    .map(([one, name, parentId]) => edit({ price: one, name, parentId })),
  fc
    .tuple(fc.constantFrom(...DAYS), price, fc.constantFrom(undefined, 'a'))
    .map(([from, one, coe]) => plan(from, one, coe)),
  fc
    .tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS))
    .map(([from, day]) => withdrawPlan(from, on(day).at, 'a')),
  fc.constant(command('DeleteService', { serviceId })),
)
describeDeciderProperties(service, anyCommand, (state, history) => {
  if (state.status === 'none') return expect(history).toEqual([])
  if (state.status === 'deleted') return expect(history.at(-1)?.type).toBe('ServiceDeleted')
  for (const coe of ['a', 'b']) for (const day of [TODAY, ...DAYS]) expect(priceAt(state, coe, day)).toBeGreaterThan(0)
})

describeFollows(
  service,
  runsOf(anyCommand),
  {
    'an event of another service': inAnotherStream,
    'a price of nothing': changed(({ data }) => ('price' in data ? { price: 0 } : undefined)),
    'a planned price of a day that has come': changed(({ data }) =>
      'from' in data ? { from: '2026-02-01' } : undefined,
    ),
    'a code that is too long': changed(({ data }) => ('code' in data ? { code: 'LONGER' } : undefined)),
    'anything before it is added': (history, at) => (at === 0 ? leftOut(history, at) : undefined),
  },
  serviceId,
)
