import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { WAITING_FROM } from '#projections/money/transaction/waiting-for.ts'
import { MENU_GROUPS, MenuAnswer, type MenuEntry } from '#api/people/contracts/menu.ts'
import { waitingInChain } from './waiting-in-chain.ts'

/** The screen on which the payment chain's work is done. */
const CHAIN_SCREEN = '/payments/consolidated_report'

/** GET /api/uimenu (E011): the side menu, only what the caller may open, with how much waits for them there. */
export const viewMenu: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/uimenu',
    config: { permission: 'signed-in', scope: 'own', shows: ['menu_item', ...WAITING_FROM] },
    schema: { tags: ['Session'], summary: 'The side menu', response: { 200: MenuAnswer } },
    handler: async (request) => {
      const actor = request.actor()
      const held: ReadonlySet<string> = actor.permissions
      const items = await app.context.db
        .selectFrom('menu_item')
        .selectAll()
        .orderBy('sort_order')
        .orderBy('id')
        .execute()
      const waiting = await waitingInChain(app.context, actor)
      const data = items
        .filter(({ permission }) => permission === null || held.has(permission))
        .map((item): MenuEntry => ({
          id: item.id,
          name: item.name,
          link: item.link,
          permission: item.permission,
          icon: item.icon,
          menu_category: item.category,
          group: MENU_GROUPS.find((group) => group === item.menu_group) ?? 'Work',
          waiting: item.link === CHAIN_SCREEN ? waiting : null,
        }))
      return { data }
    },
  })
}
