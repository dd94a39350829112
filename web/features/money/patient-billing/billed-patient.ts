import { queryOptions } from '@tanstack/react-query'
import type { output } from 'zod'
import type { BilledPatient } from '#api/money/contracts/transaction.ts'
import { api } from '#web/shell/api-client.ts'

/** 'Ngozi Okonkwo (CHF-000123, UCH Ibadan)'; without the name for who may not see it, 'this patient' until it is known. */
export function whoText(whose: output<typeof BilledPatient>['data'] | undefined): string {
  if (whose === undefined) return 'this patient'
  const { name, chf_id: chfId, coe_name: hospital } = whose
  const known = [chfId, ...(hospital === null ? [] : [hospital])].join(', ')
  return name === null ? known : `${name} (${known})`
}

/** Whose bills are read; `id` is theirs or a CHF id. */
export const billedPatientQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/patients/billing_history', id, 'patient'],
    queryFn: ({ signal }) =>
      api.get<typeof BilledPatient>(`/api/patients/billing_history/${encodeURIComponent(id)}/patient`, { signal }),
  })
