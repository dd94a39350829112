import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PatientEvent, PatientInformation } from '#domain/care/patient/events.ts'
import { patient, type PatientCommand } from '#domain/care/patient/patient.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, runsOf, swapped } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const patientId = 'person-1'
const stamp = { patientId, by: 'user-1', at: AT }
const register = (chfId = 'CHF-000001', coeId = 'coe-1') => command('RegisterPatient', { patientId, chfId, coeId })
const registered: PatientEvent = {
  type: 'PatientRegistered',
  data: { userId: patientId, chfId: 'CHF-000001', coeId: 'coe-1', termsVersion: null, ...stamp },
}
const information: PatientInformation = {
  address: '12 Allen Avenue',
  city: 'Ikeja',
  phoneAlt: null,
  nhisNo: null,
  identificationId: '3',
  identificationNumber: 'A12345',
  ailmentId: 'breast',
  ailmentStage: 2,
  stateId: 'lagos',
  lgaId: 'ikeja',
  stateOfResidence: 'lagos',
  primaryPhysicianId: null,
}
const record = (over: Partial<PatientInformation> = {}) =>
  command('RecordPatientInformation', { patientId, ...information, ...over })
const recorded: PatientEvent = { type: 'PatientInformationRecorded', data: { ...information, ...stamp } }
const erased: PatientEvent = { type: 'PatientErased', data: stamp }

test('a patient is one person with their user, under one id and one key', () => {
  given(patient).when(register()).then(registered)
})

test('a patient keeps the first CHF id, whatever a second try brings', () => {
  given(patient, registered).when(register('CHF-000002')).thenNothing()
})

test('a patient is not registered again at another hospital', () => {
  given(patient, registered).when(register('CHF-000001', 'coe-2')).thenRefused('patient_already_registered')
})

test('information is recorded when it changes', () => {
  given(patient, registered).when(record()).then(recorded)
  given(patient, registered, recorded).when(record()).thenNothing()
  given(patient).when(record()).thenRefused('patient_unknown')
})

test('a stage is 1, 2, 3 or 4', () => {
  given(patient, registered)
    .when(record({ ailmentStage: 5 }))
    .thenRefused('patient_stage_out_of_bounds')
  given(patient, registered)
    .when(record({ ailmentStage: 0 }))
    .thenRefused('patient_stage_out_of_bounds')
})

test('an erased patient is erased for good', () => {
  given(patient, registered, recorded).when(command('ErasePatient', { patientId })).then(erased)
  given(patient, registered, erased).when(command('ErasePatient', { patientId })).thenNothing()
  given(patient, registered, erased).when(record()).thenRefused('patient_erased')
  given(patient, registered, erased).when(register()).thenRefused('patient_already_registered')
})

test('nothing personal is left in the state of an erased patient', () => {
  const state = [registered, recorded, erased].reduce(patient.evolve, patient.initial())
  expect(state).toEqual({ status: 'erased', chfId: 'CHF-000001', coeId: 'coe-1' })
})

const anyCommand: fc.Arbitrary<PatientCommand> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('CHF-000001', 'CHF-000002').map((chfId) => register(chfId)) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 5 }).map((ailmentStage) => record({ ailmentStage })) },
  { weight: 1, arbitrary: fc.constant(null).map(() => command('ErasePatient', { patientId })) },
)
describeDeciderProperties(patient, anyCommand, (state, history) => {
  const chfIds = history.flatMap((event) => (event.type === 'PatientRegistered' ? [event.data.chfId] : []))
  expect(chfIds.length).toBe(Math.min(history.length, 1))
  if (state.status !== 'none') expect(state.chfId).toBe(chfIds[0])
  if (history.some(({ type }) => type === 'PatientErased')) expect(history.at(-1)?.type).toBe('PatientErased')
})

describeFollows(
  patient,
  runsOf(anyCommand),
  {
    'an event of another patient': inAnotherStream,
    'another user than the patient': changed(({ type }) =>
      type === 'PatientRegistered' ? { userId: 'x' } : undefined,
    ),
    'anything before they are registered': (history, at) => (at === 0 ? swapped(history, at) : undefined),
    'anything after they are erased': (history, at) =>
      history[at + 1]?.event.type === 'PatientErased' && at > 0 ? swapped(history, at) : undefined,
    'a stage that there is not': changed(({ type }) =>
      type === 'PatientInformationRecorded' ? { ailmentStage: 5 } : undefined,
    ),
  },
  patientId,
)
