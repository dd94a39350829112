import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { keepHouse } from '#api/housekeeping.ts'
import { loadSecrets } from '#api/secrets.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { createPool } from '#commands/postgres.ts'
import { patientWith } from '#tests/api/money/billing/hospital.ts'
import { verified } from '#tests/api/verify/verified.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'

// Somebody with the database's app role, who would have the portal erase a patient who never asked for it.
let demo: DemoApp
let personId: string
beforeAll(async () => void (demo = await startDemoApp({ roles: { api: true, projections: true, processes: false } })))
beforeEach(async () => void (personId = await patientWith(demo, 0)))
afterAll(() => demo.end())

const asApp = (text: string) => demo.context.pool.query(text, [personId])
const types = async () => (await demo.context.log.read(`user-${personId}`)).map(({ event }) => event.type)
const keepAndLook = async () => {
  const before = await demo.context.eventLog.head()
  await keepHouse(demo.context, new AbortController().signal)
  const { rows } = await asApp(
    `select (select wrapped_key is not null from person_key where person_id = $1) as has_key,
            (select first_name is not null from user_account where id = $1) as has_name`,
  )
  return [(await demo.context.eventLog.head()) - before, rows[0]]
}

test('a key that is said to be destroyed, and is there, destroys nothing', async () => {
  await asApp('update person_key set destroyed_at = now() where person_id = $1')
  expect(await keepAndLook()).toEqual([0, { has_key: true, has_name: true }])
})

test('a key that was taken away as if it had been destroyed erases nobody in the log', async () => {
  await asApp('update person_key set wrapped_key = null, destroyed_at = now() where person_id = $1')
  expect(await keepAndLook()).toEqual([0, { has_key: false, has_name: true }])
})

test('a key that is destroyed as the portal destroys one, by who has the wrapping key, erases nobody in the log', async () => {
  await demo.context.keys.destroy(personId)
  expect(await keepAndLook()).toEqual([0, { has_key: false, has_name: true }])
  const pool = createPool(demo.database.appUrl, { name: 'test', patience: 'batch', max: 2, types: logTypes })
  onTestFinished(() => pool.end())
  const secrets = await loadSecrets(demoSecrets(inject('runDir')))
  const { differences } = await verified(demo, { pool, secrets }, { logOnly: true })
  expect(differences).toContainEqual(
    expect.objectContaining({ check: 'person key', found: expect.stringContaining('no event erases them') }),
  )
})

test('the mark of a key that the portal destroyed serves for nobody else', async () => {
  const erased = await patientWith(demo, 0)
  await demo.context.keys.destroy(erased)
  expect(await demo.context.keys.destroyed([erased, personId])).toEqual(new Set([erased]))
  await demo.context.pool.query(
    `update person_key set (wrapped_key, destroyed_at, destroyed_mac) =
            (select wrapped_key, destroyed_at, destroyed_mac from person_key where person_id = $1) where person_id = $2`,
    [erased, personId],
  )
  expect(await demo.context.keys.destroyed([erased, personId])).toEqual(new Set([erased]))
  await keepHouse(demo.context, new AbortController().signal)
  expect((await types()).at(-1)).not.toBe('UserErased')
})

test('somebody who is kept as erased, whom the log does not erase, keeps their key', async () => {
  await asApp('insert into erased_person values ($1)')
  expect(await keepAndLook()).toEqual([0, { has_key: true, has_name: true }])
})
