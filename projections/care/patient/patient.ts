import type { PatientEvent } from '#domain/care/patient/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A patient; `id` is the user's id as well. Names and e-mail are in user_account. */
export type PatientRow = {
  id: string
  chf_id: string
  coe_id: string
  cap_id: string | null
  address: string | null
  city: string | null
  phone_alt: string | null
  nhis_no: string | null
  /** A row of the reference data: the kind of document. */
  identification_id: string | null
  identification_number: string | null
  ailment_id: string | null
  ailment_stage: number | null
  /** Every `ailment_id` that was recorded, by the log position from which it held. */
  ailments: Readonly<Record<string, string>>
  state_id: string | null
  lga_id: string | null
  state_of_residence: string | null
  primary_physician_id: string | null
  is_erased: boolean
  created_at: string
}

const UNKNOWN = {
  address: null,
  city: null,
  phone_alt: null,
  nhis_no: null,
  identification_id: null,
  identification_number: null,
  ailment_id: null,
  ailment_stage: null,
  ailments: {},
  state_id: null,
  lga_id: null,
  state_of_residence: null,
  primary_physician_id: null,
}

const change = (
  id: string,
  changed: Partial<PatientRow> | ((row: PatientRow) => Partial<PatientRow>),
): readonly Change<PatientRow>[] => [
  { key: [id], fold: (row) => row && { ...row, ...(typeof changed === 'function' ? changed(row) : changed) } },
]

/** Serves patient search and the patient's record. */
export const patient: ReadModel<PatientRow, 'patient'> = {
  name: 'patient',
  revision: 4,
  columns: {
    id: 'text not null',
    chf_id: 'text not null',
    coe_id: 'text not null',
    cap_id: 'text',
    address: 'text',
    city: 'text',
    phone_alt: 'text',
    nhis_no: 'text',
    identification_id: 'text',
    identification_number: 'text',
    ailment_id: 'text',
    ailment_stage: 'integer',
    ailments: 'jsonb not null',
    state_id: 'text',
    lga_id: 'text',
    state_of_residence: 'text',
    primary_physician_id: 'text',
    is_erased: 'boolean not null',
    created_at: 'timestamptz not null',
  },
  key: ['id'],
  personal: [
    {
      of: 'id',
      columns: {
        cap_id: null,
        address: null,
        city: null,
        phone_alt: null,
        nhis_no: null,
        identification_id: null,
        identification_number: null,
        ailment_id: null,
        ailment_stage: null,
        ailments: {},
      },
    },
  ],
  indexes: ['(chf_id)', '(coe_id, created_at desc, id)', '(created_at desc, id)'],
  on: handlers<PatientRow, PatientEvent>({
    PatientRegistered: ({ event: { data } }) => {
      const { patientId: id, chfId: chf_id, coeId: coe_id, at: created_at } = data
      const row = { id, chf_id, coe_id, cap_id: data.capId ?? null, ...UNKNOWN, is_erased: false, created_at }
      return [{ key: [id], fold: () => row }]
    },
    PatientInformationRecorded: ({ position, event: { data } }) =>
      change(data.patientId, ({ ailments }) => ({
        ailments: { ...ailments, [position]: data.ailmentId ?? '' },
        address: data.address,
        city: data.city,
        phone_alt: data.phoneAlt,
        nhis_no: data.nhisNo,
        identification_id: data.identificationId,
        identification_number: data.identificationNumber,
        ailment_id: data.ailmentId,
        ailment_stage: data.ailmentStage,
        state_id: data.stateId,
        lga_id: data.lgaId,
        state_of_residence: data.stateOfResidence,
        primary_physician_id: data.primaryPhysicianId,
      })),
    PatientErased: ({ event: { data } }) => change(data.patientId, { is_erased: true }),
  }),
}
