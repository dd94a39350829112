import { coe } from './coe/coe.ts'
import { product } from './product/product.ts'
import { serviceCategory } from './service-category/service-category.ts'
import { service, servicePrice } from './service/service.ts'
import { productStock } from './stock/product-stock.ts'

/** The read models of hospitals and what they offer. */
export const catalogueModels = [coe, product, productStock, service, serviceCategory, servicePrice]
