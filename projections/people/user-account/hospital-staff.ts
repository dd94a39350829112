import type { PatientEvent } from '#domain/care/patient/events.ts'
import type { UserEvent } from '#domain/people/user/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** That somebody works at a hospital; `status` is their account's. Nobody's name. */
export type HospitalStaffRow = { id: string; coe_id: string; status: string }

const become = (id: string, status: string): readonly Change<HospitalStaffRow>[] => [
  { key: [id], fold: (row) => row && { ...row, status } },
]

/** Serves the count of a hospital's people, now and as of. */
export const hospitalStaff: ReadModel<HospitalStaffRow, 'hospital_staff'> = {
  name: 'hospital_staff',
  revision: 2,
  temporal: true,
  columns: { id: 'text not null', coe_id: 'text not null', status: 'text not null' },
  key: ['id'],
  on: handlers<HospitalStaffRow, UserEvent | PatientEvent>({
    UserRegistered: ({ event: { data } }) => {
      const { userId: id, coeId: coe_id } = data
      return coe_id === undefined ? [] : [{ key: [id], fold: () => ({ id, coe_id, status: 'active' }) }]
    },
    PatientRegistered: ({ event: { data } }) => [{ key: [data.patientId], fold: () => undefined }],
    UserHospitalChanged: ({ event: { data } }) => {
      const { userId: id, coeId: coe_id } = data
      return [{ key: [id], fold: (row) => ({ id, coe_id, status: row?.status ?? 'active' }) }]
    },
    UserDeactivated: ({ event: { data } }) => become(data.userId, 'inactive'),
    UserActivated: ({ event: { data } }) => become(data.userId, 'active'),
    UserMarkedDeceased: ({ event: { data } }) => become(data.userId, 'deceased'),
  }),
}
