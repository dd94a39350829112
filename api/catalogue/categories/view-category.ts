import { compareNames } from '#domain/kernel/folded-name.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { roleName } from '#domain/kernel/role-names.ts'
import { ALL_CATEGORIES, category } from '#domain/catalogue/category/category.ts'
import { type CategoryEvent, categoryEvents } from '#domain/catalogue/category/events.ts'
import { CategoryDetail } from '#api/catalogue/contracts/category.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { AppContext } from '#api/context.ts'
import { historyOf, type Said } from '#api/history.ts'
import { notFound } from '#api/http-error.ts'
import { CategoryPath } from './category-path.ts'

/** GET /api/service_categories/{id}: a category with its services and its whole history, from the log; a deleted one too. */
export const viewCategory: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/service_categories/:id',
    config: { permission: 'VIEW_CATEGORY', scope: 'none', shows: ['role', 'service', 'user_account'] },
    schema: {
      tags: ['Categories'],
      summary: 'One category with its history',
      params: CategoryPath,
      response: { 200: CategoryDetail },
    },
    handler: async (request) => {
      const { id } = request.params
      const { context } = app
      const recorded = await context.log.read<CategoryEvent>(`${category.category}-${ALL_CATEGORIES}`)
      const past = recorded
        .filter(isOfCategory)
        .filter(({ event: { data } }) => data.categoryId === id || ('from' in data && data.from === id))
      const named = past.map(({ event }) => event.data).findLast((data) => 'name' in data)
      if (named === undefined) throw notFound('Category')
      const { active, places } = recorded.map(({ event }) => event).reduce(category.evolve, category.initial())
      const nameOf = await namesIn(context)
      const placed = [...places].flatMap(([serviceId, place]) => (place === id ? [serviceId] : []))
      const inWords = (event: OfCategory) => told(event, id, nameOf)
      return {
        data: {
          id,
          category_name: named.name,
          category_code: named.code,
          is_deleted: !active.has(id),
          services: placed.map(nameOf).sort(compareNames),
          roles: (active.get(id)?.roles ?? [])
            .map((roleId) => ({ id: roleId, role: nameOf(roleId) }))
            .sort((one, other) => (one.role < other.role ? -1 : 1)),
          history: await historyOf(
            context,
            { events: past, unread: [] },
            { events: categoryEvents, inWords, isMasked: false },
          ),
        },
      }
    },
  })
}

/** What the categories know of services stands with them, and says nothing of a category. */
type OfServices = 'ServiceFiled' | 'ServiceStruckOff'
type OfCategory = Exclude<CategoryEvent, { readonly type: OfServices }>
const isOfCategory = (recorded: Recorded<CategoryEvent>): recorded is Recorded<OfCategory> =>
  recorded.event.type !== 'ServiceFiled' && recorded.event.type !== 'ServiceStruckOff'

type NameOf = (id: string) => string

/** What services and roles are called; of one that no list has yet, that. */
async function namesIn({ db }: AppContext): Promise<NameOf> {
  const services = await db.selectFrom('service').select(['id', 'name', 'is_offered']).execute()
  const roles = await db.selectFrom('role').select(['id', 'role as name']).execute()
  const told = services.map(({ id, name, is_offered }) => ({ id, name: is_offered ? name : `${name} (deleted)` }))
  const names = new Map([...told, ...roles].map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? 'not known yet'
}

function told({ type, data }: OfCategory, id: number, nameOf: NameOf): Said {
  const say = (what: string): Said => ({ what, why: null })
  switch (type) {
    case 'CategoryAdded':
      return say(`Added as ${data.name} (${data.code})`)
    case 'CategoryRenamed':
      return say(`Renamed to ${data.name} (${data.code})`)
    case 'CategoryDeleted':
      return say('Deleted')
    case 'ServicePlacedInCategory':
      return say(`Service added: ${nameOf(data.serviceId)}`)
    case 'ServiceMovedToCategory':
      return say(`Service moved ${data.from === id ? 'to another category' : 'to it'}: ${nameOf(data.serviceId)}`)
    case 'RoleAttachedToCategory':
      return say(`Role attached: ${roleName(nameOf(data.roleId))}`)
    case 'RoleDetachedFromCategory':
      return say(`Role detached: ${roleName(nameOf(data.roleId))}`)
  }
}
