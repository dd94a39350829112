import { z } from 'zod'
import { OwnPriceBody, ServiceBody } from '#api/catalogue/contracts/service-body.ts'
import { Key } from '#api/contracts/input.ts'
import { NairaInput } from '#api/naira.ts'

/** The path of one service. */
export const ServicePath = z.object({ id: Key })

/** The path of one service at one hospital. */
export const OwnPricePath = ServicePath.extend({ coeId: Key })

/** A hospital's own price as it is sent, read. */
export const OwnPriceSent = OwnPriceBody.extend({ price: NairaInput })

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
