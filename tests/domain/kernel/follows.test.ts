import { expect, test } from 'vitest'
import { categoryFollows } from '#domain/catalogue/category/follows.ts'
import { category } from '#domain/catalogue/category/category.ts'
import type { CategoryEvent } from '#domain/catalogue/category/events.ts'
import { patientFollows } from '#domain/care/patient/follows.ts'
import { patient } from '#domain/care/patient/patient.ts'
import type { PatientEvent } from '#domain/care/patient/events.ts'
import { AT } from '#tests/support/command.ts'

const written = { id: 'all', commandId: 'request-1', actor: 'user-1', version: 2, erased: 0 }
const added = (categoryId: number, name = 'Scans'): CategoryEvent => ({
  type: 'CategoryAdded',
  data: { categoryId, name, code: 'SCAN', request: `category:${categoryId}`, by: 'user-1', at: AT },
})

test('a rule that came later binds the events of its version and later ones, and no older one', () => {
  const mayCome = (event: CategoryEvent, version: number) =>
    categoryFollows(category.initial(), event, { ...written, version })
  expect(mayCome(added(7), 2)).toMatchObject({ rule: 'categoryId', expected: '1', found: '7' })
  expect(mayCome(added(7), 1)).toBeUndefined()
})

test('what was a rule before holds of older events as well', () => {
  const before = category.evolve(category.initial(), added(7))
  expect(categoryFollows(before, added(8), { ...written, commandId: 'request-2', version: 1 })).toMatchObject({
    rule: 'category_already_added',
  })
})

test('what may have changed in nothing but what is erased says no contradiction; what may not, does', () => {
  const stamp = { patientId: 'person-1', by: 'user-1', at: AT }
  const unknown = { address: null, city: null, phoneAlt: null, nhisNo: null }
  const card = { identificationId: null, identificationNumber: null }
  const elsewhere = { stateId: null, lgaId: null, stateOfResidence: null, primaryPhysicianId: null }
  const registered: PatientEvent = {
    type: 'PatientRegistered',
    data: { ...stamp, userId: 'person-1', chfId: 'CHF-000001', coeId: 'coe-1', termsVersion: null },
  }
  const informed: PatientEvent = {
    type: 'PatientInformationRecorded',
    data: { ...stamp, ...unknown, ...card, ...elsewhere, ailmentId: null, ailmentStage: null },
  }
  const state = [registered, informed].reduce(patient.evolve, patient.initial())
  const again = (event: PatientEvent, erased: number) =>
    patientFollows(state, event, { ...written, id: 'person-1', version: 1, erased })
  expect(again(informed, 7)).toBeUndefined()
  expect(again(informed, 0)).toMatchObject({ rule: 'once' })
  expect(again(registered, 1)).toMatchObject({ rule: 'once' })
})
