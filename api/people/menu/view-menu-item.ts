import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Recorded } from '#commands/log/domain-log.ts'
import { type MenuEvent, menuEvents, type MenuItem } from '#domain/people/menu/events.ts'
import { type Menu, menu } from '#domain/people/menu/menu.ts'
import { historyOf, type Said } from '#api/history.ts'
import { notFound } from '#api/http-error.ts'
import { MenuItemDetail, MenuItemPath, type MenuItemView } from '#api/people/contracts/menu.ts'
import { itemsIn } from './items-in.ts'

/** GET /api/uimenu/items/{id}: one item of the menu, with who added, moved and removed it, from the log. */
export const viewMenuItem: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/uimenu/items/:id',
    config: { permission: 'MANAGE_UIMENU', scope: 'none', shows: ['menu_item', 'role', 'user_account'] },
    schema: {
      tags: ['Menu'],
      summary: 'One item of the menu with its history',
      params: MenuItemPath,
      response: { 200: MenuItemDetail },
    },
    handler: async (request) => {
      const { id } = request.params
      const past = await app.context.log.readWhatHolds<MenuEvent>(`${menu.category}-${id}`, 0)
      const shown = (await itemsIn(app.context)).find((one) => one.id === id)
      const item = shown ?? removedItem(id, past.events)
      if (item === undefined) throw notFound('Menu item')
      const history = await historyOf(app.context, past, { events: menuEvents, inWords, isMasked: false })
      return { data: { ...item, is_deleted: shown === undefined, history } }
    },
  })
}

/** What an item that was removed said last, shown to nobody; undefined for any other. */
function removedItem(id: string, past: readonly Recorded<MenuEvent>[]): MenuItemView | undefined {
  let [state, last]: [Menu, MenuItem | undefined] = [menu.initial(), undefined]
  for (const { event } of past) {
    state = menu.evolve(state, event)
    if (state.status === 'shown') last = state.item
  }
  if (state.status !== 'removed' || last === undefined) return undefined
  return {
    ...{ id, menu_name: last.name, menu_link: last.link, menu_permission: last.permission, menu_icon: last.icon },
    ...{ menu_category: last.category, group: last.group, order: last.order, seen_by: [] },
  }
}

function inWords({ type, data }: MenuEvent): Said {
  switch (type) {
    case 'MenuItemAdded':
      return { what: `Added as ${data.name} to ${data.group}, at ${data.order}`, why: null }
    case 'MenuItemMoved':
      return { what: `Moved to ${data.group}, at ${data.order}`, why: null }
    case 'MenuItemRemoved':
      return { what: 'Removed', why: null }
  }
}
