import { expect, test } from 'vitest'
import type { Recorded } from '#commands/log/domain-log.ts'
import { allRights, permissionsFor } from '#domain/rights.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { checkRights } from '#commands/rights/verify-rights.ts'
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
const closed = (userId: string): Said => of('UserDeactivated', userId, 0, { by: 'dan' })
const detached = (roleId: string, permission: string): Said => ['PermissionDetached', { by: 'dan', roleId, permission }]
const world = [
  ...[may('giver', 'FUND_PATIENT'), may('giver', 'CREDIT_POOL'), may('clerk', 'BILL_DRUGS')],
  ...[may('permsec', 'PERMSEC_APPROVAL'), may('admin', 'CREATE_COE'), may('admin', 'CREATE_COESTAFF')],
  may('admin', 'MANAGE_ROLE'),
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
      ...[by('CoeBankProposed', 'dan'), by('UserDeactivated', 'dan'), by('WalletDebited', 'nobody')],
    ),
  ).toEqual([])
})

test('a call that looked before may write behind it, for some minutes', () => {
  const funds = by('PatientFundingRequested', 'ada', 10)
  expect(wrongIn(...world, detached('giver', 'FUND_PATIENT'), funds)).toEqual([])
  expect(wrongIn(...world, of('UserRolesAssigned', 'ada', 0, { by: 'dan', roles: ['clerk'] }), funds)).toEqual([])
  expect(wrongIn(...world, closed('ada'), funds)).toEqual([])
  expect(
    wrongIn(
      ...world,
      closed('ada'),
      of('UserActivated', 'ada', 20, { by: 'dan' }),
      by('PoolCreditRequested', 'ada', 40),
    ),
  ).toEqual([])
})

test('what was asked for is given under the name of whoever asked, long after they have gone', () => {
  const asked = of('UserRolesAsked', 'eve', 0, { by: 'dan', roles: ['clerk'] })
  const given = of('UserRolesAssigned', 'eve', 90, { by: 'dan', roles: ['clerk'] })
  expect(wrongIn(...world, asked, closed('dan'), given, by('TransactionBillingRequested', 'eve', 90))).toEqual([])
  const refused = of('UserRolesRefused', 'eve', 1, { by: 'dan' })
  for (const before of [
    [asked, refused],
    [asked, given],
  ])
    expect(wrongIn(...world, closed('dan'), ...before, given)).toHaveLength(1)
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
    [detached('giver', 'FUND_PATIENT'), by('PatientFundingRequested', 'ada', 11)],
    'ada, who may not',
  ],
  [
    'what somebody held before',
    [of('UserRolesAssigned', 'ada', 0, { by: 'dan', roles: ['clerk'] }), by('PatientFundingRequested', 'ada', 11)],
    'ada, who may not',
  ],
  [
    'a step by whose account is closed',
    [closed('cleo'), by('TransactionPermsecApproved', 'cleo', 11)],
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

/** What is held against what its maker might, by anything but what merely follows, and operators. */
const held = Object.entries(allRights).filter(([, { operator, follows, ...ways }]) => Object.keys(ways).length > 0)
// Enough of each event for whoever reads it.
const some = { step: 'cmd', from: 'pending', services: [], roles: [], roleId: 'some', permission: 'NOTHING' }

test.each(held)('%s is held to its right', (type, { own, system }) => {
  const permissions = permissionsFor(type)
  const holders = permissions.flatMap((one) => [may(one, one), person(`holder of ${one}`, one)])
  const found = (who: string, more: object = {}) =>
    wrongIn(...world, ...holders, [type, { ...some, ...more, by: who }]).map((one) => one.found)
  expect(found('mallory')).toEqual(['mallory, who is nobody'])
  expect(found('fay')).toEqual(['fay, who may not'])
  expect(found('system')).toEqual(system === undefined ? ['system, who is nobody'] : [])
  if (own !== undefined) expect(found('eve', { [own]: 'eve' })).toEqual([])
  // Of a chain whose step the event tells, who may take it; else any of them.
  const may1 = permissions.filter((one) => found(`holder of ${one}`).length === 0)
  const told = type.startsWith('Invoice') && type !== 'InvoiceGenerationRequested'
  expect(may1).toEqual(told ? ['APPROVE_INVOICE'] : permissions)
})

test('a return is by whose turn it was, and what the portal begins with it sets once', () => {
  const found = (...events: readonly Said[]) => wrongIn(...world, ...events).map((one) => one.found)
  const returned = (from: string): Said => ['TransactionPaymentReturned', { by: 'cleo', from }]
  expect(found(returned('dfaApproved'), returned('initiated'))).toEqual(['cleo, who may not'])
  for (const type of ['DeadlinesSet', 'TermsSet', 'SharesSet'])
    expect(found(by(type, 'system'), by(type, 'system'))).toEqual(['system, who is nobody'])
})

const adding = { serviceId: 'mri', adding: {} }
test.each<[string, Said, readonly Said[], readonly Said[]]>([
  [
    'a hospital and who heads it',
    ['CoeEntered', { coeId: 'uch', registering: { adminId: 'gus' } }],
    [person('gus'), of('UserCodeAsked', 'gus'), ['CoeRegistered', { coeId: 'uch' }]],
    [of('UserRegistrationAbandoned', 'gus'), ['CoeTakenBack', { coeId: 'uch' }]],
  ],
  [
    'a service',
    ['ServicePlacedInCategory', adding],
    [['ServiceAdded', { serviceId: 'mri' }]],
    [['ServiceAdded', { serviceId: 'mri' }]],
  ],
  [
    'a price list',
    ['PriceImportRequested', { importId: 'new', services: [{ serviceId: 'mri' }] }],
    [
      ...['ServiceFiled', 'ServiceRenamed', 'ServicePriceChanged', 'ServicePricedAtCoe', 'ServicePricePlanned'].map(
        (type): Said => [type, { serviceId: 'mri' }],
      ),
      ['ServicePlacedInCategory', adding],
    ],
    [['PriceImportCompleted', { importId: 'new' }]],
  ],
])('%s is finished in the name of whoever began it, long after they have gone', (_, begins, finishes, ends) => {
  const rights = ['CREATE_SERVICE', 'EDIT_SERVICE', 'ATTACH_COE_SERVICE'].map((one) => may('admin', one))
  const later = (events: readonly Said[]) => events.map(([type, data]): Said => [type, { ...data, by: 'dan' }, 90])
  const began: readonly Said[] = [...world, ...rights, [begins[0], { ...begins[1], by: 'dan' }], closed('dan')]
  expect(wrongIn(...began, ...later(finishes))).toEqual([])
  expect(wrongIn(...began, ...later(ends), ...later(finishes))).toHaveLength(finishes.length)
})
