import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startTestApp } from '#tests/support/app.ts'
import { type DemoApp, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { healthOf } from './health-of.ts'

let demo: DemoApp
let owner: pg.Client
beforeAll(async () => {
  demo = await startDemoApp()
  owner = new pg.Client(demo.database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await demo.end()
})

/** The portal on the same database, as after a restart. */
const open = async (roles = { api: true, projections: true, processes: true }) => {
  const options = { secretsDir: demoSecrets(inject('runDir')), dataDir: demo.dataDir, roles }
  demo = withDemoPeople(await startTestApp(options, demo.database))
}
const stateOf = async (name: string) => (await healthOf(demo)).read_models.find((model) => model.name === name)?.state
const services = async () => (await demo.as('COE_STAFF')).get('/api/services')
const shapeOf = async () =>
  (
    await owner.query<{ part: string }>(
      `select c.relname || ' ' || a.attname || ' ' || a.atttypid::regtype as part from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relname in ('service', 'service_history') and a.attnum > 0 and not a.attisdropped
        union all
       select tablename || ' ' || regexp_replace(indexdef, '^.* USING ', '') from pg_indexes where tablename in ('service', 'service_history')
        order by 1`,
    )
  ).rows.map(({ part }) => part)

const LOSSES = [
  { what: 'its table', sql: 'drop table service' },
  { what: 'its past', sql: 'drop table service_history' },
  { what: 'both tables', sql: 'drop table service, service_history' },
  { what: 'a column', sql: 'alter table service drop column name' },
  { what: 'the type of a column', sql: 'alter table service_history alter column name type varchar(200)' },
  // Named by whichever build made it.
  {
    what: 'its key',
    sql: `do $$ begin execute (select format('alter table service drop constraint %I', conname) from pg_constraint
            where conrelid = 'service'::regclass and contype = 'p'); end $$`,
  },
  { what: 'its checkpoint', sql: `delete from read_model where name = 'service'` },
]

test.each(LOSSES)(
  'a start that finds $what gone says so, and builds the model again from the log',
  async ({ sql }) => {
    const [before, shown] = [await shapeOf(), (await services()).json()]
    await demo.close()
    await owner.query(sql)
    // Without the part that builds: it stays as it is, and health says it.
    if (!sql.startsWith('delete')) {
      await open({ api: true, projections: false, processes: true })
      await expect.poll(() => stateOf('service')).toBe('stopped')
      expect((await healthOf(demo)).says).toContainEqual(expect.stringMatching(/^service stands still/))
      await demo.close()
    }
    await open()
    await expect.poll(() => stateOf('service'), { timeout: 60_000 }).toBe('live')
    await demo.context.caughtUp(await demo.context.log.head())
    expect(await shapeOf()).toEqual(before)
    expect((await services()).json()).toEqual(shown)
  },
  180_000,
)

test('while the portal runs, a question to a table that is gone is answered with 503 and words until it is built again', async () => {
  const shown = (await services()).json()
  await owner.query('drop table service')
  const answer = await services()
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('60')
  expect(answer.json()).toEqual({ message: expect.stringContaining('missing and is built again') })
  await expect.poll(() => stateOf('service')).toBe('stopped')

  await expect.poll(() => stateOf('service'), { timeout: 120_000 }).toBe('live')
  expect((await services()).json()).toEqual(shown)
}, 180_000)
