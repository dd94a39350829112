import { registerPatient } from '#commands/care/patient/register-patient.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { registerUser } from '#commands/people/user/register-user.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from './demo-people.ts'
import { atOnce, installed, installing, type PeopleInstallation } from '#scripts/demo/installation.ts'
import { pilotCoeId } from '#scripts/demo/catalogue/reference.ts'

/** Two passwords at a time: each takes 46 MiB and a core. */
const AT_ONCE = 2

/** Registers two people for every role, with the demo password. Needs the reference data; run again it adds nothing. */
export async function loadDemoUsers(installation: PeopleInstallation): Promise<void> {
  await atOnce(AT_ONCE, DEMO_PEOPLE, async (person) => {
    await register(installation, person)
    const { credentials } = installation
    if (!(await credentials.has(person.userId))) await credentials.setPassword(person.userId, DEMO_PASSWORD)
  })
}

async function register(installation: PeopleInstallation, person: DemoPerson): Promise<void> {
  const { userId, role, reach, coeCode, profession, ...registration } = person
  const whole = { ...registration, emailVerified: true }
  const coeId = coeCode === undefined ? undefined : pilotCoeId(coeCode)
  if (reach === 'self') {
    if (coeId === undefined) throw new Error(`${person.email} has no hospital`)
    const data = { patientId: userId, coeId, ...whole }
    const done = await registerPatient(installation, installing(installation, 'RegisterPatient', userId, data))
    if (done.outcome === 'refused' && done.refusal.refused !== 'user_already_registered')
      throw new Error(`Could not register ${person.email}: ${done.refusal.refused}`)
    return
  }
  const data = { userId, coeId, ...whole, profession, roles: [roleIdOf(role)], granter: 'system' as const }
  const done = await registerUser(installation, installing(installation, 'RegisterUser', userId, data))
  installed(done, 'user_already_registered')
}
