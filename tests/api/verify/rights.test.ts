import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEvents } from '#domain/events.ts'
import { allRights, permissionsFor } from '#domain/rights.ts'
import { INVOICE_STEP_PATHS } from '#api/money/contracts/invoice-steps.ts'
import { apiRoutes } from '#tests/support/api-routes.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

const FILED = ['ServiceMovedToCategory', 'ServiceFiled']
const PAID = [
  ...['TransactionPaymentInitiated', 'TransactionPaymentRecommended', 'TransactionPaymentApproved'],
  ...['TransactionDfaApproved', 'TransactionPermsecApproved'],
]
const CREATED = ['UserRegistered', 'UserCodeAsked']

/** What each route that writes records, but for what merely follows from it; nothing where nobody answers for it. */
const RECORDS: Readonly<Record<string, readonly string[]>> = {
  'POST /api/service_categories': ['CategoryAdded'],
  'PUT /api/service_categories/:id': ['CategoryRenamed'],
  'DELETE /api/service_categories/:id': ['CategoryDeleted'],
  'POST /api/service_categories/:id/roles/:roleId': ['RoleAttachedToCategory'],
  'DELETE /api/service_categories/:id/roles/:roleId': ['RoleDetachedFromCategory'],
  'POST /api/coes': ['CoeEntered', 'CoeRegistered'],
  'PUT /api/coes/:id': ['CoeDetailsChanged'],
  'POST /api/coes/:id/bank': ['CoeBankProposed'],
  'POST /api/coes/:id/bank/confirm': ['CoeBankConfirmed'],
  'POST /api/coes/:id/bank/decline': ['CoeBankDeclined'],
  'POST /api/coes/:id/bank/withdraw': ['CoeBankWithdrawn'],
  'POST /api/coes/:id/deactivate': ['CoeDeactivated'],
  'POST /api/coes/:id/activate': ['CoeActivated'],
  'POST /api/products': ['ProductListed'],
  'PUT /api/products/:id': ['ProductDescribed', 'ProductPriceChanged'],
  'DELETE /api/products/:id': ['ProductDelisted'],
  'POST /api/products/:id/coes/:coeId/stock/received': ['StockReceived'],
  'POST /api/products/:id/coes/:coeId/stock/removed': ['StockRemoved'],
  'POST /api/products/:id/coes/:coeId/stock/counted': ['StockCounted'],
  'POST /api/services': ['ServicePlacedInCategory', 'ServiceFiled', 'ServiceAdded'],
  'PUT /api/services/:id': [...FILED, 'ServiceRenamed', 'ServiceParentChanged', 'ServicePriceChanged'],
  'DELETE /api/services/:id': ['ServiceStruckOff', 'ServiceDeleted'],
  'POST /api/services/import/preview': [],
  'POST /api/services/import': ['PriceImportRequested'],
  'POST /api/services/:id/coes/:coeId': ['ServicePricedAtCoe'],
  'PUT /api/services/:id/coes/:coeId': ['ServicePricedAtCoe'],
  'DELETE /api/services/:id/coes/:coeId': ['ServiceWithdrawnFromCoe'],
  'PUT /api/services/:id/planned-prices/:from': ['ServicePricePlanned'],
  'DELETE /api/services/:id/planned-prices/:from': ['ServicePlannedPriceWithdrawn'],
  'PUT /api/services/:id/coes/:coeId/planned-prices/:from': ['ServicePricePlanned'],
  'DELETE /api/services/:id/coes/:coeId/planned-prices/:from': ['ServicePlannedPriceWithdrawn'],
  'POST /api/coestaff/billings/answer': ['TransactionReturnAnswered'],
  'POST /api/coestaff/drugbillings': ['TransactionBillingRequested'],
  'POST /api/coestaff/billings': ['TransactionBillingRequested'],
  // At the product service.
  'POST /api/transaction/chf': [],
  'POST /api/coes/:id/allocation': ['AllocationRequested', 'AllocationProposed'],
  'POST /api/pool/credit': ['PoolCreditRequested', 'PoolCreditProposed'],
  'POST /api/patients/:id/fund': ['PatientFundingRequested', 'PatientFundingProposed'],
  'POST /api/fundings/confirm': ['FundingConfirmed'],
  'POST /api/fundings/decline': ['FundingDeclined'],
  'POST /api/fundings/withdraw': ['FundingWithdrawn'],
  'POST /api/notification/transactions/read': [],
  'POST /api/fanda/payment/matching/preview': [],
  'POST /api/fanda/payment/preview': [],
  'POST /api/fanda/payment/return': ['TransactionPaymentReturned'],
  'POST /api/fanda/payment/initiate': ['TransactionPaymentInitiated'],
  'POST /api/fanda/payment/recommend': ['TransactionPaymentRecommended'],
  'POST /api/fanda/payment/approve': ['TransactionPaymentApproved'],
  'POST /api/fanda/payment/dfa/approve': ['TransactionDfaApproved'],
  'POST /api/fanda/payment/permsec/approve': ['TransactionPermsecApproved'],
  'POST /api/why_not': [],
  'POST /api/search': [],
  'POST /api/transactions/:id/dispute/comments': ['DisputeCommented'],
  'POST /api/transactions/:id/dispute/comments/read': [],
  'POST /api/transactions/dispute': ['TransactionDisputed'],
  'PUT /api/transactions/dispute/:id': ['DisputeEnded'],
  'POST /api/coes/invoice': ['InvoiceGenerationRequested'],
  'POST /api/invoices/preview': [],
  ...Object.fromEntries(Object.values(INVOICE_STEP_PATHS).map((path) => [`POST ${path}`, ['InvoiceStepRequested']])),
  'POST /api/invoices/return': ['InvoiceReturnRequested'],
  'POST /api/resend_email': ['UserCodeAsked'],
  'POST /api/auth/resend-verification-email': ['UserCodeAsked'],
  'PUT /api/reset_password': ['UserPasswordChanged'],
  'POST /api/set_password': ['UserPasswordChanged'],
  'POST /api/verify_email': ['UserEmailVerified'],
  'POST /api/password/recovery/verify_code': [],
  'POST /api/outbox/retry': ['UserMailRetried'],
  'POST /api/register': [
    ...['UserRegistered', 'PatientRegistered', 'PatientInformationRecorded', 'UserEnrolledAgain'],
    'UserCodeAsked',
  ],
  'POST /api/uimenu': ['MenuItemAdded'],
  'PUT /api/uimenu/:id': ['MenuItemMoved'],
  'DELETE /api/uimenu/:id': ['MenuItemRemoved'],
  'POST /api/permissions': ['PermissionAdded'],
  'POST /api/roles/parent': ['RolePlacedUnder', 'ParentRoleAttached'],
  'POST /api/roles/:roleId/permissions/:permissionId': ['PermissionAttached'],
  'PATCH /api/users/:id/roles': ['UserRolesAsked', 'UserRolesAssigned'],
  'POST /api/roles': ['RolePlacedUnder', 'RoleDefined', 'ParentRoleAttached'],
  'DELETE /api/roles/:id': ['RoleDeleted'],
  'DELETE /api/parent/roles/:id/:roleId': ['ParentRoleDetached', 'RoleTakenFromUnder'],
  'DELETE /api/roles/:roleId/permissions/:permissionId': ['PermissionDetached'],
  'POST /api/users/find': [],
  'POST /api/users/:id/second_factor/reset': ['SecondFactorResetAsked'],
  'POST /api/users/:id/second_factor/reset/confirm': ['SecondFactorReset'],
  'POST /api/second_factor/reset/decline': ['SecondFactorResetDeclined'],
  'POST /api/users/:id/second_factor/reset/decline': ['SecondFactorResetDeclined'],
  'POST /api/second_factor': ['SecondFactorEnrolled', 'RecoveryCodeUsed'],
  'POST /api/login/second_factor/enrolment': ['SecondFactorEnrolled'],
  'POST /api/login/second_factor': ['RecoveryCodeUsed'],
  'POST /api/second_factor/enrolment': [],
  'POST /api/second_factor/remove': ['SecondFactorRemoved', 'RecoveryCodeUsed'],
  'POST /api/second_factor/recovery_codes': ['RecoveryCodesReplaced', 'RecoveryCodeUsed'],
  'PUT /api/profile': ['UserProfileChanged'],
  'POST /api/login': [],
  'POST /api/secure/superadmin/support/anonymous/auth': ['UserSeenBySupport'],
  'POST /api/holidays': ['HolidayAdded'],
  'PUT /api/holidays/:day': ['HolidayRenamed'],
  'DELETE /api/holidays/:day': ['HolidayRemoved'],
  'PUT /api/sitesettings/:id': [
    ...['SharesSet', 'FundingCapSet', 'SecondPersonAboveProposed', 'DeadlinesSet', 'SupportLineSet', 'TermsSet'],
    'SecondFactorDemandSet',
    // Before it took two people.
    'SecondPersonAboveSet',
  ],
  'POST /api/sitesettings/second_person_above/confirm': ['SecondPersonAboveConfirmed'],
  'POST /api/sitesettings/second_person_above/decline': ['SecondPersonAboveDeclined'],
  'POST /api/sitesettings/second_person_above/withdraw': ['SecondPersonAboveWithdrawn'],
  'POST /api/token/create': ['UserCodeAsked'],
  'POST /api/users/:id/deactivate': ['UserDeactivated'],
  'POST /api/users/:id/activate': ['UserActivated'],
  'POST /api/users/:id/invitation': ['UserCodeAsked'],
  'PUT /api/users/': ['UserHospitalChanged'],
  'PUT /api/users': ['UserHospitalChanged'],
  'POST /api/sadmin/chfstaffs': CREATED,
  'POST /api/sadmin/coehelpdeskstaffs': CREATED,
  'POST /api/users': CREATED,
  'PUT /api/coeadmin/staff/:id': ['UserCodeUsed', 'UserProfileChanged'],
  'POST /api/users/lookup': [],
  'POST /api/token/verify': [],
  'PUT /api/users/:id': ['UserEmailConfirmed'],
  'POST /api/documents': [],
  'DELETE /api/sessions/:id': [],
  'DELETE /api/sessions': [],
  'POST /api/logout': [],
}
/** Whoever calls it says which step, and needs the permission of that one. */
const CHOSEN: Readonly<Record<string, readonly string[]>> = { 'POST /api/fanda/payment/matching': PAID }
/** What no route records yet. */
const UNREACHED = ['UserMarkedDeceased']
/** By whom the demo tells it, before there is a route for them (E033). */
const TOLD: Readonly<Record<string, readonly string[]>> = { PatientInformationRecorded: ['REVIEW_PATIENT'] }
/** By whoever calls, at a route whose permission the other event of the same call takes. */
const BESIDE = ['UserCodeUsed']

