import type { Endpoint } from '#api/endpoint.ts'
import { listCoes } from './coes/list-coes.ts'
import { listProducts } from './products/list-products.ts'
import { listServiceCategories } from './services/list-service-categories.ts'
import { listServices } from './services/list-services.ts'

/** The API of the catalogue: hospitals and what they offer. */
export const catalogueEndpoints: readonly Endpoint[] = [
  // coes
  listCoes,
  // products
  listProducts,
  // services
  listServiceCategories,
  listServices,
]
