import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type ChainState, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { AppContext } from '#api/context.ts'
import { MENU_GROUPS, MenuAnswer, type MenuEntry } from '#api/people/contracts/menu.ts'
import type { Actor } from '#api/actor.ts'
import { soon } from '#api/soon.ts'

/** The screen on which the payment chain's work is done. */
const CHAIN_SCREEN = '/payments/consolidated_report'

/** GET /api/uimenu (E011): the side menu, only what the caller may open, with how much waits for them there. */
export const viewMenu: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/uimenu',
    config: { permission: 'signed-in', scope: 'own', shows: ['menu_item', 'stage_total'] },
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
          menu_name: item.name,
          menu_link: item.link,
          menu_permission: item.permission,
          menu_icon: item.icon,
          menu_category: item.category,
          group: MENU_GROUPS.find((group) => group === item.menu_group) ?? 'Work',
          waiting: item.link === CHAIN_SCREEN ? waiting : null,
        }))
      return { data }
    },
  })
}

/** How many transactions wait for the step that the caller may take; null for people who take none, and while nobody knows. */
async function waitingInChain({ db, standsAt }: AppContext, { permissions }: Actor): Promise<number | null> {
  const stages: ChainState[] = PAYMENT_CHAIN.stepsWith(permissions).map((step) => PAYMENT_CHAIN.link(step).from)
  if (stages.length === 0) return null
  // A number has no room to say that it is of earlier.
  if ((await soon(standsAt(['stage_total'])))?.length !== 0) return null
  const { waiting } = await db
    .selectFrom('stage_total')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('transactions'), eb.val('0')).as('waiting'))
    .where('stage', 'in', stages)
    .executeTakeFirstOrThrow()
  return Number(waiting)
}
