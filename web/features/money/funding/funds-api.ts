import { queryOptions } from '@tanstack/react-query'
import type { Done } from '#api/contracts/done.ts'
import type { FundingDetail, FundingDone, FundsOverview, PatientFundsView } from '#api/money/contracts/funding.ts'
import { api } from '#web/shell/api-client.ts'
import type { Params } from '#web/shell/params.ts'

/** The movements of funds, as a list. */
export const FUNDINGS = '/api/fundings'
/** The pool and the hospitals, now or as of a moment. */
export const fundsQuery = (asOf: Params) =>
  queryOptions({
    queryKey: ['funds', asOf],
    queryFn: ({ signal }) => api.get<typeof FundsOverview>('/api/funds', { params: asOf, signal }),
  })

/** One movement of funds with its history. */
export const fundingQuery = (id: string) =>
  queryOptions({
    queryKey: [FUNDINGS, id],
    queryFn: ({ signal }) => api.get<typeof FundingDetail>(`${FUNDINGS}/${encodeURIComponent(id)}`, { signal }),
  })

/** What becomes of one that waits for a second person. */
export type FundingAct = 'confirm' | 'decline' | 'withdraw'
export const actOnFunding = ({ act, ...body }: { act: FundingAct; funding_id: string; reason?: string }, key: string) =>
  api.post<typeof Done>(`${FUNDINGS}/${act}`, body, key)

/** A patient by CHF id, with what there is to give; 404 when there is none. */
export const patientFundsQuery = (chfId: string) =>
  queryOptions({
    queryKey: ['funds', 'patient', chfId],
    queryFn: ({ signal }) =>
      api.get<typeof PatientFundsView>(`/api/patients/${encodeURIComponent(chfId)}/fund`, { signal }),
    retry: false,
  })

export const creditPool = (body: { benefactor: string; credit: string }, key: string) =>
  api.post<typeof FundingDone>('/api/pool/credit', body, key)

export const allocate = ({ coeId, amount }: { coeId: string; amount: string }, key: string) =>
  api.post<typeof FundingDone>(`/api/coes/${encodeURIComponent(coeId)}/allocation`, { amount }, key)

export const fundPatient = (
  { patientId, amount, reason }: { patientId: string; amount: string; reason: string },
  key: string,
) => api.post<typeof Done>(`/api/patients/${encodeURIComponent(patientId)}/fund`, { amount, reason }, key)
