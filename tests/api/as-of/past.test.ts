import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as ofCatalogue from '#api/catalogue/contracts/fields.ts'
import type { Fields } from '#api/contracts/fields.ts'
import { ExportManifest, ReportTotals } from '#api/contracts/report.ts'
import * as ofMoney from '#api/money/contracts/fields.ts'
import * as ofPeople from '#api/people/contracts/fields.ts'
import { handle } from '#commands/handle.ts'
import { allEvents } from '#domain/events.ts'
import { patient } from '#domain/care/patient/patient.ts'
import { addedUp, hasFields } from '#tests/support/added-up.ts'
import { command } from '#tests/support/command.ts'
import type { ApiRoute } from '#tests/support/api-routes.ts'
import { type Caller, personOf } from '#tests/support/demo-app.ts'
import {
  type Bill,
  CHAIN_PEOPLE,
  giveBack,
  type Ministry,
  startMinistry,
  step,
} from '#tests/api/money/payments/ministry.ts'
import { generate } from '#tests/api/money/invoices/invoicing.ts'
import { addressesOf, callerOf, pastRoutes } from './addresses.ts'
import { changeEverything, recordInformation } from './everything-changes.ts'

let ministry: Ministry
let routes: readonly ApiRoute[]
let bill: Bill
beforeAll(async () => {
  ministry = await startMinistry()
  await recordInformation(ministry, personOf('PATIENT').userId, '1', '25')
  await recordInformation(ministry, personOf('PATIENT').userId, '2', '24')
  bill = await ministry.billServices(1)
  const others = [await ministry.billServices(2), await ministry.billDrugs(3), await ministry.billServices(2, 2)]
  for (const role of CHAIN_PEOPLE) await step(ministry, role, [bill])
  for (const role of CHAIN_PEOPLE.slice(0, 2)) await step(ministry, role, others.slice(0, 2))
  await giveBack(await ministry.as('DHS'), others.slice(1, 2), 'A line is missing')
  await generate(ministry)
  routes = await pastRoutes(ministry)
})
afterAll(() => ministry.end())

const asOf = (address: string, position: number): string =>
  `${address}${address.includes('?') ? '&' : '?'}as_of_position=${position}`

