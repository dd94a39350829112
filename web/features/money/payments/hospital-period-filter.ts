import { presetRange, today } from '#web/ui/dates.ts'
import { type ListFilterControl, useListFilter } from '#web/ui/list-filter.ts'

/** The filter of the report per hospital and period, the same for its list and a hospital's months: it opens on this month. */
export const useHospitalPeriodFilter = (): ListFilterControl =>
  useListFilter(['coe'], presetRange('This month', today()))
