import type { PatientEvent } from '#domain/care/patient/events.ts'
import type { UserEvent } from '#domain/people/user/events.ts'
import { handlers, type ReadModel } from '#projections/read-model.ts'

/** The names that a member of staff has had: `{"12": "Sani Abubakar"}` is the name from log position 12 on. `name` is the last. */
export type StaffNameRow = {
  id: string
  name: string
  names: Readonly<Record<string, string>>
  /** As registered: nothing changes it. */
  profession: string | null
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`

/**
 * Who acted, by name, as of a position: lists and exports of the past show the names of their day. Staff only: once an
 * account is a patient's, its row goes and no past of it is kept, so the table is not temporal but keeps its own past.
 */
export const staffName: ReadModel<StaffNameRow, 'staff_name'> = {
  name: 'staff_name',
  revision: 4,
  columns: { id: 'text not null', name: 'text not null', names: 'jsonb not null', profession: 'text' },
  key: ['id'],
  personal: [{ of: 'id', columns: 'row' }],
  on: handlers<StaffNameRow, UserEvent | PatientEvent>({
    UserRegistered: ({ position, event: { data } }) => {
      const [id, name] = [data.userId, nameOf(data)]
      const profession = data.profession ?? null
      return [{ key: [id], fold: () => ({ id, name, names: { [position]: name }, profession }) }]
    },
    UserProfileChanged: ({ position, event: { data } }) => {
      const name = nameOf(data)
      const fold = (row: StaffNameRow | undefined) => row && { ...row, name, names: { ...row.names, [position]: name } }
      return [{ key: [data.userId], fold }]
    },
    PatientRegistered: ({ event: { data } }) => [{ key: [data.patientId], fold: () => undefined }],
  }),
}
