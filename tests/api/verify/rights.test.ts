import { afterAll, beforeAll, expect, test } from 'vitest'
import { RIGHTS } from '#commands/verify-rights.ts'
import { INVOICE_STEP_PATHS } from '#api/money/contracts/invoice-steps.ts'
import { apiRoutes } from '#tests/support/api-routes.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

/** The routes that record each of these events. */
const RECORDED_BY: { readonly [T in keyof typeof RIGHTS]: readonly string[] } = {
  PoolCreditRequested: ['POST /api/pool/credit'],
  PoolCreditProposed: ['POST /api/pool/credit'],
  AllocationRequested: ['POST /api/coes/:id/allocation'],
  AllocationProposed: ['POST /api/coes/:id/allocation'],
  FundingConfirmed: ['POST /api/fundings/confirm'],
  FundingDeclined: ['POST /api/fundings/decline'],
  PatientFundingProposed: ['POST /api/patients/:id/fund'],
  PatientFundingRequested: ['POST /api/patients/:id/fund'],
  TransactionBillingRequested: ['POST /api/coestaff/billings', 'POST /api/coestaff/drugbillings'],
  TransactionReturnAnswered: ['POST /api/coestaff/billings/answer'],
  TransactionPaymentInitiated: ['POST /api/fanda/payment/initiate'],
  TransactionPaymentRecommended: ['POST /api/fanda/payment/recommend'],
  TransactionPaymentApproved: ['POST /api/fanda/payment/approve'],
  TransactionDfaApproved: ['POST /api/fanda/payment/dfa/approve'],
  TransactionPermsecApproved: ['POST /api/fanda/payment/permsec/approve'],
  TransactionPaymentReturned: ['POST /api/fanda/payment/return'],
  TransactionDisputed: ['POST /api/transactions/dispute'],
  DisputeCommented: ['POST /api/transactions/:id/dispute/comments'],
  DisputeEnded: ['PUT /api/transactions/dispute/:id'],
  InvoiceGenerationRequested: ['POST /api/coes/invoice'],
  InvoiceStepRequested: Object.values(INVOICE_STEP_PATHS).map((path) => `POST ${path}`),
  InvoiceReturnRequested: ['POST /api/invoices/return'],
  CoeBankProposed: ['POST /api/coes/:id/bank'],
  CoeBankConfirmed: ['POST /api/coes/:id/bank/confirm'],
  CoeBankDeclined: ['POST /api/coes/:id/bank/decline'],
  PriceImportRequested: ['POST /api/services/import'],
  SharesSet: ['PUT /api/sitesettings/:id'],
  FundingCapSet: ['PUT /api/sitesettings/:id'],
  // Before it took two people.
  SecondPersonAboveSet: ['PUT /api/sitesettings/:id'],
  SecondPersonAboveProposed: ['PUT /api/sitesettings/:id'],
  SecondPersonAboveConfirmed: ['POST /api/sitesettings/second_person_above/confirm'],
  SecondPersonAboveDeclined: ['POST /api/sitesettings/second_person_above/decline'],
  SecondFactorDemandSet: ['PUT /api/sitesettings/:id'],
  DeadlinesSet: ['PUT /api/sitesettings/:id'],
  UserRolesAsked: ['PATCH /api/users/:id/roles'],
  UserRolesAssigned: ['PATCH /api/users/:id/roles'],
  PermissionAttached: ['POST /api/roles/:roleId/permissions/:permissionId'],
  ParentRoleAttached: ['POST /api/roles/parent'],
}

let demo: DemoApp
beforeAll(async () => {
  demo = await startDemoApp()
})
afterAll(() => demo.end())

test('what verify asks of whoever recorded something is what its routes ask of whoever calls', async () => {
  const asks = new Map<string, readonly string[]>()
  for (const { method, url, permission } of await apiRoutes(demo.context))
    asks.set(`${method} ${url}`, [permission ?? []].flat())
  expect(Object.keys(RECORDED_BY).toSorted()).toEqual(Object.keys(RIGHTS).toSorted())
  for (const [type, routes] of Object.entries(RECORDED_BY)) {
    const asked = routes.map((route) => [route, asks.get(route)] as const)
    expect(asked.filter(([, permissions]) => permissions === undefined)).toEqual([])
    const wanted = (RIGHTS as Readonly<Record<string, readonly string[]>>)[type] ?? []
    expect([type, [...new Set(asked.flatMap(([, permissions]) => permissions ?? []))].toSorted()]).toEqual([
      type,
      [...wanted].toSorted(),
    ])
  }
})
