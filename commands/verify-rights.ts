import type { CoeEvent } from '#domain/catalogue/coe/events.ts'
import type { PriceImportEvent } from '#domain/catalogue/price-import/events.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import type { DisputeEvent } from '#domain/money/dispute/events.ts'
import type { FundingEvent } from '#domain/money/funding/events.ts'
import type { InvoiceEvent } from '#domain/money/invoice/events.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import type { RoleEvent } from '#domain/people/role/events.ts'
import type { UserEvent } from '#domain/people/user/events.ts'
import type { SettingEvent } from '#domain/people/setting/events.ts'
import type { Differs, LogCheck } from '#commands/log/verify/log-check.ts'

type DecidingEvent =
  | FundingEvent
  | TransactionEvent
  | InvoiceEvent
  | DisputeEvent
  | CoeEvent
  | PriceImportEvent
  | SettingEvent
  | UserEvent
  | RoleEvent

const BILLS: readonly Permission[] = ['BILL_SERVICES', 'BILL_DRUGS']
const ROLES: readonly Permission[] = ['CREATE_COESTAFF']
/** The steps of the payment chain; of an invoice's own step each bill's event says which. */
const PAYS: readonly Permission[] = [
  ...(['INITIATE_PAYMENT', 'RECOMMEND_PAYMENT', 'APPROVE_PAYMENT'] as const),
  ...(['DFA_APPROVAL', 'PERMSEC_APPROVAL'] as const),
]
const MANAGES_ROLES: readonly Permission[] = ['MANAGE_ROLE']

/**
 * What begins something that people answer for, and the permissions of which its maker held one: the routes' own
 * (tests/api/verify/rights.test.ts holds them against each other). What follows from it is under their name as well.
 */
export const RIGHTS: { readonly [T in DecidingEvent['type']]?: readonly Permission[] } = {
  PoolCreditRequested: ['CREDIT_POOL'],
  PoolCreditProposed: ['CREDIT_POOL'],
  AllocationRequested: ['ALLOCATE_POOL'],
  AllocationProposed: ['ALLOCATE_POOL'],
  FundingConfirmed: ['CREDIT_POOL', 'ALLOCATE_POOL', 'FUND_PATIENT'],
  FundingDeclined: ['CREDIT_POOL', 'ALLOCATE_POOL', 'FUND_PATIENT'],
  PatientFundingRequested: ['FUND_PATIENT'],
  PatientFundingProposed: ['FUND_PATIENT'],
  TransactionBillingRequested: BILLS,
  TransactionReturnAnswered: BILLS,
  TransactionPaymentInitiated: ['INITIATE_PAYMENT'],
  TransactionPaymentRecommended: ['RECOMMEND_PAYMENT'],
  TransactionPaymentApproved: ['APPROVE_PAYMENT'],
  TransactionDfaApproved: ['DFA_APPROVAL'],
  TransactionPermsecApproved: ['PERMSEC_APPROVAL'],
  TransactionPaymentReturned: PAYS,
  TransactionDisputed: ['FLAG_TRANSACTION'],
  DisputeCommented: ['SEND_DISPUTE_CHAT'],
  DisputeEnded: ['FLAG_TRANSACTION'],
  InvoiceGenerationRequested: ['GENERATE_INVOICE'],
  InvoiceStepRequested: [...PAYS, 'APPROVE_INVOICE'],
  InvoiceReturnRequested: [...PAYS, 'APPROVE_INVOICE'],
  CoeBankProposed: ['CREATE_COE'],
  CoeBankConfirmed: ['CREATE_COE'],
  CoeBankDeclined: ['CREATE_COE'],
  PriceImportRequested: ['EDIT_SERVICE', 'ATTACH_COE_SERVICE', 'CREATE_SERVICE'],
  SharesSet: ['MANAGE_SITE_SETTING'],
  FundingCapSet: ['MANAGE_SITE_SETTING'],
  SecondPersonAboveSet: ['MANAGE_SITE_SETTING'],
  SecondPersonAboveProposed: ['MANAGE_SITE_SETTING'],
  SecondPersonAboveConfirmed: ['MANAGE_SITE_SETTING'],
  SecondPersonAboveDeclined: ['MANAGE_SITE_SETTING'],
  SecondFactorDemandSet: ['MANAGE_SITE_SETTING'],
  DeadlinesSet: ['MANAGE_SITE_SETTING'],
  UserRolesAsked: ROLES,
  UserRolesAssigned: ROLES,
  PermissionAttached: MANAGES_ROLES,
  ParentRoleAttached: MANAGES_ROLES,
}

