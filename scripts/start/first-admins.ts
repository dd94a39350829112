import { handle, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { INVITATION_LIFE_MS, invitationToken } from '#commands/people/user/invitation.ts'
import { type Registrar, registerUser } from '#commands/people/user/register-user.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { SUPER_ADMIN } from '#domain/people/role/granting.ts'
import { isRegistered, type RegisteredUser, user } from '#domain/people/user/user.ts'
import type { AppContext } from '#api/context.ts'
import { installing } from '#scripts/demo/installation.ts'

type Context = Registrar & Pick<AppContext, 'pool' | 'now' | 'integrity'>
type Given = {
  /** Of the two who will administer the portal; undefined: the start was not told. */
  readonly emails: readonly string[] | undefined
  /** What links begin with. */
  readonly portalUrl: string
}

const NOBODY =
  'Nobody administers the portal yet: FIRST_ADMINS=one@example.org,two@example.org names two people who will'
const ADMINS = ['First', 'Second'].map((firstName) => ({
  firstName,
  userId: deriveId('installation', 'super administrator', firstName),
}))

/**
 * Two super administrators for a portal that has none, and the lines by which the start hands them their one-time links; it does
 * until they have chosen a password, as nobody else could send them another (docs/decisions/0092). None once they have.
 */
export async function firstAdmins(context: Context, given: Given): Promise<readonly string[]> {
  const { handler, integrity, now } = context
  if (integrity.open().length > 0) return []
  const lines: string[] = []
  for (const [place, { userId, firstName }] of ADMINS.entries()) {
    const known = await load(handler, user, userId)
    if (known.status === 'none') {
      if (place === 0 && (await isAdministered(context))) return []
      const email = given.emails?.[place]
      if (email === undefined) return [NOBODY]
      const refused = await register(context, { userId, email, firstName })
      if (refused !== undefined) return [`${email} cannot administer the portal: ${refused}`]
    }
    const state = await load(handler, user, userId)
    if (!isRegistered(state) || state.status !== 'active' || state.passwordChanges.size > 0) continue
    lines.push(await lineFor(context, { userId, state, portalUrl: given.portalUrl, at: now() }))
  }
  return lines.length === 0 ? [] : ['Super administrators choose their passwords by these links:', ...lines]
}

async function isAdministered({ pool }: Context): Promise<boolean> {
  const { rowCount } = await pool.query('select from user_account where $1 = any(role_ids) limit 1', [
    roleIdOf(SUPER_ADMIN),
  ])
  return rowCount !== 0
}

type Admin = { readonly userId: string; readonly email: string; readonly firstName: string }

/** Why not, when the e-mail is somebody's. What else is asked of people they write into their profile. */
async function register(context: Context, { userId, email, firstName }: Admin): Promise<string | undefined> {
  const { handler, now } = context
  const about = { firstName, lastName: 'Administrator', phoneNumber: '00000000000', emailVerified: true }
  const roles = { roles: [roleIdOf(SUPER_ADMIN)], granter: 'system' as const }
  const data = { userId, email, ...about, ...roles, invitation: deriveId(userId, 'invitation') }
  const at = new Date(now()).toISOString()
  const done = await registerUser(context, installing({ handler, at }, 'RegisterUser', userId, data))
  return done.outcome === 'refused' ? done.refusal.refused : undefined
}

type Invited = { userId: string; state: RegisteredUser; portalUrl: string; at: number }

/** The link that they were mailed, or another one when it has run out. */
async function lineFor({ handler, emailSecret }: Context, { userId, state, portalUrl, at }: Invited): Promise<string> {
  const open = [...state.codes].find(([, purpose]) => purpose === 'invitation')?.[0]
  const until = Date.parse(state.invitedAt ?? '') + INVITATION_LIFE_MS
  const isGood = open !== undefined && until > at
  const codeId = isGood ? open : deriveId(userId, 'invitation', String(at))
  if (!isGood) {
    const data = { userId, codeId, purpose: 'invitation' as const }
    const asked = installing({ handler, at: new Date(at).toISOString() }, 'AskCode', userId, data)
    await handle(handler, user, userId, asked)
  }
  const end = isGood ? until : at + INVITATION_LIFE_MS
  const token = invitationToken(emailSecret, { userId, codeId, until: end })
  return `  ${state.email}, until ${lagosDay(new Date(end).toISOString())}: ${portalUrl}/set-password/${token}`
}
