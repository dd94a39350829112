// What the lists of the catalogue show, for their screens. Plain data: what a screen imports, it carries.
export { COE_FIELDS } from '#projections/catalogue/coe/fields.ts'
export { COE_SERVICE_FIELDS, PRICE_FIELDS, SERVICE_FIELDS } from '#projections/catalogue/service/fields.ts'
export { PRODUCT_FIELDS } from '#projections/catalogue/product/fields.ts'
export { CATEGORY_FIELDS } from '#projections/catalogue/service-category/fields.ts'
