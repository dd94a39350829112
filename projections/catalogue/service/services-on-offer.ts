import type { Kysely } from 'kysely'
import type { Position } from '#commands/log/event-log.ts'
import { asOfTable } from '#projections/as-of.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import type { Database } from '#projections/read-models.ts'
import { service, servicePrice } from './service.ts'

/** A service as a hospital bills it; prices in kobo. */
type ServiceAtHospital = {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly category_id: number
  readonly parent_id: string | null
  readonly price: number
  /** The hospital's own price; null where the service's holds. */
  readonly own_price: number | null
}

/** Every service by name, with the price that a hospital has for it. */
export function servicesAt(
  db: Kysely<Database>,
  coeId: string,
  asOf: Position | undefined,
): Promise<readonly ServiceAtHospital[]> {
  return db
    .selectFrom(asOfTable(service, asOf).as('s'))
    .leftJoin(asOfTable(servicePrice, asOf).as('own'), (join) =>
      join.onRef('own.service_id', '=', 's.id').on('own.coe_id', '=', coeId),
    )
    .select(['s.id', 's.name', 's.code', 's.category_id', 's.parent_id', 's.price', 'own.price as own_price'])
    .orderBy('s.name')
    .orderBy('s.id')
    .execute()
}

/** A price that a hospital has of its own for a service, in kobo. */
export type OwnPrice = {
  readonly service_id: string
  readonly coe_id: string
  readonly coe_name: string
  readonly price: number
}

/** The prices that hospitals have of their own, of one hospital when it is given. */
export function ownPrices(
  db: Kysely<Database>,
  coeId: string | undefined,
  asOf: Position | undefined,
): Promise<readonly OwnPrice[]> {
  let query = db
    .selectFrom(asOfTable(servicePrice, asOf).as('own'))
    .innerJoin(asOfTable(coe, asOf).as('c'), 'c.id', 'own.coe_id')
    .select(['own.service_id', 'own.coe_id', 'c.name as coe_name', 'own.price'])
  if (coeId !== undefined) query = query.where('own.coe_id', '=', coeId)
  return query.orderBy('c.name').orderBy('c.id').execute()
}