let demo: DemoApp
let asks: ReadonlyMap<string, readonly string[]>
beforeAll(async () => {
  demo = await startDemoApp()
  const routes = (await apiRoutes(demo.context)).filter(({ method }) => method !== 'GET')
  asks = new Map(routes.map(({ method, url, permission }) => [`${method} ${url}`, [permission ?? []].flat()]))
})
afterAll(() => demo.end())

const sorted = (names: Iterable<string>): readonly string[] => [...new Set(names)].toSorted()
const isOpen = (permission: string) => permission === 'public' || permission === 'signed-in'
const asksOf = (route: string) => asks.get(route) ?? []
const routesOf = (type: string) => Object.keys(RECORDS).filter((route) => RECORDS[route]?.includes(type))

test('each route that writes says which events it records, and each event of somebody stands at a route', () => {
  expect(sorted([...Object.keys(RECORDS), ...Object.keys(CHOSEN)])).toEqual(sorted(asks.keys()))
  const byPeople = Object.entries(allRights).filter(([, { operator, ...ways }]) => {
    const { follows: _, ...asked } = ways
    return operator === undefined && Object.keys(asked).length > 0
  })
  expect(sorted([...Object.values(RECORDS).flat(), ...UNREACHED])).toEqual(sorted(byPeople.map(([type]) => type)))
})

