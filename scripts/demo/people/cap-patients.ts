import type { CapPatient } from '#api/people/contracts/enrolment.ts'
import { PILOT_HOSPITALS } from '#domain/catalogue/reference/hospitals.ts'

const NAMES = ['Hadiza Maigari', 'Uche Nwankwo', 'Bimpe Alade', 'Garba Yelwa', 'Ese Omoruyi', 'Nnamdi Ude']

/** Whom the demo's CAP registry knows: one at each pilot hospital, none of them enrolled with the fund. */
export const CAP_PATIENTS: readonly CapPatient[] = PILOT_HOSPITALS.map(({ capId }, index) => {
  const [firstName = '', lastName = ''] = (NAMES[index] ?? '').split(' ')
  return {
    patientId: `CAP-${10_001 + index}`,
    email: `${firstName}.${lastName}@cap.example`.toLowerCase(),
    phoneNumber: `0803777${String(2001 + index)}`,
    gender: index % 2 === 0 ? 'Female' : 'Male',
    hospitalId: capId,
    firstName,
    lastName,
    dateOfBirth: `${1962 + 4 * index}-0${index + 1}-1${index}`,
  }
})
