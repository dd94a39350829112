import { z } from 'zod'
import { MAX_COUNT } from '#domain/kernel/whole-number.ts'
import { Day } from '#domain/kernel/dates.ts'
import { text } from '#domain/kernel/text.ts'
import { SERVICE_FIELDS } from '#projections/catalogue/service/fields.ts'
import { NairaText } from '#api/contracts/common.ts'
import { HistoryEntry } from '#api/contracts/history.ts'
import { digits } from '#api/contracts/input.ts'
import { rowOf } from '#api/contracts/row.ts'
import { NamedRole } from '#api/people/contracts/role.ts'

/** GET /api/service_categories?roles=&coe= (E073): what a hospital may bill, priced for it; drugs are apart. */
export const ServiceCategory = z.object({
  id: z.int(),
  category_name: z.string(),
  category_code: z.string(),
  roles: z.array(NamedRole).optional().describe('Whose holders see and bill it; told to those who see the categories'),
  services: z.array(
    z.object({
      id: z.string(),
      service_name: z.string(),
      service_code: z.string(),
      price: NairaText.describe("The hospital's own price, else the service's"),
    }),
  ),
})
export type ServiceCategory = z.infer<typeof ServiceCategory>
export const ServiceCategories = z.object({ data: z.array(ServiceCategory) })

/** GET /api/services (E186): every service with the prices that hospitals have of their own. */
export const ListedService = z.object({
  id: z.string(),
  service_name: z.string(),
  service_code: z.string(),
  price: NairaText.describe('Used where a hospital has no own price'),
  service_category_id: z.int(),
  parent_id: z.string().nullable(),
  category: z.object({ id: z.int(), category_name: z.string() }),
  parent: z.object({ id: z.string(), service_name: z.string() }).nullable(),
  coes: z.array(z.object({ id: z.string(), coe_name: z.string(), pivot: z.object({ price: NairaText }) })),
})
export const ListedServices = z.object({ data: z.array(ListedService) })

/** A service on a list: of those who administer them, and as a hospital bills it. */
export const ServiceRow = rowOf(SERVICE_FIELDS)
export type ServiceRow = z.infer<typeof ServiceRow>

export const ServiceListFilter = z.object({
  search: text(200).trim().optional().describe('Part of a name or a code'),
  category: digits(1, MAX_COUNT).optional().describe('The id of a category'),
  on: Day.optional().describe(
    'The prices of this day in Lagos, also of one to come; of the day of the answer when left out',
  ),
})
export const CoeServiceListFilter = ServiceListFilter.extend({
  coe: text(60).optional().describe("A hospital; the caller's own when left out"),
})

/** GET /api/services/{id}: one service, also a deleted one, with the hospitals' own prices and its history. */
export const ServiceDetail = z.object({
  data: z.object({
    id: z.string(),
    service_name: z.string(),
    service_code: z.string(),
    price: NairaText,
    category: z.object({ id: z.int(), category_name: z.string() }),
    parent: z.object({ id: z.string(), service_name: z.string() }).nullable(),
    is_deleted: z.boolean(),
    coes: z.array(z.object({ id: z.string(), coe_name: z.string(), pivot: z.object({ price: NairaText }) })),
    planned_prices: z
      .array(
        z.object({
          coe: z
            .object({ id: z.string(), coe_name: z.string() })
            .nullable()
            .describe("Null is the service's own price"),
          from: z.string().describe('The first day in Lagos on which it holds, YYYY-MM-DD'),
          price: NairaText,
        }),
      )
      .describe('By their days'),
    revision: z.int().describe('Revision, to send with a price'),
    history: z.array(HistoryEntry),
  }),
})
export type ServiceDetail = z.infer<typeof ServiceDetail>['data']
