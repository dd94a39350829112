import { expect, test } from 'vitest'
import type { Recorded } from '#commands/log/domain-log.ts'
import { checkParties } from '#commands/money/ledger/verify-parties.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { AT } from '#tests/support/command.ts'

type Said = readonly [stream: string, type: string, data?: object, minutes?: number]

/** What is wrong with some events, in their order: 1, 2, 3 …; `minutes` after the first. */
function wrongIn(...events: readonly Said[]): readonly Pick<Difference, 'position' | 'found'>[] {
  const differences: Difference[] = []
  const parties = checkParties((difference) => differences.push(difference))
  for (const [index, [stream, type, data = {}, minutes = 0]] of events.entries()) {
    const recordedAt = new Date(Date.parse(AT) + minutes * 60_000).toISOString()
    const place = { id: `event-${index}`, position: index + 1, stream, revision: 0, recordedAt }
    // The metadata tell this check nothing.
    const read = { ...place, event: { type, data: { by: 'fund', at: AT, ...data } }, meta: {} } as unknown as Recorded
    parties.event({ ...place, type, data: '', meta: '' }, read)
  }
  return differences.map(({ position, found }) => ({ position, found }))
}

const uch: Said = ['coe-uch', 'CoeRegistered', { coeId: 'uch' }]
const lasuth: Said = ['coe-lasuth', 'CoeRegistered', { coeId: 'lasuth' }]
const staff: Said = ['user-clerk', 'UserRegistered', { userId: 'clerk', coeId: 'uch' }]
const account: Said = ['user-p', 'UserRegistered', { userId: 'p', coeId: 'uch' }]
const patient: Said = ['patient-p', 'PatientRegistered', { patientId: 'p', coeId: 'uch' }]
const world = [uch, lasuth, staff, account, patient]
const user = (type: string, userId: string, minutes = 0, more: object = {}): Said => [
  ...([`user-${userId}`, type, { userId, ...more }, minutes] as const),
]
const allocation = (coeId: string): Said => ['funding-a', 'AllocationRequested', { coeId }]
const fund = (over: object = {}, minutes = 0): Said => [
  ...(['funding-b', 'PatientFundingRequested', { coeId: 'uch', patientId: 'p', ...over }, minutes] as const),
]
const bill = (over: object = {}, minutes = 0): Said => [
  ...(['transaction-t', 'TransactionBillingRequested'] as const),
  ...([{ coeId: 'uch', patientId: 'p', by: 'clerk', ...over }, minutes] as const),
]
const returned: Said = ['transaction-t', 'TransactionPaymentReturned', { coeId: 'uch', patientId: 'p' }]
const ended = (by: string, outcome = 'reversed'): Said => ['dispute-d', 'DisputeEnded', { coeId: 'uch', outcome, by }]
const answer = (by: string, minutes = 0): Said => ['transaction-t', 'TransactionReturnAnswered', { by }, minutes]

test('whoever is what they are said to be is right', () => {
  expect(wrongIn(...world, allocation('uch'), fund(), bill(), returned, answer('clerk'))).toEqual([])
})

test('a dispute is judged at the hospital, and taken back from anywhere', () => {
  expect(wrongIn(...world, ended('clerk'), ended('clerk', 'resolved'), ended('fund', 'withdrawn'))).toEqual([])
})

test('a call that looked before may write behind it, for some minutes', () => {
  const closed = user('UserDeactivated', 'p')
  expect(wrongIn(...world, closed, fund({}, 10), bill({}, 10))).toEqual([])
  const moved = user('UserHospitalChanged', 'clerk', 0, { coeId: 'lasuth' })
  expect(wrongIn(...world, moved, bill({}, 10))).toEqual([])
  expect(wrongIn(...world, returned, moved, answer('clerk', 10))).toEqual([])
  expect(wrongIn(...world, closed, user('UserActivated', 'p', 20), fund({}, 30))).toEqual([])
})

const invoiceOf = (type: string, over: object): Said => ['invoice-i', type, { coeId: 'uch', ...over }]

test('an invoice of the hospital’s own, and the ministry’s steps on it, are right', () => {
  const own = { by: 'clerk' }
  const steps = [
    invoiceOf('InvoiceGenerationRequested', own),
    invoiceOf('InvoiceStepRequested', { step: 'cmd', ...own }),
    invoiceOf('InvoiceStepRequested', { step: 'initiate' }),
    invoiceOf('InvoiceReturnRequested', { from: 'initiated' }),
  ]
  expect(wrongIn(...world, ...steps)).toEqual([])
})

test.each<[string, readonly Said[], string]>([
  ['an allocation to no hospital', [allocation('nowhere')], 'nowhere'],
  ['money for a patient of another hospital', [fund({ coeId: 'lasuth' })], 'p, a patient of uch'],
  ['money for no patient', [fund({ patientId: 'clerk' })], 'clerk, who is no patient'],
  ['money for nobody', [fund({ patientId: 'nobody' })], 'nobody, who is no patient'],
  ['a bill for a patient of another hospital', [bill({ coeId: 'lasuth' })], 'p, a patient of uch'],
  ['a bill for no patient', [bill({ patientId: 'clerk' })], 'clerk, who is no patient'],
  ['a bill of somebody from elsewhere', [bill({ by: 'fund' })], 'fund, who is of none'],
  ['a bill by the patient', [bill({ by: 'p' })], 'p, of uch'],
  [
    'a bill of somebody who has left',
    [user('UserHospitalChanged', 'clerk', 0, { coeId: 'lasuth' }), bill({}, 11)],
    'clerk, of lasuth',
  ],
  ['money for somebody who is not active', [user('UserDeactivated', 'p'), fund({}, 11)], `p, not active since ${AT}`],
  ['a bill for somebody who has died', [user('UserMarkedDeceased', 'p'), bill({}, 11)], `p, not active since ${AT}`],
  ['a bill for somebody who is erased', [user('UserErased', 'p'), bill({}, 11)], `p, not active since ${AT}`],
  ['a dispute judged by strangers', [ended('fund')], 'fund, who is of none'],
  ['a dispute judged by the patient', [ended('p', 'resolved')], 'p, of uch'],
  ['an invoice of strangers', [invoiceOf('InvoiceGenerationRequested', {})], 'fund, who is of none'],
  ['a CMD’s word of strangers', [invoiceOf('InvoiceStepRequested', { step: 'cmd' })], 'fund, who is of none'],
  ['a CMD’s return by the patient', [invoiceOf('InvoiceReturnRequested', { from: 'pending', by: 'p' })], 'p, of uch'],
  ['an answer of strangers', [returned, answer('fund')], 'fund, who is of none'],
])('%s is found at its place', (_, events, found) => {
  expect(wrongIn(...world, ...events)).toEqual([{ position: world.length + events.length, found }])
})
