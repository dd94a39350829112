import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { kobo } from '#domain/kernel/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { command } from '#tests/support/command.ts'
import { healthOf } from './health-of.ts'

let app: TestApp
let client: pg.Client
let clock = Date.now()

beforeAll(async () => {
  app = await startTestApp({ roles: { api: true, projections: false, processes: true }, now: () => clock })
  client = new pg.Client(app.database.appUrl)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await app.end()
})

const said = async () => (await healthOf(app)).says.filter((line) => !line.includes('runs in no process'))

test('a model that lacks events for longer than a busy moment is told of, though nothing says that it stands still', async () => {
  const credit = command('RequestPoolCredit', { benefactor: 'A bank', amount: kobo(1_00) })
  await moveFunds(app.context.handler, 'a-gift', credit)
  clock += 2_000
  expect(await said()).toEqual([])
  clock += 11_000
  const { status, read_models: models } = await healthOf(app)
  expect(status).toBe('red')
  expect(models.every(({ state, lag }) => state === 'live' && lag > 0)).toBe(true)
  expect(await said()).toContain('account is behind: it shows entries up to position 0')
  await client.query('update read_model set position = (select position from event_log_head)')
  clock += 2_000
  expect(await said()).toEqual([])
})

test('a silent process whose connection stands is told of while another does its work; one that is gone is not', async () => {
  const isKept = async (process: string) =>
    (await client.query('select from process_part where process = $1', [process])).rowCount === 1
  const [hanging, gone] = [randomUUID(), randomUUID()]
  await client.query(
    `insert into process_part (process, name, state, since, failures, beat_at, backend)
     values ($1, 'sealer', 'running', now() - interval '1 hour', 0, clock_timestamp(), pg_backend_pid()),
            ($2, 'sealer', 'running', now() - interval '1 hour', 0, now() - interval '1 hour', pg_backend_pid())`,
    [hanging, gone],
  )
  await expect
    .poll(said, { timeout: 60_000 })
    .toEqual([expect.stringMatching(/^the process of sealer hangs: not heard of since \S+, but still running$/)])
  await expect.poll(() => isKept(gone)).toBe(false)
  expect(await isKept(hanging)).toBe(true)
  await client.query('delete from process_part where process = $1', [hanging])
  expect(await said()).toEqual([])
})
