import type { Kysely } from 'kysely'
import { coe } from '#projections/catalogue/coe/coe.ts'
import type { Moment } from '#projections/moment.ts'
import type { Database } from '#projections/read-models.ts'
import { pricesOn } from './prices-on.ts'
import { service } from './service.ts'

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

/** Every service on offer by name, with the price that it has on a Lagos day, and a hospital's own where one is meant. */
export function servicesAt(
  db: Kysely<Database>,
  moment: Moment,
  { coeId, day }: { readonly coeId: string | undefined; readonly day: string },
): Promise<readonly ServiceAtHospital[]> {
  return db
    .selectFrom(moment.rowsOf(service).as('s'))
    .innerJoin(pricesOn(moment, day).as('base'), (join) =>
      join.onRef('base.service_id', '=', 's.id').on('base.coe_id', '=', ''),
    )
    .leftJoin(pricesOn(moment, day).as('own'), (join) =>
      join.onRef('own.service_id', '=', 's.id').on('own.coe_id', '=', coeId ?? null),
    )
    .select(['s.id', 's.name', 's.code', 's.category_id', 's.parent_id', 'base.price', 'own.price as own_price'])
    .where('s.is_offered', '=', true)
    .orderBy('s.name_key')
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

/** The prices that hospitals have of their own on a Lagos day, of one hospital when it is given. */
export function ownPrices(
  db: Kysely<Database>,
  moment: Moment,
  { coeId, day }: { readonly coeId: string | undefined; readonly day: string },
): Promise<readonly OwnPrice[]> {
  let query = db
    .selectFrom(pricesOn(moment, day).as('own'))
    .innerJoin(moment.rowsOf(coe).as('c'), 'c.id', 'own.coe_id')
    .select(['own.service_id', 'own.coe_id', 'c.name as coe_name', 'own.price'])
  if (coeId !== undefined) query = query.where('own.coe_id', '=', coeId)
  return query.orderBy('c.name_key').orderBy('c.id').execute()
}
