import { z } from 'zod'
import { NairaText } from '#api/contracts/common.ts'
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
  price: NairaText.describe('Where a hospital has no price of its own'),
  category: z.object({ id: z.int(), category_name: z.string() }),
  parent: z.object({ id: z.string(), service_name: z.string() }).nullable(),
  coes: z.array(z.object({ id: z.string(), coe_name: z.string(), pivot: z.object({ price: NairaText }) })),
})
export const ListedServices = z.object({ data: z.array(ListedService) })
