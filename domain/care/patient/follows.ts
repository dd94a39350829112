import { type Asked, follows } from '#domain/kernel/follows.ts'
import type { PatientEvent } from './events.ts'
import { patient, type PatientCommand } from './patient.ts'

function asked({ type, data }: PatientEvent): Asked<PatientCommand> {
  switch (type) {
    case 'PatientRegistered': {
      const { patientId, chfId, coeId, capId, termsVersion } = data
      const known = { patientId, chfId, coeId, termsVersion }
      return { type: 'RegisterPatient', data: { ...known, ...(capId === undefined ? {} : { capId }) } }
    }
    case 'PatientInformationRecorded':
      return { type: 'RecordPatientInformation', data }
    case 'PatientErased':
      return { type: 'ErasePatient', data }
  }
}

export const patientFollows = follows(patient, asked, {
  named: ({ patientId }) => patientId,
  personalOnly: ['PatientInformationRecorded'],
})
