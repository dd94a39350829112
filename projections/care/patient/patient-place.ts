import type { PatientEvent } from '#domain/care/patient/events.ts'
import { handlers, type ReadModel } from '#projections/read-model.ts'

/** What reports know of a patient, now and as of: nothing personal, so that its past may stay when they are erased. */
export type PatientPlaceRow = {
  id: string
  chf_id: string
  coe_id: string
  /** State of origin, as reports count by it. */
  state_id: string | null
}

/** Serves the CHF ids of lists and exports, and the counts of patients. */
export const patientPlace: ReadModel<PatientPlaceRow, 'patient_place'> = {
  name: 'patient_place',
  revision: 1,
  temporal: true,
  columns: { id: 'text not null', chf_id: 'text not null', coe_id: 'text not null', state_id: 'text' },
  key: ['id'],
  indexes: ['(chf_id)', '(coe_id)'],
  on: handlers<PatientPlaceRow, PatientEvent>({
    PatientRegistered: ({ event: { data } }) => {
      const { patientId: id, chfId: chf_id, coeId: coe_id } = data
      return [{ key: [id], fold: () => ({ id, chf_id, coe_id, state_id: null }) }]
    },
    PatientInformationRecorded: ({ event: { data } }) => [
      { key: [data.patientId], fold: (row) => row && { ...row, state_id: data.stateId } },
    ],
  }),
}
