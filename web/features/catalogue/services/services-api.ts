import { queryOptions } from '@tanstack/react-query'
import type { Done } from '#api/contracts/done.ts'
import type { ServiceBody } from '#api/catalogue/contracts/service-body.ts'
import type { ServiceDetail } from '#api/catalogue/contracts/service.ts'
import type { input } from 'zod'
import { api } from '#web/shell/api-client.ts'

const SERVICES = '/api/services'
/** The services on offer, as a list. */
export const SERVICE_LIST = `${SERVICES}/list`
/** The same as one hospital bills them. */
export const COE_SERVICE_LIST = `${SERVICES}/coe`

const pathOf = (id: string) => `${SERVICES}/${encodeURIComponent(id)}`

/** One service with the prices of hospitals and its history. */
export const serviceQuery = (id: string) =>
  queryOptions({
    queryKey: [SERVICES, 'one', id],
    queryFn: ({ signal }) => api.get<typeof ServiceDetail>(pathOf(id), { signal }),
  })

/** Adds a service, or changes the one with this id. */
export const saveService = ({ id, ...body }: input<typeof ServiceBody> & { id?: string }, key: string) =>
  id === undefined ? api.post<typeof Done>(SERVICES, body, key) : api.put<typeof Done>(pathOf(id), body, key)

export const deleteService = ({ id }: { id: string }, key: string) => api.delete<typeof Done>(pathOf(id), key)

type OwnPrice = { readonly id: string; readonly coeId: string }
const pricePath = ({ id, coeId }: OwnPrice) => `${pathOf(id)}/coes/${encodeURIComponent(coeId)}`

type Price = { readonly id: string; readonly coeId: string | undefined; readonly from: string | undefined }
const plannedPath = ({ id, coeId, from = '' }: Price) =>
  `${coeId === undefined ? pathOf(id) : pricePath({ id, coeId })}/planned-prices/${encodeURIComponent(from)}`

/**
 * Gives a hospital a price of its own (naira), or changes the one that it has; with a day, plans what it or, without a
 * hospital, the service costs from then on.
 */
export function setPrice(
  { isNew, price, revision, ...about }: Price & { price: string; revision: number; isNew: boolean },
  key: string,
) {
  const { id, coeId, from } = about
  if (from !== undefined || coeId === undefined)
    return api.put<typeof Done>(plannedPath(about), { price, revision }, key)
  return api[isNew ? 'post' : 'put']<typeof Done>(pricePath({ id, coeId }), { price, revision }, key)
}

export const removeOwnPrice = (own: OwnPrice, key: string) => api.delete<typeof Done>(pricePath(own), key)

export const withdrawPlannedPrice = (price: Price, key: string) => api.delete<typeof Done>(plannedPath(price), key)
