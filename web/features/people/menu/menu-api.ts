import { queryOptions } from '@tanstack/react-query'
import type { input } from 'zod'
import type { Done } from '#api/contracts/done.ts'
import type { MenuItemBody, MenuItemDetail, MenuItemList, MenuPlaceBody } from '#api/people/contracts/menu.ts'
import { api } from '#web/shell/api-client.ts'

const MENU = '/api/uimenu'
const ITEMS = `${MENU}/items`
const pathOf = (id: string) => `${MENU}/${encodeURIComponent(id)}`

/** The whole menu, with the roles that are shown each item. */
export const itemsQuery = queryOptions({
  queryKey: [ITEMS],
  queryFn: ({ signal }) => api.get<typeof MenuItemList>(ITEMS, { signal }),
})

/** One item with its history. */
export const itemQuery = (id: string) =>
  queryOptions({
    queryKey: [ITEMS, id],
    queryFn: ({ signal }) => api.get<typeof MenuItemDetail>(`${ITEMS}/${encodeURIComponent(id)}`, { signal }),
  })

export const addItem = (body: MenuItemBody, key: string) => api.post<typeof Done>(MENU, body, key)

export const moveItem = ({ id, ...place }: { id: string } & input<typeof MenuPlaceBody>, key: string) =>
  api.put<typeof Done>(pathOf(id), place, key)

export const removeItem = ({ id }: { id: string }, key: string) => api.delete<typeof Done>(pathOf(id), key)
