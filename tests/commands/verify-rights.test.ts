import { expect, test } from 'vitest'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { checkRights } from '#commands/verify-rights.ts'
import { AT } from '#tests/support/command.ts'

type Said = readonly [type: string, data?: object, minutes?: number, unreadIn?: string]

/** What is wrong with some events, in their order: 1, 2, 3 …; `minutes` after the first. */
function wrongIn(...events: readonly Said[]): readonly Pick<Difference, 'position' | 'found'>[] {
  const differences: Difference[] = []
  const rights = checkRights((difference) => differences.push(difference))
  for (const [index, [type, data = {}, minutes = 0, unreadIn]] of events.entries()) {
    const recordedAt = new Date(Date.parse(AT) + minutes * 60_000).toISOString()
    const place = { id: `event-${index}`, position: index + 1, stream: unreadIn ?? 'any', revision: 0, recordedAt }
    // The metadata tell this check nothing: whoever has the key writes them too.
    const read = { ...place, event: { type, data: { by: 'system', at: AT, ...data } }, meta: {} } as unknown as Recorded
    rights.event({ ...place, type, data: '', meta: '' }, unreadIn === undefined ? read : undefined)
  }
  return differences.map(({ position, found }) => ({ position, found }))
}

const may = (roleId: string, permission: string): Said => ['PermissionAttached', { roleId, permission }]
const person = (userId: string, ...roles: readonly string[]): Said => ['UserRegistered', { userId, roles }]
const of = (type: string, userId: string, minutes = 0, more: object = {}): Said => [type, { userId, ...more }, minutes]
const by = (type: string, who: string, minutes = 0): Said => [type, { by: who }, minutes]
const world = [
  ...[may('giver', 'FUND_PATIENT'), may('giver', 'CREDIT_POOL'), may('clerk', 'BILL_DRUGS')],
  ...[may('permsec', 'PERMSEC_APPROVAL'), may('admin', 'CREATE_COE'), may('admin', 'CREATE_COESTAFF')],
  ...[person('ada', 'giver'), person('ben', 'clerk', 'other'), person('cleo', 'permsec'), person('dan', 'admin')],
  ...[person('eve'), person('fay', 'nothing')],
]

test('whoever holds the permission may', () => {
  expect(
    wrongIn(
      ...world,
      ...[by('PatientFundingRequested', 'ada'), by('PoolCreditRequested', 'ada')],
      ...[by('TransactionBillingRequested', 'ben'), by('TransactionReturnAnswered', 'ben')],
      ...[by('TransactionPermsecApproved', 'cleo'), by('TransactionPaymentReturned', 'cleo')],
      ...[by('CoeBankProposed', 'dan'), by('UserDeactivated', 'nobody'), by('WalletDebited', 'nobody')],
    ),
  ).toEqual([])
})

test('a call that looked before may write behind it, for some minutes', () => {
  const funds = by('PatientFundingRequested', 'ada', 10)
  expect(wrongIn(...world, ['PermissionDetached', { roleId: 'giver', permission: 'FUND_PATIENT' }], funds)).toEqual([])
  expect(wrongIn(...world, of('UserRolesAssigned', 'ada', 0, { by: 'dan', roles: ['clerk'] }), funds)).toEqual([])
  expect(wrongIn(...world, of('UserDeactivated', 'ada'), funds)).toEqual([])
  expect(
    wrongIn(
      ...world,
      of('UserDeactivated', 'ada'),
      of('UserActivated', 'ada', 20),
      by('PoolCreditRequested', 'ada', 40),
    ),
  ).toEqual([])
})

test('what was asked for is given under the name of whoever asked, long after they have gone', () => {
  const asked = of('UserRolesAsked', 'eve', 0, { by: 'dan', roles: ['clerk'] })
  const given = of('UserRolesAssigned', 'eve', 90, { by: 'dan', roles: ['clerk'] })
  expect(
    wrongIn(...world, asked, of('UserDeactivated', 'dan'), given, by('TransactionBillingRequested', 'eve', 90)),
  ).toEqual([])
  const refused = of('UserRolesRefused', 'eve', 1, { by: 'dan' })
  for (const before of [
    [asked, refused],
    [asked, given],
  ])
    expect(wrongIn(...world, of('UserDeactivated', 'dan'), ...before, given)).toHaveLength(1)
})

test('of whom, or of whose role, an event is not read nobody says what they may', () => {
  const unread = (stream: string): Said => ['UserRolesAssigned', {}, 0, stream]
  expect(wrongIn(...world, unread('user-fay'), by('DisputeEnded', 'fay'))).toEqual([])
  expect(wrongIn(...world, unread('role-nothing'), by('DisputeEnded', 'fay'))).toEqual([])
  expect(wrongIn(...world, unread('wallet-fay'), unread('user-eve'), by('DisputeEnded', 'fay'))).toHaveLength(1)
})

