import { compareNames } from '#domain/kernel/folded-name.ts'
import { queryOptions } from '@tanstack/react-query'
import type { output } from 'zod'
import type { CategoryView } from '#api/catalogue/contracts/category.ts'
import type { ListedServices } from '#api/catalogue/contracts/service.ts'
import type { ReportPage } from '#api/contracts/report.ts'
import { api } from '#web/shell/api-client.ts'
import type { Choice } from '#web/ui/form/select-field.tsx'
import { CATEGORY_LIST } from '#web/features/catalogue/categories/categories-api.ts'

type Services = output<typeof ListedServices> | undefined

/** Every service on offer, for choices. */
export const servicesQuery = queryOptions({
  queryKey: ['/api/services'],
  queryFn: ({ signal }) => api.get<typeof ListedServices>('/api/services', { signal }),
})

/** The same as the choices of a select. */
export const serviceChoices = (list: Services): readonly Choice[] =>
  (list?.data ?? []).map(({ id, service_name: name, service_code: code }) => ({
    value: id,
    label: `${name} (${code})`,
  }))

/** The filter by a category, whose ids are small numbers. */
export const CATEGORY_FILTER = { name: 'category', isNumber: true } as const

/** The categories that have services, to narrow a list to. */
export function categoriesIn(list: Services): readonly Choice[] {
  const names = new Map((list?.data ?? []).map(({ category: { id, category_name: name } }) => [String(id), name]))
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => compareNames(a.label, b.label))
}

/** Every category, to place a service in; the server says of which it takes none. */
export const categoriesQuery = queryOptions({
  queryKey: [CATEGORY_LIST, 'choices'],
  queryFn: ({ signal }) =>
    api.get<ReportPage<typeof CategoryView>>(CATEGORY_LIST, { params: { per_page: 1000 }, signal }),
})

/** The same as the choices of a select, in the order of their names. */
export const categoryChoices = (list: output<ReportPage<typeof CategoryView>> | undefined): readonly Choice[] =>
  (list?.data.data ?? []).map(({ id, category_name: name }) => ({ value: String(id), label: name }))
