import { choose, type Fields } from '#projections/report/field.ts'

// The highest price, 9,999,999,999.99, is whole; at 1280 px all columns stand beside the buttons of who administers them.
const FIELDS = {
  service_name: { heading: 'Service', kind: 'text', sortable: true, width: 206 },
  price: {
    heading: 'Price',
    kind: 'naira',
    sortable: true,
    width: 156,
    about: 'Used where a hospital has no own price',
  },
  billed_price: {
    heading: 'Price here',
    kind: 'naira',
    width: 160,
    about: "What the hospital that is asked for bills: its own price, else the service's",
  },
  is_own_price: {
    heading: 'Own price',
    kind: 'flag',
    width: 110,
    about: 'Whether that hospital has a price of its own',
  },
  category_name: { heading: 'Category', kind: 'text', width: 152, wraps: true },
  own_prices: {
    heading: 'Own prices',
    kind: 'count',
    width: 112,
    about: 'How many hospitals have a price of their own',
  },
  planned_prices: {
    heading: 'Planned prices',
    kind: 'count',
    hidden: true,
    about: 'How many prices begin on a later day',
  },
  service_code: { heading: 'Service code', kind: 'code', sortable: true, width: 130 },
  parent_name: { heading: 'Parent service', kind: 'text', hidden: true, about: 'The service above it; empty for most' },
  created_at: { heading: 'Created at', kind: 'instant', hidden: true },
  id: { heading: 'Id', kind: 'code', unlisted: true },
  category_id: { heading: 'Category id', kind: 'count', unlisted: true },
  parent_id: { heading: 'Id of the service above it', kind: 'code', nullable: true, unlisted: true },
} as const satisfies Fields

/** The services, for those who administer them (spec, S094). */
export const SERVICE_FIELDS = {
  ...FIELDS,
  billed_price: { ...FIELDS.billed_price, unlisted: true },
  is_own_price: { ...FIELDS.is_own_price, unlisted: true },
} as const satisfies Fields

/** The price list, as it is exported and imported (codes are people's own words: a spreadsheet must not run them). */
export const PRICE_FIELDS = {
  service_code: { heading: 'Service code', kind: 'text', sortable: true, width: 120 },
  service_name: { heading: 'Service', kind: 'text', sortable: true, width: 210, wraps: true },
  category_code: { heading: 'Category code', kind: 'text', hidden: true },
  category_name: { heading: 'Category', kind: 'text', width: 140, wraps: true },
  coe_code: { heading: 'Hospital code', kind: 'text', hidden: true, about: 'Empty where it is not a hospital’s own' },
  coe_name: {
    heading: 'Hospital',
    kind: 'text',
    width: 190,
    wraps: true,
    about: 'Whose own price it is; empty where none is named',
  },
  from_day: {
    heading: 'From',
    kind: 'day',
    nullable: true,
    width: 104,
    about: 'The day on which it begins, where that is to come',
  },
  price: { heading: 'Price', kind: 'naira', sortable: true, width: 156 },
  id: { heading: 'Id', kind: 'code', unlisted: true },
} as const satisfies Fields

/** The same as one hospital bills them (spec, S095). */
export const COE_SERVICE_FIELDS = choose(FIELDS, {
  service_name: {},
  billed_price: { heading: 'Price' },
  is_own_price: {},
  service_code: {},
  category_name: {},
  parent_name: {},
})