test.each<[string, readonly Said[], string]>([
  ['money from nobody', [by('PatientFundingRequested', 'mallory')], 'mallory, who is nobody'],
  ['money from the system', [by('PoolCreditRequested', 'system')], 'system, who is nobody'],
  ['money from a clerk', [by('AllocationRequested', 'ben')], 'ben, who may not'],
  ['a bill by who gives money', [by('TransactionBillingRequested', 'ada')], 'ada, who may not'],
  ['a last step by a clerk', [by('TransactionPermsecApproved', 'ben')], 'ben, who may not'],
  ['a first step by who takes the last', [by('TransactionPaymentInitiated', 'cleo')], 'cleo, who may not'],
  ['bank details confirmed by who has no role', [by('CoeBankConfirmed', 'eve')], 'eve, who may not'],
  ['a dispute ended by a role without permissions', [by('DisputeEnded', 'fay')], 'fay, who may not'],
  ['a word on a dispute by a clerk', [by('DisputeCommented', 'ben')], 'ben, who may not'],
  ['deadlines from who gives money', [by('DeadlinesSet', 'ada')], 'ada, who may not'],
  ['roles given by the system', [of('UserRolesAssigned', 'eve', 0, { roles: ['admin'] })], 'system, who is nobody'],
  ['a role that is given more by who may not', [['PermissionAttached', { by: 'ben' }]], 'ben, who may not'],
  [
    'what a role let people do before',
    [['PermissionDetached', { roleId: 'giver', permission: 'FUND_PATIENT' }], by('PatientFundingRequested', 'ada', 11)],
    'ada, who may not',
  ],
  [
    'what somebody held before',
    [of('UserRolesAssigned', 'ada', 0, { by: 'dan', roles: ['clerk'] }), by('PatientFundingRequested', 'ada', 11)],
    'ada, who may not',
  ],
  [
    'a step by whose account is closed',
    [of('UserDeactivated', 'cleo'), by('TransactionPermsecApproved', 'cleo', 11)],
    `cleo, not active since ${AT}`,
  ],
])('%s is found at its place', (_, events, found) => {
  expect(wrongIn(...world, ...events)).toEqual([{ position: world.length + events.length, found }])
})

// Each in a stream of its own kind: what was there before decides who is held to it.
test('a step on an invoice is held to whose turn it is, and those of its bills to the invoice', () => {
  const invoiced = [...world, may('cmd', 'APPROVE_INVOICE'), may('clerk', 'GENERATE_INVOICE'), person('gus', 'cmd')]
  const made = (who: string, isByCmd: boolean): Said => ['InvoiceGenerationRequested', { by: who, isByCmd }]
  const stepped = (who: string, step: string): Said => ['InvoiceStepRequested', { by: who, step }]
  const sentBack = (who: string, from: string): Said => ['InvoiceReturnRequested', { by: who, from }]
  const found = (...events: readonly Said[]) => wrongIn(...invoiced, ...events).map((one) => one.found)
  expect(found(made('ben', false), made('gus', true), stepped('gus', 'cmd'), stepped('cleo', 'permsec'))).toEqual([])
  expect(found(sentBack('gus', 'pending'), sentBack('cleo', 'dfaApproved'))).toEqual([])
  // Who may generate gives no word of the CMD, and nobody takes or returns out of their turn.
  expect(found(made('ben', true))).toEqual(['ben, who may not'])
  expect(found(stepped('gus', 'initiate'), stepped('cleo', 'cmd'))).toEqual(['gus, who may not', 'cleo, who may not'])
  expect(found(sentBack('gus', 'initiated'))).toEqual(['gus, who may not'])
  // Taken to its bills later than its maker may: the invoice's own word is what counts, until the bill is released.
  expect(found(['TransactionInvoiced', {}], by('TransactionDfaApproved', 'gone'))).toEqual([])
  expect(found(['TransactionInvoiced', {}], ['TransactionReleased', {}], by('TransactionDfaApproved', 'gone'))).toEqual(
    ['gone, who is nobody'],
  )
})

test('a second person needs the permission of what was proposed; what an installation begins with is set once', () => {
  const found = (...events: readonly Said[]) => wrongIn(...world, ...events).map((one) => one.found)
  expect(found(by('PoolCreditProposed', 'ada'), by('FundingConfirmed', 'ada'))).toEqual([])
  expect(found(by('AllocationProposed', 'nobody'), by('FundingConfirmed', 'ada'))).toEqual([
    'nobody, who is nobody',
    'ada, who may not',
  ])
  expect(found(by('SecondPersonAboveSet', 'system'))).toEqual([])
  expect(found(by('SecondPersonAboveSet', 'system'), by('SecondPersonAboveSet', 'system'))).toEqual([
    'system, who is nobody',
  ])
})
