import type { Answers, Detail } from '#api/refusal-answer.ts'
import type { CategoryRefusal } from '#domain/catalogue/category/category.ts'
import type { CoeRefusal } from '#domain/catalogue/coe/coe.ts'
import type { CoeRegisterRefusal } from '#domain/catalogue/coe-register/coe-register.ts'
import type { PriceImportRefusal } from '#domain/catalogue/price-import/price-import.ts'
import type { ProductRefusal } from '#domain/catalogue/product/product.ts'
import type { ServiceRefusal } from '#domain/catalogue/service/service.ts'
import type { StockRefusal } from '#domain/catalogue/stock/stock.ts'
import { notWaiting } from '#api/two-person-answer.ts'

/** Every "no" of hospitals and what they offer. */
export type CatalogueRefusal =
  | CategoryRefusal
  | CoeRefusal
  | CoeRegisterRefusal
  | PriceImportRefusal
  | ProductRefusal
  | ServiceRefusal
  | StockRefusal

const codeTooLong = ({ most }: Detail) => `Use up to ${String(most)} characters`

/** What is said to it. */
export const catalogueAnswers: Answers<CatalogueRefusal> = {
  category_unknown: { status: 404, message: 'Category not found' },
  category_already_added: { status: 422, field: 'category_name', message: 'This category already exists' },
  category_code_taken: { status: 422, field: 'category_code', message: 'Another category has this code' },
  category_is_of_drugs: { status: 422, field: 'id', message: 'The drug category cannot be deleted or given services' },
  category_has_services: {
    status: 422,
    field: 'id',
    message: ({ services }) =>
      `The category has ${String(services)} service${services === 1 ? '' : 's'} and cannot be deleted`,
  },
  category_of_service_is_another: {
    status: 422,
    field: 'service_category_id',
    message: 'The service is in another category',
  },
  category_without_service: { status: 409, message: 'The service has no category yet. Add it again.' },
  category_service_deleted: { status: 409, message: 'The service has been deleted' },
  category_service_code_taken: { status: 422, field: 'service_code', message: 'Another service has this code' },
  category_service_parent_unknown: { status: 422, field: 'parent_id', message: 'This service does not exist' },
  category_service_under_itself: {
    status: 422,
    field: 'parent_id',
    message: 'A service cannot be its own parent',
  },
  category_code_too_long: { status: 422, field: 'category_code', message: codeTooLong },
  coe_unknown: { status: 404, message: 'Hospital not found' },
  coe_already_registered: { status: 422, field: 'coe_name', message: 'The hospital is already registered' },
  coe_code_too_long: { status: 422, field: 'coe_code', message: codeTooLong },
  coe_code_taken: { status: 422, field: 'coe_code', message: 'Another hospital has this code' },
  coe_taken_back: { status: 409, message: 'The request was interrupted and nothing was saved. Send it again.' },
  coe_details_changed: {
    status: 409,
    message: 'Someone else changed this hospital. Check it again.',
  },
  coe_reason_required: { status: 422, field: 'reason', message: 'Enter a reason' },
  coe_bank_waiting: { status: 422, field: 'id', message: 'New bank details are already waiting for a second person' },
  coe_bank_not_waiting: notWaiting('This proposal'),
  coe_bank_same_person: {
    status: 422,
    field: 'proposal',
    message: 'You entered these bank details, so another person must confirm or decline them. You can withdraw them.',
  },
  coe_bank_of_another: {
    status: 422,
    field: 'proposal',
    message: 'Only the person who entered the bank details can withdraw them',
  },
  price_import_unknown: { status: 404, message: 'Import not found' },
  price_import_already_requested: { status: 409, message: 'This price list is already being imported' },
  price_import_empty: { status: 422, field: 'csv', message: 'This price list changes nothing' },
  product_unknown: { status: 404, message: 'Product not found' },
  product_already_listed: { status: 422, field: 'product', message: 'The product is already listed' },
  product_changed: {
    status: 409,
    message: 'Someone changed the product since you opened it. See its history, then try again.',
  },
  product_delisted: { status: 409, message: 'The product is no longer listed' },
  product_price_not_positive: { status: 422, field: 'price', message: 'The price must be above 0.00' },
  product_price_too_large: { status: 422, field: 'price', message: 'The price is too large' },
  service_unknown: { status: 404, message: 'Service not found' },
  service_already_added: { status: 422, field: 'service_name', message: 'This service already exists' },
  service_deleted: { status: 409, message: 'The service has been deleted' },
  service_code_too_long: { status: 422, field: 'service_code', message: codeTooLong },
  service_price_not_positive: { status: 422, field: 'price', message: 'The price must be above 0.00' },
  service_price_too_large: { status: 422, field: 'price', message: 'The price is too large' },
  service_changed: {
    status: 409,
    message: 'Someone changed the service since you opened it. See its history, then try again.',
  },
  service_price_day_not_to_come: {
    status: 422,
    field: 'from',
    message: 'A planned price must start tomorrow or later',
  },
  service_price_day_too_far: {
    status: 422,
    field: 'from',
    message: ({ years }) => `A price can be planned up to ${String(years)} years ahead`,
  },
  service_price_held_already: { status: 409, message: 'This is already the price. Enter another amount.' },
  service_prices_too_many: {
    status: 422,
    field: 'from',
    message: ({ most }) => `You can plan up to ${String(most)} prices at a time. Withdraw one first.`,
  },
  service_priced_at_coe: { status: 409, message: 'The hospital already has an own price. Edit that one.' },
  stock_unknown: {
    status: 422,
    field: 'quantity',
    message: 'Nothing is recorded of it at this hospital yet: count what there is first',
  },
  stock_short: {
    status: 422,
    field: 'quantity',
    message: ({ there }) => (there === 0 ? 'There is no stock' : `There are only ${String(there)} in stock`),
  },
  stock_changed: { status: 409, message: 'The stock changed since you counted. Check it again.' },
  stock_too_large: {
    status: 422,
    field: 'quantity',
    message: ({ most }) => `A hospital can hold up to ${String(most)} of a product`,
  },
  stock_quantity_not_positive: { status: 422, field: 'quantity', message: 'Quantity must be at least 1' },
  stock_reason_required: { status: 422, field: 'reason', message: 'Enter a reason' },
  service_not_priced_at_coe: { status: 409, message: 'The hospital no longer has an own price. Attach it again.' },
}