/** Every answer that can be asked of the past, as of a position; they are more than one person exports in an hour. */
async function answersAt(position: number | undefined): Promise<ReadonlyMap<string, string>> {
  await ministry.demo.context.pool.query('delete from call_count')
  const answers = new Map<string, string>()
  for (const route of routes) {
    const caller = await callerOf(ministry, route)
    for (const address of addressesOf(ministry, bill, route)) {
      const answer = await caller.get(position === undefined ? address : asOf(address, position))
      expect([address, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([address, 200, ''])
      answers.set(address, answer.body)
    }
  }
  return answers
}

test('every numeric column of every file adds up to its manifest and to the total of its screen', async () => {
  await ministry.demo.context.pool.query('delete from call_count')
  const held: string[] = []
  for (const route of routes.filter(({ url }) => url.endsWith('/csv'))) {
    const caller = await callerOf(ministry, route)
    for (const address of addressesOf(ministry, bill, route)) {
      const csv = await caller.get(address)
      const fields = TABLES.find((one) => hasFields(csv.body, one))
      if (fields === undefined) throw new Error(`${address} has columns that no table of fields has`)
      const manifest = await caller.get(`/api/exports/${String(csv.headers['x-export-id'])}`)
      const { totals, url } = ExportManifest.parse(manifest.json()).data
      held.push(...addedUp(csv.body, fields, totals).map((id) => `${address} ${id}`))
      const screen = await caller.get(url.replace('/csv', '/totals').replace(/[?&](sort|layout)=[^&]*/g, ''))
      expect([address, ReportTotals.parse(screen.json()).data.totals]).toEqual([address, totals])
    }
  }
  expect(held.length).toBeGreaterThan(60)
})

/** Of every list what its columns are. */
const TABLES: readonly Fields[] = [...Object.values(ofMoney), ...Object.values(ofCatalogue), ...Object.values(ofPeople)]

test('what is asked of the position that is now is what is shown now', async () => {
  const now = await answersAt(undefined)
  const past = await answersAt(await ministry.demo.context.eventLog.head())
  expect(now.size).toBeGreaterThan(50)
  for (const [address, body] of now) {
    // What the caller moved today is of today alone.
    const without = (text = '') =>
      text.replace(/"as_of_position":(null|\d+)/, '').replace(/"(person|moved_alone_today)":("[^"]*"|null)/, '')
    expect(`${address} ${without(past.get(address))}`).toBe(`${address} ${without(body)}`)
  }
})

test(
  'whatever is renamed, moved, priced or paid since, the past stays as it was, byte for byte',
  { timeout: 300_000 },
  async () => {
    const { demo } = ministry
    const position = await demo.context.eventLog.head()
    const exported = await exports()
    const before = await answersAt(position)

    await changeEverything(ministry)
    expect(await typesSince(position)).toEqual(CHANGES)

    const after = await answersAt(position)
    const changed = [...before].filter(([address, body]) => after.get(address) !== body).map(([address]) => address)
    expect(changed).toEqual([])
    await demo.context.pool.query('delete from call_count')
    for (const { caller, url, sha256 } of exported) {
      const again = await caller.get(url)
      expect([url, createHash('sha256').update(again.body).digest('hex')]).toEqual([url, sha256])
    }
    // And the present is another one: the changes did reach the read models.
    const now = await answersAt(undefined)
    const unchanged = [...now].filter(([address, body]) => before.get(address) === body).map(([address]) => address)
    expect(unchanged).toEqual([])
  },
)

test('of an erased person the past knows no more than the present', async () => {
  const { demo } = ministry
  const { userId: patientId } = personOf('PATIENT')
  await recordInformation(ministry, patientId, '3', '30')
  const position = await demo.context.eventLog.head()
  await demo.context.caughtUp(position)
  const auditor = await demo.as('AUDITOR')
  const ailments = async (): Promise<unknown> =>
    (await auditor.get(asOf('/api/analytics', position))).json<{ data: { ailments: unknown } }>().data.ailments
  const counted = (count: number) =>
    expect.arrayContaining([expect.objectContaining({ id: '3', patients_count: count })])
  expect(await ailments()).toEqual(counted(1))
  const erased = await handle(demo.context.handler, patient, patientId, command('ErasePatient', { patientId }))
  if (erased.outcome === 'refused') throw new Error(erased.refusal.refused)
  await demo.context.caughtUp(erased.position)
  expect(await ailments()).toEqual(counted(0))
  const { rows } = await demo.context.pool.query('select ailments from patient where id = $1', [patientId])
  expect(rows).toEqual([{ ailments: {} }])
})

/** Every export there is, made now: where its manifest says that it can be had again. */
async function exports() {
  await ministry.demo.context.pool.query('delete from call_count')
  const made: { caller: Caller; url: string; sha256: string }[] = []
  const auditor = await ministry.demo.as('AUDITOR')
  for (const route of routes.filter(({ url }) => url.endsWith('/csv'))) {
    const caller = await callerOf(ministry, route)
    for (const address of addressesOf(ministry, bill, route)) {
      const answer = await caller.get(address)
      expect([address, answer.statusCode]).toEqual([address, 200])
      const manifest = await auditor.get(`/api/exports/${String(answer.headers['x-export-id'])}`)
      made.push({ caller, ...ExportManifest.parse(manifest.json()).data })
    }
  }
  expect(made.length).toBeGreaterThan(10)
  return made
}

/** What changes nothing that is shown, is the end of a person (its own test), comes of an installation alone, or cannot come of a command alone. */
const NO_CHANGE = [
  'CapIdClaimed',
  'EmailClaimed',
  'EventKeysRetired',
  'LogSealed',
  'PatientErased',
  'PatientFundingRequested',
  'PaymentOfficeNotified',
  'PortalOpenedAgain',
  'ReadModelEventSkipped',
  'RecoveryCodeUsed',
  'RecoveryCodesReplaced',
  'SecondFactorEnrolled',
  'SecondFactorRemoved',
  'SecondFactorReset',
  'SecondFactorResetAsked',
  'SecondFactorResetDeclined',
  'SecondPersonAboveSet',
  'TransactionBillingRefused',
  'UserCodeAsked',
  'UserCodeUsed',
  'UserEmailConfirmed',
  'UserEmailVerified',
  'UserEnrolledAgain',
  'UserErased',
  'UserMailRetried',
  'UserPasswordChanged',
  'UserRegistrationAbandoned',
  'UserSeenBySupport',
]
const CHANGES = Object.keys(allEvents)
  .filter((type) => !NO_CHANGE.includes(type))
  .sort()

/** The types of what the log took after a position. */
async function typesSince(position: number): Promise<readonly string[]> {
  const stop = new AbortController()
  const head = await ministry.demo.context.log.head()
  const types = new Set<string>()
  for await (const batch of ministry.demo.context.log.follow(position, stop.signal)) {
    for (const { event } of batch.events) types.add(event.type)
    if (batch.position >= head) break
  }
  stop.abort()
  return [...types].filter((type) => !NO_CHANGE.includes(type)).sort()
}
