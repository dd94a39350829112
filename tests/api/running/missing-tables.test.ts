import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { askDatabase } from '#tests/support/ask-database.ts'
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
/** What its tables are made of, and their rows, those of the past too. */
const tablesOf = async (model: string) => {
  const tables = [model, `${model}_history`]
  const shape = await owner.query<{ part: string }>(
    `select c.relname || ' ' || a.attname || ' ' || a.atttypid::regtype as part from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relname = any($1) and a.attnum > 0 and not a.attisdropped
      union all
     select tablename || ' ' || regexp_replace(indexdef, '^.* USING ', '') from pg_indexes where tablename = any($1)
      order by 1`,
    [tables],
  )
  return { shape: shape.rows, rows: await rowsOf(model), past: await rowsOf(`${model}_history`) }
}
const rowsOf = async (table: string) =>
  (await owner.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t order by 1`)).rows
const allTablesOf = async (models: readonly string[]) => {
  const all: Awaited<ReturnType<typeof tablesOf>>[] = []
  for (const model of models) all.push(await tablesOf(model))
  return all
}

/** Each from a model of its own, which keeps its past. */
const LOSSES = [
  { what: 'its table', of: 'service', sql: 'drop table service' },
  { what: 'its past', of: 'role', sql: 'drop table role_history' },
  { what: 'both tables', of: 'product', sql: 'drop table product, product_history' },
  { what: 'a column', of: 'coe', sql: 'alter table coe drop column name' },
  {
    what: 'the type of a column',
    of: 'service_category',
    sql: 'alter table service_category_history alter column name type varchar(200)',
  },
  // Named by whichever build made it.
  {
    what: 'its key',
    of: 'setting',
    sql: `do $$ begin execute (select format('alter table setting drop constraint %I', conname) from pg_constraint
            where conrelid = 'setting'::regclass and contype = 'p'); end $$`,
  },
]
/** Without it the tables are made anew as of a model that is new, and nobody is told. */
const WITHOUT_CHECKPOINT = 'hospital_staff'

test('a start that finds of a model its table, its past, both, a column, its type, its key or its checkpoint gone says so, and builds it again from the log', async () => {
  const models = [...LOSSES.map(({ of }) => of), WITHOUT_CHECKPOINT]
  const [before, shown] = [await allTablesOf(models), (await services()).json()]
  for (const [nth, { rows }] of before.entries()) expect(rows.length, models[nth]).toBeGreaterThan(0)
  await demo.close()
  for (const { sql } of LOSSES) await owner.query(sql)
  // Without the part that builds: they stay as they are, and health says it.
  await open({ api: true, projections: false, processes: true })
  for (const { what, of } of LOSSES) {
    await expect.poll(() => stateOf(of), { message: what }).toBe('stopped')
    expect((await healthOf(demo)).says).toContainEqual(expect.stringMatching(`^${of} stopped at position`))
  }
  await demo.close()
  await owner.query('delete from read_model where name = $1', [WITHOUT_CHECKPOINT])
  await open()
  for (const model of models) await expect.poll(() => stateOf(model), { timeout: 120_000, message: model }).toBe('live')
  await demo.context.caughtUp(await demo.context.log.head())
  expect(await allTablesOf(models)).toEqual(before)
  expect((await services()).json()).toEqual(shown)
}, 300_000)

test('while the portal runs, a question to a table that is gone is answered with 503 and words until it is built again', async () => {
  const shown = (await services()).json()
  await owner.query('drop table service')
  const answer = await services()
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('60')
  expect(answer.json()).toEqual({ message: expect.stringContaining('Some records are being rebuilt') })
  await expect.poll(() => stateOf('service')).toBe('stopped')

  // Whoever drives the models looks at their tables at times (standing-still.test.ts), and when it begins anew.
  await askDatabase(demo.database.superuserUrl, (client) =>
    client.query(
      "select pg_terminate_backend(pid) from pg_locks where classid = hashtext('read model drive')::oid and pid <> pg_backend_pid()",
    ),
  )
  await expect.poll(() => stateOf('service'), { timeout: 120_000 }).toBe('live')
  expect((await services()).json()).toEqual(shown)
}, 180_000)
