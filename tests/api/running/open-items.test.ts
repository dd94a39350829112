import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSystem } from '#api/system.ts'
import { allProcesses } from '#commands/processes/all-processes.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { healthOf } from './health-of.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.end())
beforeEach(async () => {
  await expect.poll(async () => (await healthOf(app)).processes.length).toBe(allProcesses.length)
  await app.context.pool.query('delete from process_item; delete from outbox')
})

const open = (key: string, over: { attempts?: number; isDead?: boolean } = {}) =>
  app.context.pool.query(
    `insert into process_item (process, key, stream, revision, position, attempts, is_dead, error)
     values ('billing', $1, 'transaction-1', 0, 1, $2, $3, 'something about somebody')`,
    [key, over.attempts ?? 0, over.isDead ?? false],
  )
const mail = (attempts: number, isDead = false) =>
  app.context.pool.query(
    `insert into outbox (id, process, template, recipient, stream, revision, attempts, is_dead, error)
     values (gen_random_uuid(), 'billing', 'bill', 'somebody', 'transaction-1', 0, $1, $2, $3)`,
    [attempts, isDead, attempts > 0 ? 'Error' : null],
  )
const billing = async () => {
  const health = await healthOf(app)
  const { processes, status, says } = health
  return { ...processes.find(({ name }) => name === 'billing'), status, says }
}

test('what is open and waits is no fault', async () => {
  await open('one')
  await mail(0)
  expect(await billing()).toMatchObject({ open: 1, failing: 0, dead: 0, state: 'live', status: 'green', says: [] })
})

test('what fails and is tried again, and what can go neither way, is amber and counted, without a word of why', async () => {
  await open('one', { attempts: 2 })
  await open('two', { attempts: 1, isDead: true })
  await mail(3)
  await mail(10, true)
  const health = await billing()
  expect(health).toMatchObject({ open: 2, failing: 1, dead: 1, status: 'amber' })
  expect(health.says).toEqual([
    'billing: 1 cannot finish now and will be retried',
    "billing: 1 cannot finish or be undone. See the operator's log.",
    'mail: 1 could not be sent yet',
    'mail: 1 could not be sent. See Mail (Administration).',
  ])
  expect(JSON.stringify(health)).not.toContain('something about')
  expect(await healthOf(app)).toMatchObject({ outbox: { waiting: 2, failing: 1, dead: 1 } })
})

test('what is open under a name that no process has is amber, and told by the next start', async () => {
  await app.context.pool.query(
    `insert into process_item (process, key, stream, revision, position) values ('teleport', 'one', 'transaction-1', 0, 1)`,
  )
  await app.context.pool.query(
    `insert into outbox (id, process, template, recipient, stream, revision)
     values (gen_random_uuid(), 'owl post', 'bill', 'somebody', 'transaction-1', 0)`,
  )
  const says = [
    'owl post is no process of this version of the portal: nobody works its 0 open items and 1 mails',
    'teleport is no process of this version of the portal: nobody works its 1 open items and 0 mails',
  ]
  expect(await healthOf(app)).toMatchObject({ status: 'amber', says })
  const told: string[] = []
  const { ownerUrl, appUrl } = app.database
  const start = await openSystem({
    ownerUrl,
    appUrl,
    dataDir: app.dataDir,
    report: (message) => void told.push(message),
  })
  await expect.poll(() => told).toEqual(says)
  await start.close()
})

test('a process that stands still is amber', async () => {
  await app.context.pool.query("update process_checkpoint set error = 'why' where name = 'billing'")
  expect(await billing()).toMatchObject({ state: 'stopped', status: 'amber' })
  await app.context.pool.query('update process_checkpoint set error = null')
})
