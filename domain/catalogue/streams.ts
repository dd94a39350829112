import { type StreamRules, streamsOf } from '#domain/kernel/follows.ts'
import { category } from './category/category.ts'
import { categoryEvents } from './category/events.ts'
import { categoryFollows } from './category/follows.ts'
import { coe } from './coe/coe.ts'
import { coeEvents } from './coe/events.ts'
import { coeFollows } from './coe/follows.ts'
import { coeRegister } from './coe-register/coe-register.ts'
import { coeRegisterEvents } from './coe-register/events.ts'
import { coeRegisterFollows } from './coe-register/follows.ts'
import { priceImportEvents } from './price-import/events.ts'
import { priceImportFollows } from './price-import/follows.ts'
import { priceImport } from './price-import/price-import.ts'
import { productEvents } from './product/events.ts'
import { productFollows } from './product/follows.ts'
import { product } from './product/product.ts'
import { serviceEvents } from './service/events.ts'
import { serviceFollows } from './service/follows.ts'
import { service } from './service/service.ts'
import { stockEvents } from './stock/events.ts'
import { stockFollows } from './stock/follows.ts'
import { stock } from './stock/stock.ts'

/** The streams of hospitals and what they offer. */
export const catalogueStreams: readonly StreamRules[] = [
  streamsOf(category, categoryEvents, categoryFollows),
  streamsOf(coe, coeEvents, coeFollows),
  streamsOf(coeRegister, coeRegisterEvents, coeRegisterFollows),
  streamsOf(priceImport, priceImportEvents, priceImportFollows),
  streamsOf(product, productEvents, productFollows),
  streamsOf(service, serviceEvents, serviceFollows),
  streamsOf(stock, stockEvents, stockFollows),
]
