import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { handle } from '#commands/handle.ts'
import { billPatient } from '#commands/money/transaction/bill-patient.ts'
import { MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import { kobo } from '#domain/kernel/money.ts'
import { secondFactor } from '#domain/people/second-factor/second-factor.ts'
import { DisputeCommented } from '#api/money/contracts/dispute-chat.ts'
import { Done } from '#api/contracts/done.ts'
import { StepOutcomes } from '#api/money/contracts/payment.ts'
import { referenceProductId } from '#scripts/demo/catalogue/reference.ts'
import { READ_MODEL_NAMES, type ReadModelName } from '#projections/read-models.ts'
import { startTestApp } from '#tests/support/app.ts'
import { command } from '#tests/support/command.ts'
import { type DemoApp, personOf, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { OWN, patientWith } from '#tests/api/money/billing/hospital.ts'
import { generate } from '#tests/api/money/invoices/invoicing.ts'
import { bodyOf, giveBack, ministryOf, STEP_PATHS } from '#tests/api/money/payments/ministry.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { healthOf } from './health-of.ts'

/** Were a command to wait, it would be for longer than a test may take. */
const FOR_EVER = 3_600_000

let demo: DemoApp
let owner: pg.Client
let appRole: string

/** The portal on the same database, as after a restart; every model has something to fold in its log. */
const open = async () => {
  const options = { secretsDir: demoSecrets(inject('runDir')), dataDir: demo.dataDir, readOwnWriteMs: FOR_EVER }
  demo = withDemoPeople(await startTestApp(options, demo.database))
}

beforeAll(async () => {
  demo = await startDemoApp()
  const ministry = await ministryOf(demo, await demo.app.listen({ host: '127.0.0.1', port: 0 }))
  const bills = [await ministry.billServices(2), await ministry.billServices(1)] as const
  const finance = await ministry.as('FINANCE')
  await finance.post(STEP_PATHS.FINANCE, StepOutcomes, bodyOf(ministry, bills))
  await giveBack(await ministry.as('NCCP'), [bills[1]], 'A paper is missing')
  await finance.post('/api/transactions/dispute', Done, { transaction_id: bills[1].id, comment: 'Not given' })
  await finance.post(`/api/transactions/${bills[1].id}/dispute/comments`, DisputeCommented, { comment: 'When?' })
  const line = { itemId: 'x-ray', name: 'X-ray', categoryId: 1, quantity: 1, price: kobo(1_00) }
  const request = command('RequestBilling', {
    ...{ reference: 'TRX-2026-900000', kind: 'service' as const, coeId: OWN, lines: [line], comment: 'With a paper' },
    patientId: await patientWith(demo, 5_00),
    documents: [{ documentId: 'a-paper', name: 'A paper.pdf', sha256: 'a'.repeat(64) }],
  })
  const billed = await billPatient(demo.context.handler, 'bill-with-a-paper', request)
  expect(billed.outcome).toBe('done')
  await ministry.billServices(3)
  await generate(ministry)
  // Of a setting that is what it was nothing is written anew.
  const cap = { key: 'funding_cap', value: '1,999,999.00' }
  expect((await (await demo.as('SUPER_ADMIN')).put('/api/sitesettings/funding_cap', cap)).statusCode).toBe(200)
  const own = { permission: 'VIEW_WARD', description: 'see the ward' }
  expect((await (await demo.as('SUPER_ADMIN')).post('/api/permissions', own)).statusCode).toBe(200)
  const stock = `/api/products/${referenceProductId(MEDICINES[0]?.id ?? '')}/coes/${OWN}/stock/received`
  expect((await (await demo.as('COE_ADMIN')).post(stock, { quantity: 40 })).statusCode).toBe(200)
  const userId = personOf('DHS', 2).userId
  const enrol = { userId, enrolmentId: 'enrolment', secret: 'A'.repeat(32), recovery: ['0'.repeat(64)], pepper: 1 }
  const enrolled = command('EnrolSecondFactor', enrol, { by: userId })
  expect(await handle(demo.context.handler, secondFactor, userId, enrolled)).toMatchObject({ outcome: 'done' })
  const reset = { userId, resetId: 'reset', reason: 'Lost', toConfirm: [] }
  const asked = command('AskReset', reset, { by: personOf('SUPER_ADMIN').userId })
  expect(await handle(demo.context.handler, secondFactor, userId, asked)).toMatchObject({ outcome: 'done' })
  owner = new pg.Client(demo.database.ownerUrl)
  await owner.connect()
  appRole = pg.escapeIdentifier(new URL(demo.database.appUrl).username)
})
afterAll(async () => {
  await owner.end()
  await demo.end()
})

const modelsOf = async (names: readonly ReadModelName[]) =>
  (await healthOf(demo)).read_models.filter(({ name }) => names.some((one) => one === name))

/** What the answer to the command below shows: it says of these that they stand still. */
const SHOWN: readonly ReadModelName[] = ['account', 'account_kind', 'posting', 'funding']
const OTHERS = READ_MODEL_NAMES.filter((name) => !SHOWN.includes(name))
/** Every model in one of them, and no two that the answer shows; in the last there is none. */
const GROUPS = [...SHOWN, undefined].map((shown, nth, all) => {
  const group = [shown, ...OTHERS.filter((_, index) => index % all.length === nth)]
  const names = READ_MODEL_NAMES.filter((name) => group.includes(name))
  return { shown, names, which: names.join(', ') }
})

/** The models that stand still, and where they stood before: they go on at the next start. */
let still: readonly { readonly name: ReadModelName; readonly position: string }[] = []

/** The portal is ended and started again, meanwhile the models that stand still are let go on and others made to. */
async function startAgain(names: readonly ReadModelName[]) {
  const before = still
  const { rows } = await owner.query<{ name: ReadModelName; position: string }>(
    'select name, position from read_model where name = any($1)',
    [names],
  )
  await demo.close()
  for (const { name, position } of before) {
    await owner.query(`grant insert, update, delete on ${name} to ${appRole}`)
    await owner.query(`update read_model set position = $2, error = null where name = $1`, [name, position])
  }
  for (const name of names) {
    // From the first event on it cannot write what it folds; what it shows stays.
    await owner.query(`update read_model set position = 0 where name = $1`, [name])
    await owner.query(`revoke insert, update, delete on ${name} from ${appRole}`)
  }
  still = rows
  await open()
  await demo.app.listen({ host: '127.0.0.1', port: 0 })
  const wereStill = before.map(({ name }) => name)
  const isAtHead = async () => (await modelsOf(wereStill)).every(({ lag }) => lag === 0)
  await expect.poll(isAtHead, { timeout: 60_000 }).toBe(true)
}

test.each(GROUPS)(
  'with $which standing still a start serves, commands do not wait for them, the others go on, and the end comes',
  async ({ shown, names }) => {
    await startAgain(names)
    const states = async () => (await modelsOf(names)).map(({ state }) => state)
    await expect.poll(states, { timeout: 60_000 }).toEqual(names.map(() => 'stopped'))

    const giver = await demo.as('FUND_ADMIN')
    const answer = await giver.post('/api/pool/credit', { benefactor: 'A friend', credit: '100.00' })
    expect(answer.statusCode).toBe(200)
    const { data } = answer.json<{ data: { position: number; caught_up: boolean; behind: string[] } }>()
    const isShown = shown !== undefined
    expect(data).toMatchObject({ caught_up: !isShown, behind: isShown ? [expect.any(String)] : [] })
    expect(await demo.context.behind(data.position, READ_MODEL_NAMES)).toEqual(
      names.map((name) => ({ name, why: 'stopped' })),
    )

    const health = await healthOf(demo)
    expect(health.status).toBe('amber')
    expect(health.says).toHaveLength(names.length)
    for (const name of names)
      expect(health.says).toContainEqual(expect.stringMatching(`^${name} stopped at position \\d+`))
  },
  120_000,
)

test('the last of them go on too', async () => {
  await startAgain([])
  expect((await healthOf(demo)).read_models.filter(({ state }) => state !== 'live')).toEqual([])
})
