import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

// In the first moment, before anybody has looked: somebody past all rights puts something else where the log was, or what appends to it.
let demo: DemoApp
let giver: Caller
let staff: Caller
let superuser: pg.Client
beforeAll(async () => {
  demo = await startDemoApp({ roles: { api: true, projections: true, processes: false } })
  giver = await demo.as('FUND_ADMIN')
  staff = await demo.as('COE_STAFF')
  superuser = new pg.Client(demo.database.superuserUrl)
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await demo.end()
})

const SIGNATURE = 'integer[], integer[], text[], integer[], uuid[], text[], text[], text[]'
const roleOf = (url: string) => `"${new URL(url).username}"`
const anew = (columns: string) =>
  `alter table event_log rename to gone; create table event_log as select ${columns} from gone; grant select on event_log to public`
const back = 'drop table event_log; alter table gone rename to event_log'

test.each<readonly [what: string, put: () => string, undo: () => string]>([
  [
    'with other columns',
    () => anew('position, stream, revision::text, id::text, type, data, meta, recorded_at'),
    () => back,
  ],
  [
    'with columns of bytes',
    () => anew("position, stream, revision, id, type, convert_to(data, 'UTF8') as data, meta, recorded_at"),
    () => back,
  ],
  ['without a column', () => anew('position, stream, revision, id, type, data, recorded_at'), () => back],
  ['that is taken away', () => 'alter table event_log rename to gone', () => 'alter table gone rename to event_log'],
  [
    'without what appends to it',
    () => `alter function event_log_append(${SIGNATURE}) rename to gone`,
    () => `alter function gone(${SIGNATURE}) rename to event_log_append`,
  ],
  [
    'that is another’s',
    () => 'alter table event_log owner to pg_monitor',
    () => `alter table event_log owner to ${roleOf(demo.database.ownerUrl)}`,
  ],
])('a log %s is answered in words at once: 503, and nothing is written', async (_what, put, undo) => {
  const credit = () => giver.post('/api/pool/credit', { benefactor: 'A bank', credit: '1.00' })
  // Who has yet to read an event finds it other than it was signed, and closes: that is another story.
  await expect.poll(async () => demo.context.caughtUp(await demo.context.log.head())).toBe(true)
  await superuser.query(put())
  const answer = await credit()
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
    ...[503, '60'],
    {
      message: expect.stringMatching(
        /^(Some of the portal's tables (are missing|were altered)|The portal lost access)/,
      ),
    },
  ])
  expect((await staff.get('/api/users/profile')).statusCode).toBe(200)
  await superuser.query(undo())
  // A connection may have kept what it asked while the columns were others.
  await expect.poll(async () => (await credit()).statusCode).toBe(200)
})