test('what verify asks of whoever recorded something is what its routes ask of whoever calls', () => {
  for (const type of sorted(Object.values(RECORDS).flat())) {
    if (BESIDE.includes(type)) continue
    const asked = routesOf(type).flatMap(asksOf)
    const permissions = [...asked.filter((one) => !isOpen(one)), ...(TOLD[type] ?? [])]
    expect([type, sorted(permissions)]).toEqual([type, sorted(permissionsFor(type))])
    const { own, system } = allRights[type] ?? {}
    // Without a permission it takes the person themselves, or is the portal's; and whoever it is about needs such a route.
    if (asked.some(isOpen)) expect([type, own ?? system]).not.toEqual([type, undefined])
    else expect([type, own]).toEqual([type, undefined])
  }
  for (const [route, types] of Object.entries(CHOSEN))
    expect([route, sorted(asksOf(route))]).toEqual([route, sorted(types.flatMap(permissionsFor))])
})

test('each event but the seals has a right, and what it follows from or seconds is an event', () => {
  expect(sorted([...Object.keys(allRights), 'LogSealed'])).toEqual(sorted(Object.keys(allEvents)))
  const named = Object.values(allRights).flatMap(({ follows = [], second = [] }) => [...follows, ...second])
  expect(named.filter((type) => !Object.hasOwn(allEvents, type))).toEqual([])
})
