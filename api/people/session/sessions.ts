import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Permission } from '#domain/kernel/permissions.ts'
import { effectivePermissions, ownPermissions } from '#domain/people/role/granting.ts'
import type { AppContext } from '#api/context.ts'
import type { Actor } from '#api/actor.ts'

/** Twelve hours from sign-in at the most, thirty minutes without a call (design: reliability 2.5, Sessions). */
const ABSOLUTE_MS = 12 * 3_600_000
/** Of whoever acts in another's place (domain.md, Sign-in). */
const AS_ANOTHER_MS = 30 * 60_000
export const IDLE_MS = 30 * 60_000
/** A call within this time of the last noted one is not noted: one write a minute per session, not one per call. */
const NOTE_EVERY_MS = 60_000

/** What is kept of a token. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Who signs in, and from where. */
export type SignedIn = {
  readonly userId: string
  /** The person in whose place they act; whose rights, reach and records they then have. */
  readonly onBehalfOf?: string
  /** What the browser calls itself. */
  readonly device?: string | undefined
  readonly address?: string
}

const DEVICE_LENGTH = 300

/** Opens a session; the token is random, shown once, and kept only as its hash. */
export async function openSession(
  { pool, now, rowMacs }: AppContext,
  { userId, onBehalfOf, device, address }: SignedIn,
): Promise<{ readonly token: string; readonly expiresAt: string }> {
  const token = randomBytes(32).toString('base64url')
  const [created, expires] = [
    new Date(now()),
    new Date(now() + (onBehalfOf === undefined ? ABSOLUTE_MS : AS_ANOTHER_MS)),
  ]
  const said = saidBy({ userId, onBehalfOf: onBehalfOf ?? null, expiresAt: expires.toISOString() }, token)
  await pool.query(
    `insert into session (token_hash, user_id, on_behalf_of, device, address, created_at, last_seen_at, expires_at, mac)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
    [
      ...[hashOf(token), userId, onBehalfOf, device?.slice(0, DEVICE_LENGTH), address, created, expires],
      rowMacs.of(TABLE, said),
    ],
  )
  return { token, expiresAt: expires.toISOString() }
}

const TABLE = 'session'
/** Without it nobody acts in another's place, from the next call on. */
const SEES_AS: Permission = 'SUPPORT_ANONYMOUS_LOGIN'

type Said = { readonly userId: string; readonly onBehalfOf: string | null; readonly expiresAt: string }

/** What a session's row says of itself, with the token, which the database does not have. */
const saidBy = ({ userId, onBehalfOf, expiresAt }: Said, token: string) => [token, userId, onBehalfOf, expiresAt]

/** Ends a session; one that is not there is already ended. */
export async function closeSession({ pool }: AppContext, token: string): Promise<void> {
  await pool.query('delete from session where token_hash = $1', [hashOf(token)])
}

const ACTOR = sql`
  u.id, u.email, u.first_name, u.last_name, u.other_names, u.phone_number, u.gender, u.date_of_birth, u.status, u.coe_id,
  u.profession, u.email_verified_at, u.password_changed_at, u.created_at, u.updated_at,
  c.name as coe_name, p.id as patient_id, p.chf_id, p.cap_id, p.identification_id, p.identification_number,
  (select coalesce(json_agg(json_build_object('id', r.id, 'role', r.role, 'reach', r.reach, 'permissions', r.permissions)
                            order by r.role), '[]')
     from role r where r.id = any(u.role_ids)) as roles`
const ACTOR_TABLES = sql`
  user_account u left join coe c on c.id = u.coe_id left join patient p on p.id = u.id`

/**
 * The person behind a token, with the permissions they have now; undefined when the session has ended, and of one that no
 * process of the portal opened as it stands.
 */
export async function findActor({ db, now, rowMacs }: AppContext, token: string): Promise<Actor | undefined> {
  const tokenHash = hashOf(token)
  const [at, idleSince] = [new Date(now()), new Date(now() - IDLE_MS)]
  const { rows } = await sql<ActorRow & SessionRow>`
    select ${ACTOR}, s.last_seen_at, s.user_id as opened_by, s.on_behalf_of, s.expires_at, s.mac,
           (select concat_ws(' ', first_name, last_name) from user_account where id = s.user_id) as opened_by_name
      from session s join (${ACTOR_TABLES}) on u.id = coalesce(s.on_behalf_of, s.user_id)
     where s.token_hash = ${tokenHash} and s.expires_at > ${at} and s.last_seen_at > ${idleSince}
       and u.status = 'active'
       and exists (select from user_account where id = s.user_id and status = 'active')
       and (s.on_behalf_of is null or exists (
         select from user_account a join role r on r.id = any(a.role_ids)
          where a.id = s.user_id and ${SEES_AS} = any(r.permissions)))`.execute(db)
  const row = rows[0]
  if (row === undefined) return undefined
  const { opened_by: userId, on_behalf_of: onBehalfOf, expires_at: expiresAt, mac, opened_by_name: name } = row
  if (!rowMacs.holds(mac, TABLE, saidBy({ userId, onBehalfOf, expiresAt }, token))) return undefined
  if (now() - Date.parse(row.last_seen_at) > NOTE_EVERY_MS)
    await sql`update session set last_seen_at = ${at} where token_hash = ${tokenHash}`.execute(db)
  return {
    ...actorOf(row),
    ...(onBehalfOf === null
      ? {}
      : { agent: userId, support: { id: userId, name, until: new Date(expiresAt).toISOString() } }),
  }
}

type SessionRow = {
  readonly last_seen_at: string
  readonly opened_by: string
  readonly opened_by_name: string
  readonly on_behalf_of: string | null
  readonly expires_at: string
  readonly mac: string
}

/** The same for a user, without a session: what sign-in answers. */
export async function getActor({ db }: AppContext, userId: string): Promise<Actor> {
  const { rows } = await sql<ActorRow>`select ${ACTOR} from ${ACTOR_TABLES} where u.id = ${userId}`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new Error(`No user ${userId}`)
  return actorOf(row)
}

type ActorRow = {
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly other_names: string | null
  readonly phone_number: string | null
  readonly gender: string | null
  readonly date_of_birth: string | null
  readonly status: string
  readonly profession: string | null
  readonly email_verified_at: string | null
  readonly password_changed_at: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly coe_id: string | null
  readonly coe_name: string | null
  readonly patient_id: string | null
  readonly chf_id: string | null
  readonly cap_id: string | null
  readonly identification_id: string | null
  readonly identification_number: string | null
  readonly roles: readonly (Actor['roles'][number] & { readonly permissions: readonly string[] })[]
}

function actorOf(row: ActorRow): Actor {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    otherNames: row.other_names,
    phoneNumber: row.phone_number,
    gender: row.gender,
    dateOfBirth: row.date_of_birth,
    status: row.status,
    profession: row.profession,
    emailVerifiedAt: row.email_verified_at,
    passwordChangedAt: row.password_changed_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    coe: row.coe_id === null ? null : { id: row.coe_id, coe_name: row.coe_name ?? '' },
    roles: row.roles.map(({ id, role, reach }) => ({ id, role, reach })),
    permissions: new Set(effectivePermissions(row.roles)),
    ownPermissions: ownPermissions(row.roles),
    patient: patientOf(row),
  }
}

function patientOf({ patient_id: id, ...row }: ActorRow): Actor['patient'] {
  if (id === null) return null
  const { chf_id: chfId, cap_id: capId, identification_id: identificationId } = row
  return { id, chfId: chfId ?? '', capId, identificationId, identificationNumber: row.identification_number }
}
