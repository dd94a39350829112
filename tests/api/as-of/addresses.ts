import { isWallet } from '#domain/kernel/accounts.ts'
import { type ApiRoute, apiRoutes } from '#tests/support/api-routes.ts'
import { type Caller, personOf } from '#tests/support/demo-app.ts'
import { roleWhoMay } from '#tests/support/role-who-may.ts'
import type { Bill, Ministry } from '#tests/api/money/payments/ministry.ts'

/** Every route that can be asked of the past: all that show figures. */
export const pastRoutes = async ({ demo }: Ministry): Promise<readonly ApiRoute[]> =>
  (await apiRoutes(demo.context)).filter(({ queryNames }) => queryNames.includes('as_of_position'))

/** The people of routes that answer nothing to those who reach everything. */
const OWN: Readonly<Record<string, string>> = {
  '/api/wallet': 'PATIENT',
  '/api/patients/billing_history': 'PATIENT',
  '/api/coestaff/transactions': 'COE_STAFF',
}

/** Whom a route answers, and tells all that it tells anybody. */
export function callerOf({ demo }: Ministry, route: ApiRoute): Promise<Caller> {
  const own = Object.entries(OWN).find(([path]) => new RegExp(`^${path}(/totals|/csv)?$`).test(route.url))?.[1]
  if (own !== undefined) return demo.as(own)
  return demo.as(roleWhoMay(route, 'AUDITOR') ?? 'AUDITOR')
}

/** Each route at every address that tells something apart, with what it must be asked beside the moment. */
export function addressesOf({ coeId, today }: Ministry, bill: Bill, { url }: ApiRoute): readonly string[] {
  const [patientId, billerId] = [personOf('PATIENT').userId, personOf('COE_STAFF').userId]
  if (url.includes(':account')) {
    const accounts = ['pool', 'benefactors', `allocation:${coeId}`, `payable:${coeId}`, `patient:${patientId}`]
    const shown = [...accounts, 'disbursed:coe'].filter((account) => isWallet(account) || !url.endsWith('/proof'))
    return shown.map((account) => url.replace(':account', account))
  }
  // The first invoice that there is.
  if (url.startsWith('/api/invoices/:id')) return [url.replace(':id', `INV-${today.slice(0, 4)}-000001`)]
  const isHospitals = /^\/api\/(coes|report\/payments\/hospitals)\//.test(url)
  const id = isHospitals ? coeId : url.startsWith('/api/coestaff') ? billerId : patientId
  const path = url.replace(':id', id).replace(':patient_id', patientId)
  if (url.startsWith('/api/transaction/search')) return [`${path}?q=${bill.reference}`, `${path}?q=CHF-000001`]
  if (url === '/api/service_categories' || url.startsWith('/api/services/coe')) return [`${path}?coe=${coeId}`]
  return [path]
}
