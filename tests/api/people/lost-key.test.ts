import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { PersonKeyMissing } from '#commands/log/keys.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { personOf, startDemoApp } from '#tests/support/demo-app.ts'

const SOON = { timeout: 60_000 }

test('nothing is recorded about somebody whose key is missing, and no other key is made for them', async () => {
  const demo = await startDemoApp()
  const owner = new pg.Client(demo.database.ownerUrl)
  await owner.connect()
  const { userId } = personOf('PATIENT')
  await owner.query('create table kept as select * from person_key where person_id = $1', [userId])
  await owner.query('delete from person_key where person_id = $1', [userId])
  const keyRows = async () => (await owner.query('select from person_key where person_id = $1', [userId])).rowCount
  const donor = await demo.as('FUND_ADMIN')
  const fund = () => donor.post(`/api/patients/${userId}/fund`, { amount: '5.00', reason: 'because' })

  const head = await demo.context.log.head()
  const refused = await fund()
  expect(refused.statusCode).toBe(503)
  expect(refused.json<{ message: string }>().message).toContain("The key of this person's data is missing")
  // But what the donor asked for that day, which names the patient nowhere.
  const { rows: recorded } = await owner.query<{ type: string; names: boolean }>(
    'select type, position($2 in data::text) > 0 as names from event_log where position > $1',
    [head, userId],
  )
  expect(recorded).toEqual([{ type: 'FundingCounted', names: false }])
  expect(await keyRows()).toBe(0)

  // Health hears of what only those who write meet, and of its end.
  const says = async () => (await demo.app.inject('/api/health')).json<{ data: { says: string[] } }>().data.says
  const about = 'the key of a person is missing or wrong, so nothing is recorded about them'
  await expect.poll(says, SOON).toContainEqual(expect.stringContaining(about))

  await owner.query('insert into person_key select * from kept')
  expect((await fund()).statusCode).not.toBe(503)
  await expect.poll(says, SOON).not.toContainEqual(expect.stringContaining(about))

  // Whom somebody put among the patients past the portal never had a key: nothing is recorded, and nobody looks for it.
  const nobody = randomUUID()
  await owner.query(`create temp table forged as select * from patient limit 1;
    update forged set id = '${nobody}', chf_id = 'CHF-999999'; insert into patient select * from forged`)
  await expect(demo.context.keys.getOrCreate(nobody)).rejects.toThrow(PersonKeyMissing)
  expect((await healthOf(demo)).says).toEqual([])
  expect((await owner.query('select from person_key where person_id = $1', [nobody])).rowCount).toBe(0)
  await owner.end()
  await demo.end()
}, 120_000)
