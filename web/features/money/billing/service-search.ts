import type { ServiceCategories } from '#api/catalogue/contracts/service.ts'
import { hasWords } from '#domain/kernel/folded-name.ts'
import { nairaText } from '#web/ui/money.tsx'

/** A service that can be billed, with its price (naira text) and its category. */
export type BillableService = {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly price: string
  readonly category: string
}

/** All services of the categories, in their order. */
export const servicesIn = (categories: (typeof ServiceCategories)['_output']['data']): readonly BillableService[] =>
  categories.flatMap(({ category_name: category, services }) =>
    services.map(({ id, service_name: name, service_code: code, price }) => ({ id, name, code, price, category })),
  )

const labelOf = ({ name, code, price }: BillableService) => `${name} (${code}), NGN ${nairaText(price)}`

/** As a picker shows them: under their categories, each with its price. */
export function optionsOf(services: readonly BillableService[]) {
  const groups = new Map<string, { value: string; label: string }[]>()
  for (const service of services) {
    const items = groups.get(service.category) ?? []
    items.push({ value: service.id, label: labelOf(service) })
    groups.set(service.category, items)
  }
  return [...groups].map(([group, items]) => ({ group, items }))
}

/** Those that have every word that is typed in their label or their category, in any order; all of them at their own label. */
export function servicesMatching(services: readonly BillableService[], typed: string): readonly BillableService[] {
  if (services.some((service) => labelOf(service) === typed)) return services
  return services.filter((service) => hasWords(`${labelOf(service)} ${service.category}`, typed))
}
