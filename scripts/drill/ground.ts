import { registerPatient } from '#commands/care/patient/register-patient.ts'
import { deriveId } from '#commands/ids.ts'
import { openSystem } from '#api/system.ts'
import { DEMO_PEOPLE } from '#scripts/demo/people/demo-people.ts'
import { loadDemoUsers } from '#scripts/demo/people/demo-users.ts'
import { installing } from '#scripts/demo/installation.ts'
import { pilotCoeId, referenceProductId, referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { loadFirstData } from '#scripts/start/first-data.ts'
import { MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import { SERVICES } from '#domain/catalogue/reference/services.ts'

/** A hospital of the drill, with those who work and are treated there. */
export type Hospital = {
  readonly coeId: string
  readonly staff: string
  readonly pharmacist: string
  readonly patients: readonly string[]
}

/** What the load is played with: ids and e-mails, nothing of the portal's own code. */
export type Ground = {
  readonly hospitals: readonly Hospital[]
  readonly services: readonly string[]
  readonly drugs: readonly string[]
}

const AT = '2024-01-02T08:00:00.000Z'
const PATIENTS_A_HOSPITAL = 4
const NOTHING = { api: false, projections: false, processes: false }

/** Fills an empty portal with reference data, the demo people and some more patients; again it adds nothing. */
export async function prepareGround(urls: {
  readonly appUrl: string
  readonly ownerUrl: string
  readonly dataDir: string
  readonly secretsDir: string
}): Promise<Ground> {
  const system = await openSystem({ ...urls, roles: NOTHING })
  try {
    const { handler, codes, credentials } = system.context
    await loadFirstData(system, { ...urls, withDemo: false, isLogHere: true }, () => undefined)
    const installation = { handler, codes, credentials, emailSecret: system.context.emailSecret, at: AT }
    await loadDemoUsers(installation)
    const hospitals: Hospital[] = []
    for (const [index, known] of DEMO_PEOPLE.filter(({ role }) => role === 'PATIENT').entries()) {
      const coeId = pilotCoeId(known.coeCode ?? '')
      const patients = [known.userId]
      for (let more = 1; more < PATIENTS_A_HOSPITAL; more += 1) {
        const patientId = deriveId('drill', 'patient', String(index), String(more))
        const { firstName, lastName, gender, dateOfBirth } = known
        const email = `drill-${index}-${more}@chf.example`
        const phoneNumber = `0803560${1000 + 10 * index + more}`
        const person = { email, emailVerified: true, firstName, lastName, gender, dateOfBirth, phoneNumber }
        const data = { patientId, coeId, ...person }
        const done = await registerPatient(installation, installing(installation, 'RegisterPatient', patientId, data))
        if (done.outcome === 'refused') throw new Error(`Could not register a patient: ${done.refusal.refused}`)
        patients.push(patientId)
      }
      const suffix = index === 0 ? '' : `-${index + 1}`
      const staff = `coe-staff${suffix}@chf.example`
      hospitals.push({ coeId, staff, pharmacist: `pharmacist${suffix}@chf.example`, patients })
    }
    return {
      hospitals,
      services: SERVICES.slice(0, 12).map(({ code }) => referenceServiceId(code)),
      drugs: MEDICINES.slice(0, 12).map(({ id }) => referenceProductId(id)),
    }
  } finally {
    await system.close()
  }
}
