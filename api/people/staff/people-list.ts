import { hasWords } from '#projections/folded-search.ts'
import { type RawBuilder, sql } from 'kysely'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { maskedRows } from '#projections/masked-rows.ts'
import type { Moment } from '#projections/moment.ts'
import { role } from '#projections/people/role/role.ts'
import { staffName } from '#projections/people/user-account/staff-name.ts'
import { userAccount } from '#projections/people/user-account/user-account.ts'
import type { Reach } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'
import type { PeoplePage, Person } from '#api/people/contracts/staff.ts'
import { pageAsked } from '#api/report/page-asked.ts'
import { readAt } from '#api/report/read-as-of.ts'

/** What lists of people are read from. */
export const PEOPLE_MODELS = [coe.name, role.name, staffName.name, userAccount.name] as const

/** Which people; every condition that is there must hold. */
export type PeopleFilter = {
  /** Whether names, contacts and the like are shown; without it nobody is found by them either. */
  readonly sees: boolean
  /** Patients are people too, but on the list of all alone. */
  readonly who: 'all' | 'staff' | 'staff of the fund'
  readonly coeId?: string | undefined
  readonly roleId?: string | undefined
  /** Of their account. */
  readonly status?: string | undefined
  /** The whole of it. */
  readonly email?: string | undefined
  /** Part of a name or an e-mail. */
  readonly search?: string | undefined
  readonly id?: string | undefined
}

type Paged = { readonly page?: number | undefined; readonly per_page?: number | undefined }

/** A page of people by its number, newest first. */
export async function pageOfPeople(context: AppContext, filter: PeopleFilter, asked: Paged): Promise<PeoplePage> {
  const { limit, skip, number = 1 } = pageAsked({ per_page: 10, ...asked })
  return readAt(context, undefined, PEOPLE_MODELS, async (db, moment) => {
    const from = peopleFrom(moment, filter)
    const { rows } = await sql<Person>`
      select u.id, u.first_name, u.last_name, u.email, u.phone_number, u.gender, u.date_of_birth, u.profession, u.status,
             u.coe_id, u.email_verified_at, u.password_changed_at, u.created_at, u.updated_at,
             (select json_build_object('id', c.id, 'coe_name', c.name) from ${moment.rowsOf(coe)} c where c.id = u.coe_id)
               as coe,
             (select coalesce(json_agg(json_build_object('id', r.id, 'role', r.role) order by r.role), '[]')
                from ${moment.rowsOf(role)} r where r.id = any(u.role_ids)) as roles
        from ${from} order by u.created_at desc, u.id limit ${limit} offset ${skip}`.execute(db)
    const { rows: counted } = await sql<{ total: string | number }>`select count(*) as total from ${from}`.execute(db)
    const total = Number(counted[0]?.total)
    return {
      data: rows,
      ...{ current_page: number, last_page: Math.max(1, Math.ceil(total / limit)), per_page: limit, total },
    }
  })
}

function peopleFrom(moment: Moment, filter: PeopleFilter): RawBuilder<unknown> {
  const { sees, who, coeId, roleId, status, email, search, id } = filter
  const conditions = [
    ...(coeId === undefined ? [] : [sql`u.coe_id = ${coeId}`]),
    ...(roleId === undefined ? [] : [sql`${roleId} = any(u.role_ids)`]),
    ...(status === undefined ? [] : [sql`u.status = ${status}`]),
    ...(id === undefined ? [] : [sql`u.id = ${id}`]),
    // Whoever knows the whole of it may see that there is such an account.
    ...(email === undefined
      ? []
      : [sql`u.id in (select id from ${moment.rowsOf(userAccount)} a where a.email = ${email.toLowerCase()})`]),
    ...(search === undefined
      ? []
      : [sql`(${hasWords(sql`u.name_key`, search)} or position(${search.toLowerCase()} in u.email) > 0)`]),
    ...(who === 'staff of the fund'
      ? [sql`exists (select from ${moment.rowsOf(role)} f where f.id = any(u.role_ids) and f.reach = 'all')`]
      : []),
  ]
  const people = maskedRows(userAccount, moment.rowsOf(userAccount), sees)
  const staff = who === 'all' ? sql`` : sql` join ${moment.rowsOf(staffName)} s on s.id = u.id`
  return sql`${people} u${staff} where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)}`
}

/** The hospital that a list is of, within reach: another one is not there. */
export function hospitalWithin(reach: Reach, coeId: string | undefined): string | undefined {
  if (reach.kind === 'all') return coeId
  if (reach.kind !== 'coe' || (coeId !== undefined && coeId !== reach.coeId)) throw notFound('Hospital')
  return reach.coeId
}
