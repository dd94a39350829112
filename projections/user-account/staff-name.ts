import type { PatientEvent } from '../../domain/patient/events.ts'
import type { UserEvent } from '../../domain/user/events.ts'
import { unlessErased } from '../personal.ts'
import { handlers, type ReadModel } from '../read-model.ts'

/** The names that a member of staff has had: `{"12": "Sani Abubakar"}` is the name from log position 12 on. */
export type StaffNameRow = { id: string; names: Readonly<Record<string, string>> }

const named = (position: number, { firstName, lastName }: { firstName: string; lastName: string }) => ({
  [position]: [unlessErased(firstName), unlessErased(lastName)].filter((part) => part !== null).join(' '),
})

/**
 * Who acted, by name, as of a position: lists and exports of the past show the names of their day. Staff only: once an
 * account is a patient's, its row goes and no past of it is kept, so the table is not temporal but keeps its own past.
 */
export const staffName: ReadModel<StaffNameRow> = {
  name: 'staff_name',
  revision: 1,
  columns: { id: 'text not null', names: 'jsonb not null' },
  key: ['id'],
  on: handlers<StaffNameRow, UserEvent | PatientEvent>({
    UserRegistered: ({ position, event: { data } }) => [
      { key: [data.userId], fold: () => ({ id: data.userId, names: named(position, data) }) },
    ],
    UserProfileChanged: ({ position, event: { data } }) => [
      {
        key: [data.userId],
        fold: (row) => row && { ...row, names: { ...row.names, ...named(position, data) } },
      },
    ],
    PatientRegistered: ({ event: { data } }) => [{ key: [data.patientId], fold: () => undefined }],
    PatientErased: ({ event: { data } }) => [{ key: [data.patientId], fold: () => undefined }],
  }),
}
