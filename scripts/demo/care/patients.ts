import { handle, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { emailKey } from '#commands/people/user/email-key.ts'
import { registerPatient } from '#commands/care/patient/register-patient.ts'
import { patient } from '#domain/care/patient/patient.ts'
import { AILMENT_STAGES, AILMENTS } from '#domain/catalogue/reference/ailments.ts'
import { type LocalGovernment, stateNamed } from '#domain/catalogue/reference/zones.ts'
import type { Staff } from '#scripts/demo/people/cast.ts'
import { createChance } from '#scripts/demo/story/chance.ts'
import { nameNear } from '#scripts/demo/people/names.ts'
import { anIllness, type PlannedBill } from './treatment.ts'
import { type Actor, type Story, type StoryWorld, told } from '#scripts/demo/story/world.ts'

/** A patient of the story, with the treatment to come. */
export type StoryPatient = {
  readonly patientId: string
  readonly staff: Staff
  readonly doctor: Actor
  readonly bills: readonly PlannedBill[]
  /** Registers and records what is known; done before it adds nothing. */
  readonly register: (world: StoryWorld, at: string) => Promise<void>
}

/** Somebody who is registered before the story begins. */
export type KnownPatient = { readonly patientId: string; readonly gender: 'Male' | 'Female'; readonly coeId: string }

/** Mobile prefixes of the four networks. */
const PREFIXES = ['0803', '0706', '0805', '0812', '0909', '0817'] as const
const STREETS = [
  'Ahmadu Bello Way',
  'Hospital Road',
  'Market Street',
  'Mission Road',
  'Station Road',
  'Sabon Gari',
  'Government House Road',
  'Old Barracks Lane',
  'Church Street',
  'Emir Palace Road',
] as const

/** The patient of a number; `mailTag` keeps the e-mails of one story apart from those of another. */
export function storyPatient(
  story: Story & { readonly mailTag: string },
  index: number,
  staff: Staff,
  year: number,
  known?: KnownPatient,
): StoryPatient {
  const chance = createChance(story.seed, 'patient', index)
  let illness = anIllness(chance)
  while (known !== undefined && illness.gender !== known.gender) illness = anIllness(chance)
  const { ailment, gender, bills } = illness
  const patientId = known?.patientId ?? deriveId('story', story.seed, 'patient', String(index))
  const doctor = chance.pick(staff.doctors)
  const { coeId, hospital } = staff
  const self: Actor = { userId: patientId, role: 'PATIENT', coeId }
  const { firstName, lastName } = nameNear(chance, hospital.code, gender)
  const birthYear = year - chance.between(illness.youngest, illness.oldest)
  const [month, day] = [chance.between(1, 12), chance.between(1, 28)].map((part) => String(part).padStart(2, '0'))
  const registration = {
    email: `${firstName}.${lastName}${story.mailTag}${index + 1}@mail.example`.toLowerCase(),
    emailVerified: true,
    firstName,
    lastName,
    gender,
    phoneNumber: `${chance.pick(PREFIXES)}${chance.between(1_000_000, 9_999_999)}`,
    dateOfBirth: `${birthYear}-${month}-${day}`,
  }
  const state = stateNamed(hospital.state)
  const lga: LocalGovernment = chance.pick(state.lgas)
  const information = {
    address: `${chance.between(1, 180)} ${chance.pick(STREETS)}`,
    city: lga.lga,
    phoneAlt: null,
    nhisNo: chance.happens(0.2) ? `NHIS-${chance.between(1_000_000, 9_999_999)}` : null,
    identificationId: '1',
    identificationNumber: String(chance.between(10_000_000_000, 99_999_999_999)),
    ailmentId: AILMENTS.find(({ ailment_type }) => ailment_type === ailment)?.id ?? null,
    ailmentStage: chance.pick(AILMENT_STAGES),
    stateId: String(state.id),
    lgaId: String(lga.id),
    stateOfResidence: String(state.id),
    primaryPhysicianId: doctor.userId,
  }

  async function register(world: StoryWorld, at: string): Promise<void> {
    const { handler } = world
    const state = await load(handler, patient, patientId)
    if (state.status === 'none') {
      const data = { patientId, coeId, ...registration }
      const done = await registerPatient(
        world,
        told(story, 'RegisterPatient', [patientId], self, 'APPLY_FUND', at, data),
      )
      if (done.outcome === 'refused') throw new Error(`${registration.email}: ${done.refusal.refused}`)
    } else if (state.status === 'erased' || state.information !== undefined) return
    world.forget(`emailClaim-${emailKey(registration.email, world.emailSecret)}`)
    const record = { patientId, ...information }
    const command = told(story, 'RecordPatientInformation', [patientId], doctor, 'REVIEW_PATIENT', at, record)
    const recorded = await handle(handler, patient, patientId, command)
    if (recorded.outcome === 'refused') throw new Error(`${patientId}: ${recorded.refusal.refused}`)
  }
  return { patientId, staff, doctor, bills, register }
}
