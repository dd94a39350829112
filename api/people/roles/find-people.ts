import { hasWords } from '#projections/folded-search.ts'
import { sql } from 'kysely'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { maskedRows } from '#projections/masked-rows.ts'
import { role } from '#projections/people/role/role.ts'
import { staffName } from '#projections/people/user-account/staff-name.ts'
import { userAccount } from '#projections/people/user-account/user-account.ts'
import { phoneNumber } from '#api/contracts/input.ts'
import { PeopleFound, type PersonFound, PersonSearch } from '#api/people/contracts/role.ts'
import type { Reach } from '#api/actor.ts'
import { readAt } from '#api/report/read-as-of.ts'

const MODELS = [coe.name, role.name, staffName.name, userAccount.name] as const
/** Whoever looks for one person types more of them. */
const MOST = 20

/**
 * POST /api/users/find: the people within reach whose roles the caller may change. Staff by e-mail, phone or part of
 * their name; anybody by their whole e-mail, so that no patient is found by a name that somebody tries.
 */
export const findPeople: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/users/find',
    config: { permission: 'CREATE_COESTAFF', scope: 'reach', idempotency: 'none', limit: 'search' },
    schema: {
      tags: ['Roles'],
      summary: 'Find people to change their roles',
      body: PersonSearch,
      response: { 200: PeopleFound },
    },
    handler: async (request) => {
      const { search } = request.body
      const phone = phoneNumber().safeParse(search).data ?? null
      const sees = request.actor().permissions.has('VIEW_PERSONAL_DATA')
      const reach = request.reach()
      const data = await readAt(app.context, undefined, MODELS, async (db, moment) => {
        const people = maskedRows(userAccount, moment.rowsOf(userAccount), sees)
        const { rows } = await sql<PersonFound>`
          select u.id, concat_ws(' ', u.first_name, u.last_name) as name, coalesce(u.email, '') as email, u.status,
                 coalesce(c.name, '') as coe_name,
                 (select coalesce(json_agg(json_build_object('id', r.id, 'role', r.role) order by r.role), '[]')
                    from ${moment.rowsOf(role)} r where r.id = any(u.role_ids)) as roles
            from (
              select id from ${people} by_mail where email = lower(${search})
               union
              select s.id from ${moment.rowsOf(staffName)} s join ${people} a on a.id = s.id
               where a.phone_number = ${phone}
                  or ${hasWords(sql`a.name_key`, search)}
            ) found
            join ${people} u on u.id = found.id
            left join ${moment.rowsOf(coe)} c on c.id = u.coe_id
           where ${within(reach)}
           order by u.name_key, u.id limit ${MOST}`.execute(db)
        return rows
      })
      return { data }
    },
  })
}

function within(reach: Reach) {
  if (reach.kind === 'all') return sql`true`
  return reach.kind === 'coe' ? sql`u.coe_id = ${reach.coeId}` : sql`false`
}
