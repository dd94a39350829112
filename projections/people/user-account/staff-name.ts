import type { PatientEvent } from '#domain/care/patient/events.ts'
import type { UserEvent } from '#domain/people/user/events.ts'
import { handlers, type ReadModel } from '#projections/read-model.ts'

type Name = { readonly first_name: string; readonly last_name: string }

/** The names that a member of staff has had, each by the log position from which it held. `name` is the last. */
export type StaffNameRow = {
  id: string
  name: Name
  names: Readonly<Record<string, Name>>
  /** As registered: nothing changes it. */
  profession: string | null
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): Name => ({
  first_name: firstName,
  last_name: lastName,
})

/**
 * Who acted, by name, as of a position: lists and exports of the past show the names of their day. Staff only: once an
 * account is a patient's, its row goes and no past of it is kept, so the table is not temporal but keeps its own past.
 */
export const staffName: ReadModel<StaffNameRow, 'staff_name'> = {
  name: 'staff_name',
  revision: 5,
  columns: { id: 'text not null', name: 'jsonb not null', names: 'jsonb not null', profession: 'text' },
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
