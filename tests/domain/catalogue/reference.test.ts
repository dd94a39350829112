import { expect, test } from 'vitest'
import { AILMENTS } from '#domain/catalogue/reference/ailments.ts'
import { PILOT_HOSPITALS } from '#domain/catalogue/reference/hospitals.ts'
import { MANUFACTURERS, MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import { DRUG_CATEGORY } from '#domain/catalogue/category/category.ts'
import { CATEGORIES, ownPrice, SERVICES } from '#domain/catalogue/reference/services.ts'
import { GEOPOLITICAL_ZONES, stateNamed, STATES } from '#domain/catalogue/reference/zones.ts'

const distinct = (values: readonly unknown[]) => new Set(values).size

test('36 states and the FCT lie in six zones', () => {
  expect(STATES).toHaveLength(37)
  expect(GEOPOLITICAL_ZONES).toHaveLength(6)
  expect(GEOPOLITICAL_ZONES.flatMap(({ states }) => states.map(({ id }) => id)).sort((a, b) => a - b)).toEqual(
    STATES.map(({ id }) => id),
  )
})

// First Schedule, part I, of the Constitution: the local government areas of each state.
const COUNTS =
  'Abia 17,Adamawa 21,Akwa Ibom 31,Anambra 21,Bauchi 20,Bayelsa 8,Benue 23,Borno 27,Cross River 18,Delta 25,Ebonyi 13,' +
  'Edo 18,Ekiti 16,Enugu 17,Federal Capital Territory 6,Gombe 11,Imo 27,Jigawa 27,Kaduna 23,Kano 44,Katsina 34,Kebbi 21,' +
  'Kogi 21,Kwara 16,Lagos 20,Nasarawa 13,Niger 25,Ogun 20,Ondo 18,Osun 30,Oyo 33,Plateau 17,Rivers 23,Sokoto 23,' +
  'Taraba 16,Yobe 17,Zamfara 14'

test('each state has its local governments, 774 in all', () => {
  expect(STATES.map(({ state, lgas }) => `${state} ${lgas.length}`).join(',')).toBe(COUNTS)
  const ids = STATES.flatMap(({ lgas }) => lgas.map(({ id }) => id))
  expect(ids).toEqual(Array.from({ length: 774 }, (_, index) => index + 1))
  for (const { lgas } of STATES) expect(distinct(lgas.map(({ lga }) => lga))).toBe(lgas.length)
})

test('Katsina is spelt right', () => {
  expect(stateNamed('Katsina').lgas.map(({ lga }) => lga)).toContain('Katsina')
  expect(() => stateNamed('Kastina')).toThrow('No state Kastina')
})

test('the six pilot hospitals stand in a real state', () => {
  expect(PILOT_HOSPITALS.map(({ code }) => code)).toEqual(['ABUTH', 'FTHG', 'NHA', 'UBTH', 'UCH', 'UNTH'])
  for (const { state, address, bankAccountNumber, bankSortCode } of PILOT_HOSPITALS) {
    expect(stateNamed(state).state).toBe(state)
    expect(address.length).toBeGreaterThanOrEqual(10)
    expect(bankAccountNumber).toMatch(/^\d{10}$/)
    expect(bankSortCode).toMatch(/^\d{9}$/)
  }
})

test('codes and ids are unique, codes have five characters at most', () => {
  expect(distinct(SERVICES.map(({ code }) => code))).toBe(SERVICES.length)
  expect(distinct(MEDICINES.map(({ name }) => name))).toBe(MEDICINES.length)
  expect(distinct(AILMENTS.map(({ ailment_type: type }) => type))).toBe(AILMENTS.length)
  for (const { code } of [...SERVICES, ...CATEGORIES]) expect(code.length).toBeLessThanOrEqual(5)
  expect(CATEGORIES.map(({ id }) => id)).toEqual(CATEGORIES.map((_, index) => index + 1))
  expect(CATEGORIES.find(({ id }) => id === DRUG_CATEGORY)?.code).toBe('DRUG')
  expect(SERVICES.some(({ categoryId }) => categoryId === 4)).toBe(false)
})

test('everything has a price of whole naira or kobo above nothing', () => {
  expect(MEDICINES.length).toBeGreaterThanOrEqual(90)
  for (const { price } of [...SERVICES, ...MEDICINES]) expect(price).toBeGreaterThan(0)
  for (const { code } of PILOT_HOSPITALS)
    for (const service of SERVICES) expect((ownPrice(code, service) ?? 100) % 100).toBe(0)
  expect(distinct(MEDICINES.map(({ manufacturerId }) => manufacturerId))).toBe(MANUFACTURERS.length)
})

test('all text is in Unicode normal form C', () => {
  const text = JSON.stringify([STATES, PILOT_HOSPITALS, AILMENTS, SERVICES, MEDICINES])
  expect(text.normalize('NFC')).toBe(text)
})
