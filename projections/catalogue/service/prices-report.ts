import { hasWords } from '#projections/folded-search.ts'
import { sql } from 'kysely'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { serviceCategory } from '#projections/catalogue/service-category/service-category.ts'
import { columnsOf, type Report } from '#projections/report/report.ts'
import { PRICE_FIELDS } from './fields.ts'
import { pricesOn } from './prices-on.ts'
import { service, servicePrice } from './service.ts'
import { openTo, type ServiceFilter } from './services-report.ts'

/**
 * The price list: of every service on offer its price and those of hospitals, as they hold `on` a day and as they are
 * planned after it. What it exports can be imported again (api/catalogue/price-import).
 */
export const pricesReport: Report<ServiceFilter> = {
  name: 'service-prices',
  models: ['coe', 'service', 'service_category', 'service_price'],
  key: sql`(s.id || ' ' || p.coe_id || ' ' || p.from_day)`,
  defaultSort: { column: 'service_code', descending: false },
  columns: columnsOf(
    PRICE_FIELDS,
    {
      service_code: sql`s.code`,
      service_name: sql`s.name`,
      category_code: sql`coalesce(c.code, '')`,
      category_name: sql`coalesce(c.name, '')`,
      coe_code: sql`coalesce(h.code, '')`,
      coe_name: sql`coalesce(h.name, '')`,
      from_day: sql`nullif(p.from_day, '')::date`,
      price: sql`p.price`,
      id: sql`(s.id || ' ' || p.coe_id || ' ' || p.from_day)`,
    },
    { service_name: sql`s.name_key` },
  ),
  from: (moment, { on }) => sql`
    ${moment.rowsOf(service)} s
    join (
      select service_id, coe_id, '' as from_day, price from ${pricesOn(moment, on)} held
      union all
      select service_id, coe_id, from_day, price from ${moment.rowsOf(servicePrice)} planned
       where from_day > ${on} and price is not null
    ) p on p.service_id = s.id
    left join ${moment.rowsOf(serviceCategory)} c on c.id = s.category_id
    left join ${moment.rowsOf(coe)} h on h.id = p.coe_id`,
  where: ({ search = '', category, coe: coeId = '', roles }) => [
    sql`s.is_offered`,
    ...(search === '' ? [] : [hasWords(sql`(s.name_key || ' ' || lower(s.code collate "C"))`, search)]),
    ...(category === undefined ? [] : [sql`s.category_id = ${category}`]),
    ...(coeId === '' ? [] : [sql`p.coe_id = ${coeId}`]),
    ...(roles === undefined ? [] : [openTo(roles)]),
  ],
}