/** How long (ms) a call may be at work between its look at what somebody may and its event, as in verify-parties.ts. */
const AT_WORK_MS = 600_000
/** Who brings what an installation begins with: what roles may and who gives them. People's roles come with their registration. */
const INSTALLATION = 'system'
const INSTALLS: ReadonlySet<string> = new Set(['PermissionAttached', 'ParentRoleAttached'])
/** What an installation, and a new edition of what it begins with, sets where nobody has. */
const INSTALLS_ONCE: ReadonlySet<string> = new Set(['SharesSet', 'FundingCapSet', 'SecondPersonAboveSet'])

/** Whose each step of an invoice is, and its return, by where it stands (domain.md, Invoice). */
const STEPS_INVOICE: Readonly<Record<string, Permission>> = {
  cmd: 'APPROVE_INVOICE',
  initiate: 'INITIATE_PAYMENT',
  recommend: 'RECOMMEND_PAYMENT',
  approve: 'APPROVE_PAYMENT',
  dfa: 'DFA_APPROVAL',
  permsec: 'PERMSEC_APPROVAL',
}
const RETURNS_INVOICE: Readonly<Record<string, Permission>> = {
  pending: 'APPROVE_INVOICE',
  cmdApproved: 'INITIATE_PAYMENT',
  initiated: 'RECOMMEND_PAYMENT',
  recommended: 'APPROVE_PAYMENT',
  approved: 'DFA_APPROVAL',
  dfaApproved: 'PERMSEC_APPROVAL',
}
const STEPS_BILL: ReadonlySet<string> = new Set([
  ...['TransactionPaymentInitiated', 'TransactionPaymentRecommended', 'TransactionPaymentApproved'],
  ...['TransactionDfaApproved', 'TransactionPermsecApproved'],
])

type Until = { readonly until: string }
/** A role's permissions, and which it had before, until when (ISO). */
type Role = { readonly permissions: Set<string>; readonly before: Map<string, string> }
type Person = { roles: readonly string[]; before?: { readonly roles: readonly string[] } & Until; closed?: string }

/**
 * Whether those who began what people answer for could have: whoever gave money, billed, took a step, disputed, said or
 * confirmed where a hospital is paid, or gave roles, held the permission for it by the log of that moment. Whoever holds the key of the
 * events makes nobody of it who could not have done it themselves (docs/decisions/0040-verify-replays-and-rechecks.md).
 * Keeps some 100 bytes of each person who has a role that lets people do such a thing, or did.
 */
