import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBelongToLog } from '#api/same-log.ts'
import { rebuild } from '#projections/rebuild.ts'
import { readModels } from '#projections/read-models.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { healthOf } from './health-of.ts'

let demo: DemoApp
let owner: pg.Client
let giver: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  giver = await demo.as('FUND_ADMIN')
  owner = new pg.Client(demo.database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await demo.end()
})

const give = async () =>
  (await giver.post('/api/pool/credit', { benefactor: 'A friend', credit: '1.00' })).json<{
    data: { position: number; caught_up: boolean; behind: string[] }
  }>().data
const health = async () => {
  const { status, says } = await healthOf(demo)
  return { status, says }
}
const isGreen = () => expect.poll(health, { timeout: 90_000 }).toEqual({ status: 'green', says: [] })
const AWAY = 1_000_000

test('a checkpoint beyond the end of the log is told of, shows nothing, and holds nobody up', async () => {
  await isGreen()
  await owner.query('update read_model set position = position + $1 where name = $2', [AWAY, 'funding'])
  // The next event tells the driver that somebody moved it.
  await give()
  await expect.poll(health, { timeout: 60_000 }).toEqual({
    status: 'red',
    says: [
      expect.stringMatching(
        /^funding is at position \d+, but the log ends at \d+\. It belongs to another log\. .* npm run rebuild -- funding$/,
      ),
    ],
  })
  const { position, behind } = await give()
  expect(behind).toEqual([expect.any(String)])
  expect(await demo.context.behind(position, ['funding'])).toEqual([{ name: 'funding', why: 'stopped' }])
  const shown = () => demo.context.standsAt(['funding'])
  await expect.poll(shown, { timeout: 30_000 }).toEqual([expect.objectContaining({ name: 'funding', at: null })])

  const { pool, eventLog, log } = demo.context
  await expect(mustBelongToLog(pool, eventLog, false)).rejects.toThrow(
    /these read models are beyond it: funding\. .*npm run rebuild -- funding$/,
  )
  await expect(mustBelongToLog(pool, eventLog, false, ['account'])).rejects.toThrow('funding')
  await mustBelongToLog(pool, eventLog, false, ['funding'])

  const models = readModels.filter(({ name }) => name === 'funding')
  const appRole = new URL(demo.database.appUrl).username
  const { failed, built } = await rebuild({ log, models, appRole, ...demo.database })
  expect([...failed]).toEqual([])
  expect(built).toEqual(['funding'])
  await mustBelongToLog(pool, eventLog, false)
  await isGreen()
  expect(await give()).toMatchObject({ caught_up: true })
}, 240_000)

test('a process beyond the end of the log is told of, and follows up again with the next event', async () => {
  await isGreen()
  const { rows } = await owner.query<{ name: string }>('select name from process_checkpoint order by name')
  const name = rows[0]?.name ?? ''
  await owner.query('update process_checkpoint set position = position + $1 where name = $2', [AWAY, name])
  await expect.poll(health, { timeout: 60_000 }).toEqual({
    status: 'red',
    says: [
      expect.stringMatching(
        new RegExp(`^${name} is at position \\d+, but the log ends at \\d+\\. It does nothing until`),
      ),
    ],
  })
  await give()
  await isGreen()
}, 240_000)

test('a model that a newer version of the portal has made is told of by this one', async () => {
  await isGreen()
  await owner.query("update read_model set revision = revision + 1000 where name = 'service'")
  await expect.poll(health).toEqual({
    status: 'amber',
    says: [expect.stringMatching(/^service is of revision \d+, made by a newer version of the portal\. Update/)],
  })
  await owner.query("update read_model set revision = revision - 1000 where name = 'service'")
  await isGreen()
}, 180_000)
