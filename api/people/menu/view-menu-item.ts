import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type MenuEvent, menuEvents } from '#domain/people/menu/events.ts'
import { menu } from '#domain/people/menu/menu.ts'
import { historyOf, type Said } from '#api/history.ts'
import { notFound } from '#api/http-error.ts'
import { MenuItemDetail, MenuItemPath } from '#api/people/contracts/menu.ts'
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
      const item = (await itemsIn(app.context)).find((one) => one.id === id)
      if (item === undefined) throw notFound('Menu item')
      const past = await app.context.log.readWhatHolds<MenuEvent>(`${menu.category}-${id}`, 0)
      const history = await historyOf(app.context, past, { events: menuEvents, inWords, isMasked: false })
      return { data: { ...item, history } }
    },
  })
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
