import type { Fields } from '#projections/report/field.ts'

/** The drugs, for those who administer them. */
export const PRODUCT_FIELDS = {
  product_name: { heading: 'Product', kind: 'text', sortable: true, width: 206, wraps: true },
  price: {
    heading: 'Price',
    kind: 'naira',
    sortable: true,
    width: 150,
    about: 'Price of one unit, the same at every hospital',
  },
  stock: {
    heading: 'In stock',
    kind: 'count',
    nullable: true,
    width: 104,
    about: 'At the chosen hospital, else at all that record it; empty where none does',
  },
  hospitals: { heading: 'Hospitals', kind: 'count', width: 104, about: 'How many record its stock' },
  manufacturer_name: { heading: 'Manufacturer', kind: 'text', sortable: true, width: 168, wraps: true },
  description: { heading: 'Description', kind: 'text', wraps: true },
  created_at: { heading: 'Created at', kind: 'instant', hidden: true },
  id: { heading: 'Id', kind: 'code', unlisted: true },
  revision: { heading: 'Revision', kind: 'count', unlisted: true, about: 'How often it has changed: an edit sends it' },
} as const satisfies Fields
