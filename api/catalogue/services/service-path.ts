import { z } from 'zod'
import { PriceBody, ServiceBody } from '#api/catalogue/contracts/service-body.ts'
import { Day } from '#domain/kernel/dates.ts'
import { Key } from '#api/contracts/input.ts'
import { NairaInput } from '#api/naira.ts'

/** The path of one service. */
export const ServicePath = z.object({ id: Key })

/** The path of one service at one hospital. */
export const OwnPricePath = ServicePath.extend({ coeId: Key })

/** A price as it is sent, read. */
export const PriceSent = PriceBody.extend({ price: NairaInput })

const PlannedPath = ServicePath.extend({ from: Day })
const PlannedAtCoePath = OwnPricePath.extend({ from: Day })

/** The paths of a price from a day on, of a service and of one hospital, each with who may plan it. */
export const PLANNED_PRICES = [
  { url: '/api/services/:id/planned-prices/:from', params: PlannedPath, permission: 'EDIT_SERVICE' },
  {
    url: '/api/services/:id/coes/:coeId/planned-prices/:from',
    params: PlannedAtCoePath,
    permission: 'ATTACH_COE_SERVICE',
  },
] as const

/** Which planned price a path is about. */
export const plannedIn = ({
  id: serviceId,
  from,
  ...at
}: z.output<typeof PlannedPath> | z.output<typeof PlannedAtCoePath>) => ({
  ...{ serviceId, from },
  coeId: 'coeId' in at ? at.coeId : undefined,
})

/** What a service's body calls the category that a refusal is about. */
export const SERVICE_FIELDS = { id: 'service_category_id' }

/** A service as it is sent, its price read. */
export const ServiceSent = ServiceBody.extend({ price: NairaInput })

/** What a body says of a service itself; where it stands is said apart. */
export const factsIn = ({
  service_name: name,
  service_code: code,
  price,
  parent_id: parentId,
}: z.output<typeof ServiceSent>) => ({
  ...{ name, code, price },
  ...(typeof parentId === 'string' ? { parentId } : {}),
})
