import { z } from 'zod'
import { type EventsOf, personalText, withFacts } from '../kernel/event-table.ts'

const stamp = z.object({ userId: z.string(), by: z.string(), at: z.iso.datetime() })

/** What a person may change about themselves (spec, PUT /api/profile). `dateOfBirth` is YYYY-MM-DD. */
const profile = {
  firstName: personalText(z.string()),
  lastName: personalText(z.string()),
  otherNames: personalText(z.string().optional()),
  phoneNumber: personalText(z.string()),
  dateOfBirth: personalText(z.string().optional()),
  gender: z.enum(['Male', 'Female']).optional(),
}
const about = { subject: 'userId' }

/** Stream `user-{id}`: a person who can sign in. Personal fields are under the key of that id, a patient's as well. */
export const userEvents = {
  UserRegistered: withFacts(
    stamp.extend({
      ...profile,
      /** As typed; it is unique by its lower case (emailClaim). */
      email: personalText(z.string()),
      emailVerified: z.boolean(),
      profession: z.string().optional(),
      /** The hospital of hospital people and patients. */
      coeId: z.string().optional(),
      /** Ids of roles. */
      roles: z.array(z.string()),
    }),
    about,
  ),
  UserProfileChanged: withFacts(stamp.extend(profile), about),
  UserRolesAssigned: stamp.extend({ roles: z.array(z.string()) }),
  UserDeactivated: stamp,
  UserActivated: stamp,
  UserMarkedDeceased: stamp,
  /** Somebody else may have the e-mail that this registration claimed and never used; final. */
  UserRegistrationAbandoned: stamp,
}
export type UserEvent = EventsOf<typeof userEvents>
