import { hasWords } from '#projections/folded-search.ts'
import { sql } from 'kysely'
import { columnsOf, type Report } from '#projections/report/report.ts'
import { serviceCategory } from '#projections/catalogue/service-category/service-category.ts'
import { COE_SERVICE_FIELDS, SERVICE_FIELDS } from './fields.ts'
import { pricesOn } from './prices-on.ts'
import { service, servicePrice } from './service.ts'

/**
 * Which services on offer: part of a name or a code; of one category; of the categories that one of these roles opens,
 * all of them where it is undefined. `coe` is the hospital whose prices are shown, as they hold `on` a Lagos day.
 */
export type ServiceFilter = {
  readonly search?: string | undefined
  readonly category?: number | undefined
  readonly roles?: readonly string[] | undefined
  readonly coe?: string | undefined
  readonly on: string
}

const values = {
  service_name: sql`s.name`,
  price: sql`base.price`,
  billed_price: sql`coalesce(own.price, base.price)`,
  is_own_price: sql`own.price is not null`,
  own_prices: sql`(priced.hospitals)`,
  planned_prices: sql`(planned.prices)`,
  service_code: sql`s.code`,
  category_name: sql`coalesce(c.name, '')`,
  parent_name: sql`coalesce(above.name, '')`,
  created_at: sql`s.created_at`,
  id: sql`s.id`,
  category_id: sql`s.category_id`,
  parent_id: sql`s.parent_id`,
}

const keys = { service_name: sql`s.name_key` }

const shared: Omit<Report<ServiceFilter>, 'name' | 'columns'> = {
  models: ['service', 'service_category', 'service_price'],
  key: sql`s.id`,
  defaultSort: { column: 'service_name', descending: false },
  from: (moment, { coe = '', on }) => sql`
    ${moment.rowsOf(service)} s
    left join ${moment.rowsOf(serviceCategory)} c on c.id = s.category_id
    left join ${moment.rowsOf(service)} above on above.id = s.parent_id and above.is_offered
    join ${pricesOn(moment, on)} base on base.service_id = s.id and base.coe_id = ''
    left join ${pricesOn(moment, on)} own on own.service_id = s.id and own.coe_id = ${coe} and own.coe_id <> ''
    left join lateral (
      select count(*)::int as hospitals from ${pricesOn(moment, on)} each where each.service_id = s.id and each.coe_id <> ''
    ) priced on true
    left join lateral (
      select count(*)::int as prices from ${moment.rowsOf(servicePrice)} each where each.service_id = s.id and each.from_day > ${on}
    ) planned on true`,
  where: ({ search = '', category, roles }) => [
    sql`s.is_offered`,
    ...(search === '' ? [] : [hasWords(sql`(s.name_key || ' ' || lower(s.code collate "C"))`, search)]),
    ...(category === undefined ? [] : [sql`s.category_id = ${category}`]),
    ...(roles === undefined ? [] : [openTo(roles)]),
  ],
}

/** Whether a category (`c`) is open to one of these roles. Each by itself: an export takes no arrays. */
export const openTo = (roles: readonly string[]) =>
  sql`(cardinality(c.role_ids) = 0${sql.join(
    roles.map((role) => sql` or ${role} = any(c.role_ids)`),
    sql``,
  )})`

/** The services, for those who administer them (spec, S094). */
export const servicesReport: Report<ServiceFilter> = {
  ...shared,
  name: 'services',
  columns: columnsOf(SERVICE_FIELDS, values, keys),
}

/** What one hospital may bill, at its prices (spec, S095). */
export const coeServicesReport: Report<ServiceFilter> = {
  ...shared,
  name: 'coe-services',
  columns: columnsOf(COE_SERVICE_FIELDS, values, keys),
}
