import { queryOptions } from '@tanstack/react-query'
import { Done } from '../../../api/contracts/done.ts'
import { FundingView, FundsOverview, PatientFundsView } from '../../../api/contracts/funding.ts'
import { reportPage } from '../../../api/contracts/report.ts'
import { api } from '../../shell/api-client.ts'
import type { Params } from '../../shell/params.ts'

/** The movements of funds, as a list. */
export const FUNDINGS = '/api/fundings'
export const fundingPage = reportPage(FundingView)

/** What a command that moves funds changes. */
export const FUNDS_CHANGED = [['funds'], [FUNDINGS], ['/api/ledger']] as const

/** The pool and the hospitals, now or as of a moment. */
export const fundsQuery = (asOf: Params) =>
  queryOptions({
    queryKey: ['funds', asOf],
    queryFn: ({ signal }) => api.get('/api/funds', FundsOverview, { params: asOf, signal }),
  })

/** A patient by CHF id, with what there is to give; 404 when there is none. */
export const patientFundsQuery = (chfId: string) =>
  queryOptions({
    queryKey: ['funds', 'patient', chfId],
    queryFn: ({ signal }) => api.get(`/api/patients/${encodeURIComponent(chfId)}/fund`, PatientFundsView, { signal }),
    retry: false,
  })

export const creditPool = (body: { benefactor: string; credit: string }, key: string) =>
  api.post('/api/pool/credit', Done, body, key)

export const allocate = ({ coeId, amount }: { coeId: string; amount: string }, key: string) =>
  api.post(`/api/coes/${encodeURIComponent(coeId)}/allocation`, Done, { amount }, key)

export const fundPatient = (
  { patientId, amount, reason }: { patientId: string; amount: string; reason: string },
  key: string,
) => api.post(`/api/patients/${encodeURIComponent(patientId)}/fund`, Done, { amount, reason }, key)
