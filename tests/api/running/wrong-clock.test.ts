import { randomUUID } from 'node:crypto'
import type { output } from 'zod'
import { afterEach, expect, test } from 'vitest'
import type { BilledAnswer, UploadedDocument } from '#api/money/contracts/billing.ts'
import type { Health } from '#api/health/health-now.ts'
import { SEAL_STREAM } from '#commands/log/seals/seal.ts'
import { Seal } from '#domain/seal/events.ts'
import { askDatabase } from '#tests/support/ask-database.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { setMachineClock } from '#tests/support/machine-clock.ts'
import { upload } from '#tests/support/upload.ts'
import { CONSULTATION, demoPatient, fund, OWN } from '#tests/api/money/billing/hospital.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Far longer than anything here takes. */
const WHILE = { timeout: 120_000, interval: 50 }

let demo: DemoApp | undefined
afterEach(async () => {
  setMachineClock(0)
  await demo?.end()
  demo = undefined
})

/** Everything that looks at times does so often; what it does is timed by the default clock. */
const start = () =>
  startDemoApp({ housekeepingEveryMs: 100, sealing: { everyEvents: 1_000, everyMs: 200 }, checkShare: 1 })

async function rowOf<T extends object>({ context }: DemoApp, query: string): Promise<T> {
  const { rows } = await context.pool.query<T>(query)
  if (rows[0] === undefined) throw new Error(`Nothing: ${query}`)
  return rows[0]
}

/** From its beginning to its end the house was kept once more. */
async function houseKept({ context }: DemoApp): Promise<void> {
  for (const time of ['first', 'second']) {
    const key = `${time}-${randomUUID()}`
    await context.pool.query(
      "insert into sign_in_try (key, tries, forget_at) values ($1, 1, now() - interval '1 day')",
      [key],
    )
    const left = async () => (await context.pool.query('select from sign_in_try where key = $1', [key])).rowCount
    await expect.poll(left, WHILE).toBe(0)
  }
}

const healthOf = async ({ app }: DemoApp) => (await app.inject('/api/health')).json<output<typeof Health>>().data

const SINCE_1970 = Date.now()
test.each([
  { off: 8 * DAY_MS, from: 'while it runs', says: '8 days ahead of' },
  { off: 5 * 365 * DAY_MS, from: 'while it runs', says: '5 years ahead of' },
  { off: -SINCE_1970, from: 'from its start', says: `${Math.round(SINCE_1970 / DAY_MS / 365)} years behind` },
])(
  'by a machine’s clock that is $says all others’ $from nothing is ended, deleted, numbered, signed or left out',
  async ({ off, from, says }) => {
    if (from === 'from its start') setMachineClock(off)
    const portal = (demo = await start())
    const patient = demoPatient()
    await fund(portal, patient, OWN, 10_000_000)
    const staff = await portal.as('COE_STAFF')
    const uploaded = await upload(portal, staff, 'scan.pdf', Buffer.from('%PDF-1.7\n% of just now\n'))
    const { id } = uploaded.json<UploadedDocument>().document
    const key = randomUUID()
    const bill = { patient_id: patient, services: [{ service_id: CONSULTATION, quantity: 1 }] }
    const first = await staff.post('/api/coestaff/billings', bill, key)
    expect(first.statusCode).toBe(200)

    setMachineClock(off)
    await houseKept(portal)
    // Nobody was signed out, nothing was deleted, and who asks again gets the same answer.
    expect((await staff.get(`/api/documents/${id}`)).statusCode).toBe(200)
    const again = await staff.post('/api/coestaff/billings', bill, key)
    expect(again.json<BilledAnswer>().data.transaction_id).toBe(first.json<BilledAnswer>().data.transaction_id)

    const billed = await staff.post('/api/coestaff/billings', bill)
    expect(billed.statusCode).toBe(200)
    const { year, at } = await rowOf<{ year: number; at: number }>(
      portal,
      `select extract(year from now() at time zone 'Africa/Lagos')::int as year,
              (extract(epoch from now()) * 1000)::float8 as at`,
    )
    const { transaction_id: reference } = billed.json<BilledAnswer>().data
    expect(reference).toMatch(new RegExp(`^TRX-${year}-`))
    const newest = await rowOf<{ position: number; at: string }>(
      portal,
      `select position::int, data::json ->> 'at' as at from event_log where type = 'TransactionBilled'
        order by position desc limit 1`,
    )
    expect(Math.abs(Date.parse(newest.at) - at)).toBeLessThan(10 * MINUTE_MS)

    const sealOver = async () => {
      const seals = await portal.context.log.read(SEAL_STREAM)
      return seals.map(({ event }) => Seal.parse(event.data)).find((seal) => seal.position >= newest.position)
    }
    await expect.poll(sealOver, WHILE).toBeDefined()
    expect(Math.abs(Date.parse((await sealOver())?.at ?? '') - at)).toBeLessThan(10 * MINUTE_MS)

    // The check that is due is made, and the next one will be.
    await portal.context.pool.query("update integrity_check set since = now() - interval '2 days'")
    const { context } = portal
    const checked = () =>
      context.pool.query("select from integrity_check where since > now() - interval '1 day' and since <= now()")
    await expect.poll(async () => (await checked()).rowCount, WHILE).toBe(1)

    const told = `the clock of this machine is ${says} the database's, which the portal uses. Correct it.`
    await expect.poll(() => healthOf(portal), WHILE).toMatchObject({ status: 'amber', says: [told] })
    setMachineClock(0)
    await expect.poll(() => healthOf(portal), WHILE).toMatchObject({ status: 'green', says: [] })
  },
  600_000,
)

test('health says when the database’s own clock is behind what it has recorded', async () => {
  const portal = (demo = await start())
  await expect.poll(() => healthOf(portal), WHILE).toMatchObject({ status: 'green' })
  // As it is when the clock was ahead, and was put right: the head row alone would be somebody's doing.
  await askDatabase(portal.database.superuserUrl, (client) =>
    client.query(`begin; set local session_replication_role = 'replica';
      update event_log_head set recorded_at = now() + interval '130 minutes';
      update event_log l set recorded_at = h.recorded_at from event_log_head h where l.position = h.position; commit`),
  )
  const says = ["the database's clock is 2 hours behind the newest event, and the portal uses it. Correct it."]
  await expect.poll(() => healthOf(portal), WHILE).toMatchObject({ status: 'amber', says })
})
