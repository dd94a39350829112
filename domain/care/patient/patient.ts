import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import { same } from '#domain/kernel/same.ts'
import type { PatientEvent, PatientInformation } from './events.ts'

type Id = { readonly patientId: string }
export type PatientCommand =
  | Command<
      'RegisterPatient',
      Id & {
        readonly chfId: string
        readonly coeId: string
        readonly capId?: string
        readonly termsVersion?: number | null
      }
    >
  | Command<'RecordPatientInformation', Id & PatientInformation>
  | Command<'ErasePatient', Id>

export type PatientRefusal =
  'patient_unknown' | 'patient_already_registered' | 'patient_erased' | 'patient_stage_out_of_bounds'

export type Patient =
  | { readonly status: 'none' }
  | {
      readonly status: 'registered'
      readonly chfId: string
      readonly coeId: string
      readonly information?: PatientInformation
    }
  | { readonly status: 'erased'; readonly chfId: string; readonly coeId: string }

function decide(command: PatientCommand, patient: Patient): Decision<PatientEvent, PatientRefusal> {
  const stamp = { by: command.by, at: command.at }
  if (command.type === 'RegisterPatient') {
    const { patientId, coeId, termsVersion = null } = command.data
    // A second try brings another CHF id; the first one stands.
    if (patient.status === 'registered' && patient.coeId === coeId) return []
    if (patient.status !== 'none') return refuse('patient_already_registered')
    return [{ type: 'PatientRegistered', data: { ...command.data, termsVersion, userId: patientId, ...stamp } }]
  }
  if (patient.status === 'none') return refuse('patient_unknown')
  switch (command.type) {
    case 'RecordPatientInformation': {
      if (patient.status === 'erased') return refuse('patient_erased')
      const { ailmentStage } = command.data
      if (ailmentStage !== null && ![1, 2, 3, 4].includes(ailmentStage)) return refuse('patient_stage_out_of_bounds')
      if (patient.information && same(patient.information, informationIn(command.data))) return []
      return [{ type: 'PatientInformationRecorded', data: { ...command.data, ...stamp } }]
    }
    case 'ErasePatient':
      return patient.status === 'erased' ? [] : [{ type: 'PatientErased', data: { ...command.data, ...stamp } }]
  }
}

function evolve(patient: Patient, { type, data }: PatientEvent): Patient {
  switch (type) {
    case 'PatientRegistered':
      return { status: 'registered', chfId: data.chfId, coeId: data.coeId }
    case 'PatientInformationRecorded':
      return patient.status === 'registered' ? { ...patient, information: informationIn(data) } : patient
    case 'PatientErased': {
      if (patient.status === 'none') return patient
      const { chfId, coeId } = patient
      return { status: 'erased', chfId, coeId }
    }
  }
}

function informationIn(data: PatientInformation): PatientInformation {
  const { address, city, phoneAlt, nhisNo, identificationId, identificationNumber, ailmentId, ailmentStage } = data
  const { stateId, lgaId, stateOfResidence, primaryPhysicianId } = data
  const health = { ailmentId, ailmentStage, primaryPhysicianId }
  const identification = { identificationId, identificationNumber }
  return { address, city, phoneAlt, nhisNo, ...identification, stateId, lgaId, stateOfResidence, ...health }
}

/** Stream `patient-{id}`. */
export const patient: Decider<Patient, PatientCommand, PatientEvent, PatientRefusal> = {
  category: 'patient',
  initial: () => ({ status: 'none' }),
  decide,
  evolve,
}
