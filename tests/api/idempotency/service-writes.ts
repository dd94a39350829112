import { PILOT_HOSPITALS } from '#domain/catalogue/reference/hospitals.ts'
import { pilotCoeId, referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import type { Write } from './staff-writes.ts'

const coe_id = pilotCoeId(PILOT_HOSPITALS[0]?.code ?? '')
const ultrasound = { service_name: 'Ultrasound', service_code: 'US', price: '100.00', service_category_id: 1 }
/** A price list; its preview is asked for before anything is written. */
export const priceList = { csv: 'Service code,Price\nCA05,7000', preview: '0'.repeat(64) }
/** A day that is always to come. */
const NEXT_YEAR = `${new Date().getUTCFullYear() + 1}-06-01`

/** Those of services and what they cost. */
export const SERVICE_WRITES: Readonly<Record<string, Write>> = {
  'POST /api/services/:id/coes/:coeId': {
    role: 'SUPER_ADMIN',
    url: `/api/services/${referenceServiceId('CA06')}/coes/${coe_id}`,
    body: { price: '100.00' },
    other: { price: '200.00' },
  },
  'PUT /api/services/:id/coes/:coeId': {
    role: 'SUPER_ADMIN',
    url: `/api/services/${referenceServiceId('CA06')}/coes/${coe_id}`,
    body: { price: '300.00' },
    other: { price: '400.00' },
  },
  'DELETE /api/services/:id/coes/:coeId': {
    role: 'SUPER_ADMIN',
    url: `/api/services/${referenceServiceId('CA06')}/coes/${coe_id}`,
    body: {},
    other: {},
    otherUrl: `/api/services/${referenceServiceId('CO01')}/coes/${coe_id}`,
  },
  'PUT /api/services/:id/planned-prices/:from': {
    role: 'SUPER_ADMIN',
    url: `/api/services/${referenceServiceId('CA06')}/planned-prices/${NEXT_YEAR}`,
    body: { price: '300.00' },
    other: { price: '400.00' },
  },
  'DELETE /api/services/:id/planned-prices/:from': {
    role: 'SUPER_ADMIN',
    url: `/api/services/${referenceServiceId('CA06')}/planned-prices/${NEXT_YEAR}`,
    body: {},
    other: {},
    otherUrl: `/api/services/${referenceServiceId('CO01')}/planned-prices/${NEXT_YEAR}`,
  },
  'PUT /api/services/:id/coes/:coeId/planned-prices/:from': {
    role: 'SUPER_ADMIN',
    url: `/api/services/${referenceServiceId('CA06')}/coes/${coe_id}/planned-prices/${NEXT_YEAR}`,
    body: { price: '300.00' },
    other: { price: '400.00' },
  },
  'DELETE /api/services/:id/coes/:coeId/planned-prices/:from': {
    role: 'SUPER_ADMIN',
    url: `/api/services/${referenceServiceId('CA06')}/coes/${coe_id}/planned-prices/${NEXT_YEAR}`,
    body: {},
    other: {},
    otherUrl: `/api/services/${referenceServiceId('CO01')}/coes/${coe_id}/planned-prices/${NEXT_YEAR}`,
  },
  'POST /api/services/import': {
    role: 'SUPER_ADMIN',
    body: priceList,
    other: { ...priceList, csv: `${priceList.csv}0` },
  },
  'POST /api/services': { role: 'SUPER_ADMIN', body: ultrasound, other: { ...ultrasound, price: '101.00' } },
  'PUT /api/services/:id': {
    role: 'SUPER_ADMIN',
    url: `/api/services/${referenceServiceId('CO02')}`,
    body: ultrasound,
    other: { ...ultrasound, price: '101.00' },
  },
  'DELETE /api/services/:id': {
    role: 'SUPER_ADMIN',
    url: `/api/services/${referenceServiceId('CO03')}`,
    body: {},
    other: {},
    otherUrl: `/api/services/${referenceServiceId('CO04')}`,
  },
}
