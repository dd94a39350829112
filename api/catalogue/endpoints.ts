import type { Endpoint } from '#api/endpoint.ts'
import { addCategory } from './categories/add-category.ts'
import { attachRole } from './categories/attach-role.ts'
import { deleteCategory } from './categories/delete-category.ts'
import { detachRole } from './categories/detach-role.ts'
import { listCategories } from './categories/list-categories.ts'
import { renameCategory } from './categories/rename-category.ts'
import { viewCategory } from './categories/view-category.ts'
import { changeCoeBank } from './coes/change-bank.ts'
import { changeCoeStatus } from './coes/change-status.ts'
import { createCoe } from './coes/create-coe.ts'
import { editCoe } from './coes/edit-coe.ts'
import { listCoeNotices } from './coes/list-coe-notices.ts'
import { listAdministeredCoes, listCoes, searchCoes } from './coes/list-coes.ts'
import { viewCoe } from './coes/view-coe.ts'
import { importPrices } from './price-import/import-prices.ts'
import { previewImport } from './price-import/preview-import.ts'
import { addProduct } from './products/add-product.ts'
import { delistProduct } from './products/delist-product.ts'
import { editProduct } from './products/edit-product.ts'
import { listAdministeredProducts } from './products/list-administered-products.ts'
import { listProducts } from './products/list-products.ts'
import { viewProduct } from './products/view-product.ts'
import { listReference } from './reference/list-reference.ts'
import { addService } from './services/add-service.ts'
import { attachCoe } from './services/attach-coe.ts'
import { deleteService } from './services/delete-service.ts'
import { detachCoe } from './services/detach-coe.ts'
import { editService } from './services/edit-service.ts'
import { listServiceCategories } from './services/list-service-categories.ts'
import { listServices } from './services/list-services.ts'
import { listServicePrices } from './services/list-service-prices.ts'
import { planPrice } from './services/plan-price.ts'
import { repriceCoe } from './services/reprice-coe.ts'
import { viewService } from './services/view-service.ts'
import { withdrawPlannedPrice } from './services/withdraw-planned-price.ts'
import { moveStockRoutes } from './stock/move-stock.ts'
import { viewStock } from './stock/view-stock.ts'

/** The API of the catalogue: hospitals and what they offer. */
export const catalogueEndpoints: readonly Endpoint[] = [
  // categories
  listCategories,
  addCategory,
  renameCategory,
  deleteCategory,
  attachRole,
  detachRole,
  viewCategory,
  // coes
  listCoes,
  listAdministeredCoes,
  searchCoes,
  createCoe,
  editCoe,
  changeCoeBank,
  changeCoeStatus,
  viewCoe,
  listCoeNotices,
  // price lists
  previewImport,
  importPrices,
  // products
  listProducts,
  listAdministeredProducts,
  addProduct,
  viewProduct,
  editProduct,
  delistProduct,
  // reference
  listReference,
  // services
  listServiceCategories,
  listServices,
  addService,
  editService,
  deleteService,
  listServicePrices,
  viewService,
  attachCoe,
  repriceCoe,
  detachCoe,
  planPrice,
  withdrawPlannedPrice,
  // stock
  viewStock,
  moveStockRoutes,
]
