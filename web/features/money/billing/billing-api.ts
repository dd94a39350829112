import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type {
  BilledAnswer,
  BillDrugsBody,
  BillServicesBody,
  PatientMatches,
  ProductOrder,
  ReturnedBills,
} from '#api/money/contracts/billing.ts'
import type { Products } from '#api/catalogue/contracts/product.ts'
import type { ServiceCategories } from '#api/catalogue/contracts/service.ts'
import { isBlank } from '#domain/kernel/blank.ts'
import { attachedIn } from '#web/features/money/documents/chosen-document.ts'
import { api } from '#web/shell/api-client.ts'
import { type BillDraft, type BillKind, quantityOf, totalOf } from './bill-draft.ts'
import { koboText } from './kobo-text.ts'

const SEARCH = '/api/coestaff/patient'

/** Patients of the own hospital by CHF id, e-mail or name, or the one patient of an id; 404 when there is none. */
export const patientsQuery = (search: string) =>
  queryOptions({
    queryKey: [SEARCH, search],
    queryFn: ({ signal }) => api.get<typeof PatientMatches>(`${SEARCH}/${encodeURIComponent(search)}`, { signal }),
    enabled: search !== '',
    // A search counts: it is asked again when somebody searches, not when a window comes to the front.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Patients of the own hospital whom the person billed lately, the last first. */
export const recentPatientsQuery = queryOptions({
  queryKey: [`${SEARCH}s`, 'recent'],
  queryFn: ({ signal }) => api.get<typeof PatientMatches>('/api/coestaff/recent_patients', { signal }),
})

/** What was sent back to the own hospital and waits for its answer. */
export const returnedQuery = queryOptions({
  queryKey: ['/api/coestaff/returned'],
  queryFn: ({ signal }) => api.get<typeof ReturnedBills>('/api/coestaff/returned', { signal }),
})

/** Services by category, at the own hospital's prices: those that somebody with these roles may bill. */
export const categoriesQuery = (roleIds: readonly string[]) => {
  const roles = roleIds.join(',')
  return queryOptions({
    queryKey: ['/api/service_categories', roles],
    queryFn: ({ signal }) =>
      api.get<typeof ServiceCategories>('/api/service_categories', { params: { roles }, signal }),
  })
}

const DRUGS = 30

/** Drugs of the catalogue, by words of name, use or manufacturer. */
export const productsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['/api/product', search],
    queryFn: ({ pageParam, signal }) =>
      api.get<typeof Products>('/api/product', { params: { search, limit: DRUGS, after: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })

type Bill = { readonly kind: BillKind; readonly patientId: string; readonly draft: BillDraft }

/**
 * Completes a bill, once however often it is sent, under the draft's key; an order has one that derives from it. Drugs are
 * ordered at the product service first; the order is what is billed.
 */
export async function completeBill({ kind, patientId, draft }: Bill): Promise<BilledAnswer> {
  const { lines, key } = draft
  const common = {
    patient_id: patientId,
    documents: attachedIn(draft.documents),
    ...(isBlank(draft.comment) ? {} : { comment: draft.comment.trim() }),
    expected_total: koboText(totalOf(draft)),
  }
  const wanted = lines.map(({ itemId, quantity }) => ({ itemId, quantity: quantityOf(quantity) ?? 0 }))
  if (kind === 'service') {
    const services = wanted.map(({ itemId: service_id, quantity }) => ({ service_id, quantity }))
    const body: BillServicesBody = { ...common, services }
    return api.post<typeof BilledAnswer>('/api/coestaff/billings', body, key)
  }
  const products = wanted.map(({ itemId: productId, quantity }) => ({ productId, quantity }))
  const { data } = await api.post<typeof ProductOrder>('/api/transaction/chf', { patientId, products }, `${key}-order`)
  const drugs = wanted.map(({ itemId: productId, quantity }) => ({ productId, quantity }))
  const body: BillDrugsBody = { ...common, order_id: data.transactionId, drugs }
  return api.post<typeof BilledAnswer>('/api/coestaff/drugbillings', body, key)
}
