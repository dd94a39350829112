import { sql } from 'kysely'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { rightTo } from '#domain/kernel/permissions.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { type RoleEvent, roleEvents } from '#domain/people/role/events.ts'
import { role } from '#domain/people/role/role.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import { RoleDetail } from '#api/people/contracts/role.ts'
import type { AppContext } from '#api/context.ts'
import { historyOf, type Said } from '#api/history.ts'
import { notFound } from '#api/http-error.ts'
import { RolePath } from './role-path.ts'
import { REACH_IN_WORDS, roleView } from './role-view.ts'

/** So many holders are named; the rest are counted, to the second number. */
const [NAMED, COUNTED] = [100, 1_001]

/** GET /api/roles/{id}: a role with its parents, who holds it, and its whole history, from the log; a deleted one too. */
export const viewRole: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/roles/:id',
    config: { permission: 'MANAGE_ROLE', scope: 'all', shows: ['role', 'user_account', 'coe'] },
    schema: { tags: ['Roles'], summary: 'One role with its history', params: RolePath, response: { 200: RoleDetail } },
    handler: async (request) => {
      const { id } = request.params
      const { context } = app
      const past = await context.log.readWhatHolds<RoleEvent>(`${role.category}-${id}`, 0)
      const defined = past.events.map(({ event }) => event).findLast(({ type }) => type === 'RoleDefined')
      if (defined?.type !== 'RoleDefined') throw notFound('Role')
      const state = past.events.map(({ event }) => event).reduce(role.evolve, role.initial())
      const { role: name, description, reach } = defined.data
      const [permissions, parentRoleIds] =
        state.status === 'defined' ? [state.permissions, state.parentRoleIds] : [[], []]
      const roles = await context.db
        .selectFrom('role')
        .select(['id', 'role', 'parent_role_ids'])
        .orderBy('role')
        .execute()
      const nameOf = new Map(roles.map((one) => [one.id, one.role]))
      const people = await namesIn(
        context,
        past.events.map(({ event }) => event),
      )
      const inWords = (event: RoleEvent) => told(event, (one) => roleName(nameOf.get(one) ?? one), people)
      return {
        data: {
          ...roleView({ id, role: name, description, reach, permissions, parent_role_ids: parentRoleIds }),
          is_deleted: state.status !== 'defined',
          parents: parentRoleIds.map((parent) => ({ id: parent, role: nameOf.get(parent) ?? parent })),
          children: roles
            .filter(({ parent_role_ids: parents }) => parents.includes(id))
            .map((child) => ({ id: child.id, role: child.role })),
          ...(await holdersOf(context, id, reach === 'self')),
          history: await historyOf(context, past, { events: roleEvents, inWords, isMasked: false }),
        },
      }
    },
  })
}

/** Patients hold their role by the million, and are nobody's business here. */
async function holdersOf({ db }: AppContext, roleId: string, areCountedOnly: boolean) {
  const holding = sql<boolean>`${roleId} = any(u.role_ids)`
  const counted = db.selectFrom('user_account as u').select('u.id').where(holding).limit(COUNTED).as('holding')
  const { count } = await db
    .selectFrom(counted)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const named = areCountedOnly
    ? []
    : await db
        .selectFrom('user_account as u')
        .leftJoin('coe as c', 'c.id', 'u.coe_id')
        .select(['u.id', 'u.first_name', 'u.last_name', 'u.status', 'c.name as coe_name'])
        .where(holding)
        .orderBy('u.name_key')
        .orderBy('u.id')
        .limit(NAMED)
        .execute()
  const holders = named.map(({ id, first_name: first, last_name: last, status, coe_name: hospital }) => ({
    ...{ id, name: [first, last].filter((one) => one !== null).join(' '), status, coe_name: hospital ?? '' },
  }))
  return { holders_count: Number(count), holders }
}

async function namesIn({ db }: AppContext, events: readonly RoleEvent[]) {
  const nameOf = await peopleNames(
    db,
    events.flatMap(({ data }) => ('userId' in data ? [data.userId] : [])),
  )
  return (id: string) => nameOf(id, id)
}

type NameOf = (id: string) => string

function told({ type, data }: RoleEvent, roleNamed: NameOf, person: NameOf): Said {
  const say = (what: string): Said => ({ what, why: null })
  switch (type) {
    case 'RoleDefined':
      return say(`Created as ${roleName(data.role)}; its holders see ${REACH_IN_WORDS[data.reach]}`)
    case 'PermissionAttached':
      return say(`Permission attached: to ${rightTo(data.permission)}`)
    case 'PermissionDetached':
      return say(`Permission detached: to ${rightTo(data.permission)}`)
    case 'ParentRoleAttached':
      return say(`Parent attached: ${roleNamed(data.parentRoleId)}`)
    case 'ParentRoleDetached':
      return say(`Parent detached: ${roleNamed(data.parentRoleId)}`)
    case 'RoleTaken':
      return say(`To be given to ${person(data.userId)}`)
    case 'RoleLeft':
      return say(`To be taken from ${person(data.userId)}`)
    case 'RoleDeleted':
      return say('Deleted')
  }
}