export function checkRights(differs: Differs) {
  const roles = new Map<string, Role>()
  const people = new Map<string, Person>()
  /** Whose roles were asked for and are still to be given: by a process, perhaps, long after whoever asked has gone. */
  const asked = new Set<string>()
  /** Streams of people and roles of which an event is not read: what was found there, or a newer version's. */
  const unread = new Set<string>()
  /** Bills on invoices, by stream: their steps are the invoice's, which verify-invoices holds them to. */
  const onInvoice = new Set<string>()
  /** What waits for a second person, by stream, and the permission that they need. */
  const proposed = new Map<string, Permission>()
  /** Settings that were set before: what an installation begins with is set once. */
  const setBefore = new Set<string>()
  /** One array for all who hold the same roles. */
  const same = new Map<string, readonly string[]>()

  const shared = (ids: readonly string[]): readonly string[] => {
    const key = ids.join(' ')
    const known = same.get(key)
    if (known !== undefined) return known
    same.set(key, ids)
    return ids
  }
  const roleOf = (id: string): Role => {
    const known = roles.get(id) ?? { permissions: new Set(), before: new Map<string, string>() }
    roles.set(id, known)
    return known
  }
  const isLately = (since: string | undefined, now: string) =>
    since !== undefined && Date.parse(now) - Date.parse(since) <= AT_WORK_MS

  /** Whether some roles let people do something, or did when a call at work had looked. */
  const lets = (ids: readonly string[], wanted: readonly string[], now: string): boolean =>
    ids.some((id) => {
      if (unread.has(`role-${id}`)) return true
      const role = roles.get(id)
      if (role === undefined) return false
      return wanted.some((one) => role.permissions.has(one) || isLately(role.before.get(one), now))
    })

  function whyNot(by: string, wanted: readonly string[], now: string): string | undefined {
    const person = people.get(by)
    // A log that knows nobody, as before the first start's end, says of nobody what they may.
    if (people.size === 0 || unread.has(`user-${by}`)) return undefined
    if (person === undefined) return `${by}, who is nobody`
    const { roles: held, before, closed } = person
    if (closed !== undefined && !isLately(closed, now)) return `${by}, not active since ${closed}`
    if (lets(held, wanted, now)) return undefined
    if (before !== undefined && isLately(before.until, now) && lets(before.roles, wanted, now)) return undefined
    return `${by}, who may not`
  }

  /** What somebody began by this event, and is held to; undefined where it is none of that, or goes on with what they began. */
  function wantedOf({ type, data }: DecidingEvent, stream: string): readonly Permission[] | undefined {
    if (data.by === INSTALLATION && INSTALLS.has(type)) return undefined
    if (data.by === INSTALLATION && INSTALLS_ONCE.has(type) && !setBefore.has(type)) return undefined
    if (type === 'UserRolesAssigned' && asked.delete(data.userId)) return undefined
    // A step on an invoice is its maker's word for all that is on it, though a process may take it to each much later.
    if (STEPS_BILL.has(type) && onInvoice.has(stream)) return undefined
    if (type === 'InvoiceGenerationRequested' && data.isByCmd) return ['APPROVE_INVOICE']
    if (type === 'InvoiceStepRequested') return oneOf(STEPS_INVOICE[data.step])
    if (type === 'InvoiceReturnRequested') return oneOf(RETURNS_INVOICE[data.from])
    if (type === 'FundingConfirmed' || type === 'FundingDeclined') return oneOf(proposed.get(stream)) ?? RIGHTS[type]
    return (RIGHTS as Readonly<Record<string, readonly Permission[]>>)[type]
  }

  /** Where a stream stands that what follows in it is held by. */
  function follow({ type }: DecidingEvent, stream: string): void {
    if (INSTALLS_ONCE.has(type)) setBefore.add(type)
    switch (type) {
      case 'TransactionInvoiced':
        onInvoice.add(stream)
        return
      case 'TransactionReleased':
      case 'TransactionPermsecApproved':
        onInvoice.delete(stream)
        return
      case 'PoolCreditProposed':
        proposed.set(stream, 'CREDIT_POOL')
        return
      case 'AllocationProposed':
        proposed.set(stream, 'ALLOCATE_POOL')
        return
      case 'PatientFundingProposed':
        proposed.set(stream, 'FUND_PATIENT')
        return
      case 'FundingCompleted':
      case 'FundingDeclined':
      case 'FundingWithdrawn':
        proposed.delete(stream)
    }
  }

  function learn({ type, data }: RoleEvent | UserEvent, now: string): void {
    switch (type) {
      case 'PermissionAttached':
        roleOf(data.roleId).permissions.add(data.permission)
        return
      case 'PermissionDetached': {
        const role = roleOf(data.roleId)
        role.permissions.delete(data.permission)
        role.before.set(data.permission, now)
        return
      }
      case 'UserRegistered':
        people.set(data.userId, { roles: shared(data.roles) })
        return
      case 'UserRolesAsked':
        asked.add(data.userId)
        return
      case 'UserRolesRefused':
        asked.delete(data.userId)
        return
      case 'UserRolesAssigned': {
        const person = people.get(data.userId)
        const before = person && { roles: person.roles, until: now }
        people.set(data.userId, { ...person, roles: shared(data.roles), ...(before && { before }) })
        return
      }
      case 'UserDeactivated':
      case 'UserMarkedDeceased':
      case 'UserErased': {
        const person = people.get(data.userId)
        if (person !== undefined && person.closed === undefined) person.closed = now
        return
      }
      case 'UserActivated':
        delete people.get(data.userId)?.closed
    }
  }

  return {
    event({ position, stream, recordedAt }, read) {
      if (read === undefined) {
        if (/^(user|role)-/.test(stream)) unread.add(stream)
        return
      }
      const event = read.event as DecidingEvent
      const wanted = wantedOf(event, stream)
      if (wanted !== undefined) {
        const found = whyNot(event.data.by, wanted, recordedAt)
        const expected = `${event.type} by somebody who holds ${wanted.join(' or ')}`
        if (found !== undefined) differs({ position, stream, check: 'right', expected, found })
      }
      follow(event, stream)
      learn(event as RoleEvent | UserEvent, recordedAt)
    },
  } satisfies LogCheck
}

const oneOf = (permission: Permission | undefined): readonly Permission[] | undefined => permission && [permission]
