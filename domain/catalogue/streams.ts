import { type StreamRules, streamsOf } from '#domain/kernel/follows.ts'
import { category } from './category/category.ts'
import { categoryEvents, categoryRights } from './category/events.ts'
import { categoryFollows } from './category/follows.ts'
import { coe } from './coe/coe.ts'
import { coeEvents, coeRights } from './coe/events.ts'
import { coeFollows } from './coe/follows.ts'
import { coeRegister } from './coe-register/coe-register.ts'
import { coeRegisterEvents, coeRegisterRights } from './coe-register/events.ts'
import { coeRegisterFollows } from './coe-register/follows.ts'
import { priceImportEvents, priceImportRights } from './price-import/events.ts'
import { priceImportFollows } from './price-import/follows.ts'
import { priceImport } from './price-import/price-import.ts'
import { productEvents, productRights } from './product/events.ts'
import { productFollows } from './product/follows.ts'
import { product } from './product/product.ts'
import { serviceEvents, serviceRights } from './service/events.ts'
import { serviceFollows } from './service/follows.ts'
import { service } from './service/service.ts'
import { stockEvents, stockRights } from './stock/events.ts'
import { stockFollows } from './stock/follows.ts'
import { stock } from './stock/stock.ts'

/** The streams of hospitals and what they offer. */
export const catalogueStreams: readonly StreamRules[] = [
  streamsOf(category, categoryEvents, categoryFollows, categoryRights),
  streamsOf(coe, coeEvents, coeFollows, coeRights),
  streamsOf(coeRegister, coeRegisterEvents, coeRegisterFollows, coeRegisterRights),
  streamsOf(priceImport, priceImportEvents, priceImportFollows, priceImportRights),
  streamsOf(product, productEvents, productFollows, productRights),
  streamsOf(service, serviceEvents, serviceFollows, serviceRights),
  streamsOf(stock, stockEvents, stockFollows, stockRights),
]
