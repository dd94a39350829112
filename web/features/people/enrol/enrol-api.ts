import { queryOptions } from '@tanstack/react-query'
import type { CapPatient, RegisterBody, Registered } from '#api/people/contracts/enrolment.ts'
import type { CapAccountAnswer, CapPatientAnswer } from '#api/people/contracts/enrolment.ts'
import type { IdentificationDocuments } from '#api/catalogue/contracts/reference.ts'
import { api } from '#web/shell/api-client.ts'

/** By what somebody says that they are on CAP; `date_of_birth` is yyyy-mm-dd. */
export type CapLookUp = { readonly id: string; readonly date_of_birth: string }

/** Who this is on CAP, once their account there is verified; 422 when it is nobody, 502 and 503 when CAP does not answer. */
export async function findOnCap({ id, ...params }: CapLookUp): Promise<CapPatient> {
  const found = await api.get<typeof CapPatientAnswer>(`/api/patient/${encodeURIComponent(id)}`, { params })
  const { patientId } = found.data
  await api.get<typeof CapAccountAnswer>(`/api/user/${encodeURIComponent(patientId)}`, { params })
  return found.data
}

/** What a person can be identified by. */
export const documentsQuery = queryOptions({
  queryKey: ['/api/identification_documents'],
  queryFn: ({ signal }) => api.get<typeof IdentificationDocuments>('/api/identification_documents', { signal }),
})

/** The answer is the same whether the e-mail has an account; 422 by field, 429 for another one within three minutes. */
export const register = (body: RegisterBody, key: string) => api.post<typeof Registered>('/api/register', body, key)
