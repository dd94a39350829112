import { beforeEach, expect, test } from 'vitest'
import { createMemoryCodes } from '#commands/codes.ts'
import { handle, load } from '#commands/handle.ts'
import { registerPatient, type RegisterPatient } from '#commands/care/patient/register-patient.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import type { PatientEvent } from '#domain/care/patient/events.ts'
import { patient } from '#domain/care/patient/patient.ts'
import { role } from '#domain/people/role/role.ts'
import { isRegistered, user } from '#domain/people/user/user.ts'
import { patient as patientModel } from '#projections/care/patient/patient.ts'
import { userAccount } from '#projections/people/user-account/user-account.ts'
import { command } from '#tests/support/command.ts'
import { faultAt, FaultyAnswer, faultyLog } from '#tests/support/faulty-log.ts'
import { createMemoryWorld, type MemoryWorld, recordedIn, rowsOf } from '#tests/support/memory-world.ts'

let world: MemoryWorld
const codes = createMemoryCodes()
const roleId = roleIdOf('PATIENT')

beforeEach(async () => {
  world = createMemoryWorld()
  const define = command('DefineRole', { roleId, role: 'PATIENT', description: '', reach: 'self' as const })
  await handle(world.handler, role, roleId, define)
})

const registering = (patientId: string, over: Partial<RegisterPatient['data']> = {}) =>
  command('RegisterPatient', {
    patientId,
    coeId: 'coe-1',
    email: `${patientId}@example.org`,
    emailVerified: true,
    firstName: 'Ngozi',
    lastName: 'Okonkwo',
    phoneNumber: '08031234567',
    ...over,
  })
const register = (given: ReturnType<typeof registering>, { handler } = world) =>
  registerPatient({ handler, emailSecret: 'email secret of tests', codes }, given)

test('a patient is a user with the role PATIENT and a CHF id, under one id', async () => {
  const done = await register(registering('ngozi'))
  expect(done).toMatchObject({ outcome: 'done', chfId: expect.stringMatching(/^CHF-\d{6}$/) })
  const asUser = await load(world.handler, user, 'ngozi')
  expect(isRegistered(asUser) && asUser.roles).toEqual([roleId])
  expect(await load(world.handler, patient, 'ngozi')).toMatchObject({ status: 'registered', coeId: 'coe-1' })
})

test('two patients never share a CHF id, however many register at once', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, (_, index) => register(registering(`person-${index}`))))
  const chfIds = all.map((done) => (done.outcome === 'done' ? done.chfId : 'refused'))
  expect(new Set(chfIds).size).toBe(20)
})

test('the same command twice at once registers one patient with one CHF id', async () => {
  const given = registering('ngozi')
  const [one, two] = await Promise.all([register(given), register(given)])
  expect(one).toMatchObject({ outcome: 'done' })
  expect(two).toEqual(one)
  expect((await recordedIn(world)).filter(({ event }) => event.type === 'PatientRegistered')).toHaveLength(1)
})

const onCap = {
  capId: 'CAP-7',
  termsVersion: 2,
  identification: { identificationId: '3', identificationNumber: 'A12345' },
}
const ownEvents = async (patientId: string) =>
  (await recordedIn(world)).flatMap(({ event }) => {
    const { type, data } = event as PatientEvent
    return 'patientId' in data && data.patientId === patientId ? [{ type, data }] : []
  })

test('what somebody enrols with stands in their stream: CAP id, terms and document', async () => {
  const given = registering('ngozi', onCap)
  const [first, again] = [await register(given), await register(given)]
  expect(again).toMatchObject({ outcome: 'done', chfId: first.outcome === 'done' ? first.chfId : '' })
  expect(await ownEvents('ngozi')).toMatchObject([
    { type: 'PatientRegistered', data: { capId: 'CAP-7', termsVersion: 2 } },
    { type: 'PatientInformationRecorded', data: { ...onCap.identification, address: null } },
  ])
})

test('of many who want one CAP number at once one has it, and the others are registered without', async () => {
  const people = ['ada', 'bola', 'chidi', 'dayo'].map((id) => registering(id, { capId: ' cap-7' }))
  const all = await Promise.all(people.map((given) => register(given)))
  expect(all.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'done'])
  const registered = (await recordedIn(world)).filter(({ event }) => event.type === 'PatientRegistered')
  expect(registered.filter(({ event }) => 'capId' in (event.data as object))).toHaveLength(1)
})

