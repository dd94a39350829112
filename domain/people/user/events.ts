import { z } from 'zod'
import { Day, Instant } from '#domain/kernel/dates.ts'
import { type EventsOf, personalText, withFacts } from '#domain/kernel/event-table.ts'
import { Id, line, text } from '#domain/kernel/text.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/** What a mailed code is good for; an invitation is mailed as a link with which new staff choose their password. */
export const CODE_PURPOSES = ['verification', 'recovery', 'staff', 'invitation'] as const
export type CodePurpose = (typeof CODE_PURPOSES)[number]

const stamp = z.object({ userId: Id, by: Id, at: Instant })

/** What a person may change about themselves (spec, PUT /api/profile). `dateOfBirth` is YYYY-MM-DD. */
const profile = {
  firstName: personalText(line(100)),
  lastName: personalText(line(100)),
  otherNames: personalText(line(100).optional()),
  phoneNumber: personalText(line(20)),
  dateOfBirth: personalText(Day.optional()),
  gender: z.enum(['Male', 'Female']).optional(),
}
const about = { subject: 'userId' }

/** Stream `user-{id}`: a person who can sign in. Personal fields are under the key of that id, a patient's as well. */
export const userEvents = {
  UserRegistered: withFacts(
    stamp.extend({
      ...profile,
      /** As typed; it is unique by its lower case (emailClaim). */
      email: personalText(line(254)),
      emailVerified: z.boolean(),
      profession: personalText(line(100).optional()),
      /** The hospital of hospital people and patients. */
      coeId: Id.optional(),
      /** Ids of roles. */
      roles: z.array(Id).max(100),
    }),
    about,
  ),
  UserProfileChanged: withFacts(stamp.extend(profile), about),
  /** These are to be theirs, once the roles that are counted have been told (docs/decisions/0070). */
  UserRolesAsked: stamp.extend({ roles: z.array(Id).max(100), request: Id }),
  UserRolesAssigned: stamp.extend({ roles: z.array(Id).max(100) }),
  /** What was asked for is not: this role said no. */
  UserRolesRefused: stamp.extend({ request: Id, roleId: Id }),
  /** They work at this hospital from now on. */
  UserHospitalChanged: stamp.extend({ coeId: Id }),
  UserDeactivated: stamp,
  UserActivated: stamp,
  UserMarkedDeceased: stamp,
  /** A mail to them could not be sent after so many tries, and somebody has it tried again; the id is the outbox's. */
  UserMailRetried: stamp.extend({ mailId: Id, tries: z.int().min(1) }),
  /** A code is to be mailed to them. What it is derives from the id, by a secret of the installation (mailed-code.ts). */
  UserCodeAsked: stamp.extend({ codeId: Id, purpose: z.enum(CODE_PURPOSES) }),
  /** They had the code that lets them change the details of a member of staff, of whom they used it. */
  UserCodeUsed: stamp.extend({ codeId: Id, staffId: Id }),
  /** They had the code that was mailed to them. */
  UserEmailVerified: stamp.extend({ codeId: Id }),
  /** Support has made sure that the e-mail is theirs. */
  UserEmailConfirmed: stamp,
  /** Says nothing of the password. `codeId` is the code that let them choose it; left out, they were signed in. */
  UserPasswordChanged: stamp.extend({ changeId: Id, codeId: Id.optional() }),
  /** For support somebody looks at the portal as they do, by this session: reads alone, for half an hour (docs/decisions/0004). */
  UserSeenBySupport: stamp.extend({ visitId: Id, reason: text(1_000) }),
  /** Somebody has enrolled with their e-mail once more: they are told, and nothing else comes of it (docs/decisions/0091). */
  UserEnrolledAgain: stamp.extend({ enrolmentId: Id }),
  /** Somebody else may have the e-mail that this registration claimed and never used; final. */
  UserRegistrationAbandoned: stamp,
  /** For good: the person's key goes with it, and whatever is kept of them elsewhere. `reason` stays and names nobody. */
  UserErased: withFacts(stamp.extend({ reason: text(1_000) }), { erases: 'userId' }),
}
export type UserEvent = EventsOf<typeof userEvents>

const ofStaff = { permission: ['CREATE_COESTAFF'] } as const
/** Whoever may create somebody; who enrols does it themselves, and a hospital comes with its first administrator. */
const creates: readonly Permission[] = [
  ...(['CREATE_USERS', 'CREATE_CHFSTAFF', 'CREATE_COESTAFF'] as const),
  ...(['CREATE_COEHELPDESK', 'CREATE_CHFADMIN'] as const),
]

export const userRights: Rights<UserEvent> = {
  UserRegistered: { permission: creates, own: 'userId', system: 'always', follows: ['CoeEntered'] },
  UserProfileChanged: { ...ofStaff, own: 'userId' },
  UserRolesAsked: ofStaff,
  UserRolesAssigned: { ...ofStaff, follows: ['UserRolesAsked'] },
  UserRolesRefused: { follows: ['UserRolesAsked'] },
  UserHospitalChanged: { permission: ['ADD_COESTAFF'] },
  UserDeactivated: ofStaff,
  UserActivated: ofStaff,
  // Nothing records it yet: approving a retrieval of their funds will.
  UserMarkedDeceased: { permission: ['APPROVE_FUND_RETRIEVAL'] },
  UserMailRetried: { permission: ['MANAGE_MAIL'] },
  // Whoever asks for a code is nobody yet; an invitation comes with an account, or is sent again.
  UserCodeAsked: { permission: creates, system: 'always', follows: ['CoeEntered'] },
  UserCodeUsed: { own: 'userId' },
  UserEmailVerified: { own: 'userId' },
  UserEmailConfirmed: { permission: ['VERIFY_USER_EMAIL'] },
  UserPasswordChanged: { own: 'userId' },
  UserSeenBySupport: { permission: ['SUPPORT_ANONYMOUS_LOGIN'] },
  UserEnrolledAgain: { system: 'always' },
  UserRegistrationAbandoned: { follows: ['EmailClaimed', 'CapIdClaimed', 'CoeEntered'] },
  UserErased: { operator: true },
}
