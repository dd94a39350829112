import type { ServiceCategories } from '#api/catalogue/contracts/service.ts'
import type { Choice } from '#web/ui/form/select-field.tsx'
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

/** As a picker shows and finds it: under its category, with its code and its price. */
export const choiceOf = ({ id, name, code, price, category }: BillableService): Choice => ({
  value: id,
  label: `${name} (${code}), NGN ${nairaText(price)}`,
  group: category,
})
