import { expect, test } from 'vitest'
import type { PatientEvent } from '#domain/care/patient/events.ts'
import type { UserEvent } from '#domain/people/user/events.ts'
import { staffName } from '#projections/people/user-account/staff-name.ts'
import { AT } from '#tests/support/command.ts'
import { rowsOf } from '#tests/support/memory-world.ts'

const stamp = { by: 'someone', at: AT }
const person = { lastName: 'Abubakar', phoneNumber: '08035550000' }
const contact = { email: 'sani@chf.example', emailVerified: true, roles: [] }
const registered = (userId: string, firstName = 'Sani'): UserEvent => ({
  type: 'UserRegistered',
  data: { userId, firstName, ...person, ...contact, ...stamp },
})
const renamed = (userId: string, firstName: string): UserEvent => ({
  type: 'UserProfileChanged',
  data: { userId, firstName, ...person, ...stamp },
})
const asPatient = (patientId: string): PatientEvent => ({
  type: 'PatientRegistered',
  data: { patientId, userId: patientId, chfId: 'CHF-000001', coeId: 'coe-1', termsVersion: null, ...stamp },
})
const rows = (...events: readonly (UserEvent | PatientEvent)[]) => {
  const meta = { commandId: '', commandHash: '', actor: '', roles: [], permission: '', correlationId: '' }
  return rowsOf(
    staffName,
    events.map((event, index) => ({
      ...{ id: `event-${index}`, position: index + 1, stream: 'user-1', revision: index, recordedAt: AT, event },
      meta: { ...meta, version: 1, prev: '', key: '', hash: '', mac: '' },
    })),
  )
}

test('every name that a member of staff has had is kept, by the position from which they had it', () => {
  const named = (first_name: string) => ({ first_name, last_name: 'Abubakar' })
  const names = { 1: named('Sani'), 3: named('Musa') }
  expect(rows(registered('u1'), registered('u2', 'Ada'), renamed('u1', 'Musa'))).toEqual([
    { id: 'u1', name: named('Musa'), names, profession: null },
    { id: 'u2', name: named('Ada'), names: { 2: named('Ada') }, profession: null },
  ])
})

test('of a patient nothing is kept, nor comes back when their profile changes', () => {
  expect(rows(registered('p1'), asPatient('p1'), renamed('p1', 'Musa'))).toEqual([])
})
