import { type RawBuilder, sql } from 'kysely'
import type { Moment } from '#projections/moment.ts'
import { servicePrice, type ServicePriceRow } from './service.ts'

/** A price that holds, kobo; `coe_id` is '' where it is the service's own. */
export type PriceOn = Omit<ServicePriceRow, 'price' | 'from_day'> & { price: number }

/** What to select from for the prices that hold on a Lagos day (YYYY-MM-DD), as they were said by a moment; give it an alias. */
export const pricesOn = (moment: Moment, day: string): RawBuilder<PriceOn> => sql<PriceOn>`(
  select service_id, coe_id, price from (
    select distinct on (service_id, coe_id) service_id, coe_id, price from ${moment.rowsOf(servicePrice)} said
     where from_day <= ${day}
     order by service_id, coe_id, from_day desc) latest
   where price is not null)`