test('who is erased leaves their CAP number to the next who has it', async () => {
  await register(registering('ngozi', onCap))
  const asUser = { userId: 'ngozi', reason: 'asked', mayHold: [roleId] }
  await handle(world.handler, user, 'ngozi', command('EraseUser', asUser))
  await register(registering('ada', onCap))
  expect(await ownEvents('ada')).toMatchObject([{ data: { capId: 'CAP-7' } }, {}])
})

test.each([1, 2, 3, 4, 5])('an enrolment that is cut at append %i is finished by sending it again', async (number) => {
  const broken = createMemoryWorld({ ...world, wrap: (log) => faultyLog(log, faultAt(number, 'lose answer')) })
  const given = registering('ngozi', onCap)
  await expect(register(given, broken)).rejects.toThrow(FaultyAnswer)
  expect(await register(given, createMemoryWorld(world))).toMatchObject({ outcome: 'done' })
  const types = (await recordedIn(world)).map(({ event }) => event.type)
  const patients = ['CapIdClaimed', 'PatientRegistered', 'PatientInformationRecorded']
  expect(types).toEqual(['RoleDefined', 'EmailClaimed', 'UserRegistered', ...patients])
})

for (const fault of ['fail before', 'lose answer'] as const) {
  test.each([1, 2, 3])(
    `a registration whose append %i is made to ${fault} is finished by sending it again`,
    async (number) => {
      const broken = createMemoryWorld({ ...world, wrap: (log) => faultyLog(log, faultAt(number, fault)) })
      const given = registering('ngozi')
      await expect(register(given, broken)).rejects.toThrow(FaultyAnswer)
      expect(await register(given, createMemoryWorld(world))).toMatchObject({ outcome: 'done' })
      const types = (await recordedIn(world)).map(({ event }) => event.type)
      expect(types).toEqual(['RoleDefined', 'EmailClaimed', 'UserRegistered', 'PatientRegistered'])
    },
  )
}

test('an erased patient has no name, contact or illness in any row, nor after a rebuild without the key', async () => {
  await register(registering('ngozi'))
  const nothing = {
    phoneAlt: null,
    nhisNo: null,
    identificationId: '3',
    identificationNumber: 'A12345',
    lgaId: null,
    primaryPhysicianId: null,
  }
  const information = { address: '12 Allen Avenue', city: 'Ikeja', ailmentId: 'breast', ailmentStage: 2, ...nothing }
  const place = { stateId: '25', stateOfResidence: '25' }
  const record = command('RecordPatientInformation', { patientId: 'ngozi', ...information, ...place })
  await handle(world.handler, patient, 'ngozi', record)
  expect(rowsOf(patientModel, await recordedIn(world))).toMatchObject([{ city: 'Ikeja', ailment_stage: 2 }])

  const asUser = { userId: 'ngozi', reason: 'asked', mayHold: [roleIdOf('PATIENT')] }
  await handle(world.handler, user, 'ngozi', command('EraseUser', asUser))
  await handle(world.handler, patient, 'ngozi', command('ErasePatient', { patientId: 'ngozi' }))
  const live = await recordedIn(world)
  await world.keys.destroy('ngozi')
  const rebuilt = await recordedIn(world)
  const unerased = rebuilt.filter(({ event }) => !/^(User|Patient)Erased$/.test(event.type))
  for (const events of [live, rebuilt]) {
    expect(rowsOf(patientModel, events)).toMatchObject([
      {
        address: null,
        city: null,
        identification_number: null,
        ailment_id: null,
        ailment_stage: null,
        is_erased: true,
      },
    ])
    expect(rowsOf(userAccount, events)).toMatchObject([
      { email: null, first_name: null, last_name: null, phone_number: null, status: 'inactive' },
    ])
  }
  // On the way to that event a rebuild reads erased texts: they never reach a row either.
  expect(JSON.stringify([rowsOf(patientModel, unerased), rowsOf(userAccount, unerased)])).not.toContain('erased]')
})
