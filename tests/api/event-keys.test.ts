import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addKey, vouchForKeys } from '#api/secrets.ts'
import { checkEvent } from '#commands/log/event-hash.ts'
import { eventKeysFrom } from '#commands/log/event-mac.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { startTestApp } from '#tests/support/app.ts'
import { type DemoApp, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'

// Two processes of one portal, before and after its key is changed, in order.
let first: DemoApp
let second: DemoApp
let secretsDir: string
const startAnother = async () => withDemoPeople(await startTestApp({ secretsDir }, first.database))
beforeAll(async () => {
  secretsDir = await mkdtemp(join(inject('runDir'), 'secrets-'))
  const template = await startDemoApp()
  // The key that is made here is of this portal alone.
  await cp(demoSecrets(inject('runDir')), secretsDir, { recursive: true })
  await template.close()
  // Without a sealer, which would meet the new key at once.
  const roles = { api: true, projections: true, processes: false }
  first = withDemoPeople(await startTestApp({ secretsDir, roles, dataDir: template.dataDir }, template.database))
})
afterAll(async () => {
  await second.close()
  await first.end()
})

const credit = async (portal: DemoApp, benefactor: string) => {
  const giver = await portal.as('FUND_ADMIN')
  const answer = await giver.post('/api/pool/credit', { benefactor, credit: '1.00' }, benefactor)
  expect(answer.statusCode).toBe(200)
}
const proof = async (portal: DemoApp) =>
  (await (await portal.as('AUDITOR')).get('/api/ledger/accounts/pool/proof')).json<{ data: object }>().data
/** How the events of the pool's wallet look to a process as it is. */
const macs = async ({ context }: DemoApp) =>
  (await context.eventLog.read('wallet-pool')).map((event) => checkEvent(event, context.eventKeys).mac)

test('a process that starts after the key was changed writes under the new one, and reads what the old one holds', async () => {
  await credit(first, 'Before')
  const file = await addKey(secretsDir, 'event-key')
  expect(file).toBe(join(secretsDir, 'event-key-2'))
  second = await startAnother()
  await credit(second, 'After')
  const [before, after] = [first, second].map(({ context }) => context.eventKeys.current.id)
  expect(before).not.toBe(after)
  const stored = await first.context.eventLog.read('wallet-pool')
  expect(stored.map(({ meta }) => (JSON.parse(meta) as { key: string }).key)).toEqual([before, after])
  expect(await macs(second)).toEqual(['holds', 'holds'])
  expect(await proof(second)).toMatchObject({ holds: true })
})

test('a process that started before it looks for the new key when it meets one, and goes on', async () => {
  await credit(first, 'After the change')
  expect(await macs(first)).toEqual(['holds', 'holds', 'holds'])
  expect(await proof(first)).toMatchObject({ holds: true })
  const { read_models: models } = await healthOf(first)
  expect(models.filter(({ state }) => state !== 'live')).toEqual([])
})

test('a start without a key that was ever in use refuses, and says which file; so does making the next', async () => {
  const file = join(secretsDir, 'event-key-2')
  await cp(file, `${file}.kept`)
  await rm(file)
  const refused = await startAnother().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartRefused)
  expect(String(refused)).toContain(file)
  const first = join(secretsDir, 'event-key-1')
  await cp(`${file}.kept`, file)
  await cp(first, `${first}.kept`)
  await rm(first)
  await expect(addKey(secretsDir, 'event-key')).rejects.toThrow(first)
  await cp(`${first}.kept`, first)
})

// Last: what is put there stays there for those that run.
test.each(['event-key', 'seal-key', 'password-pepper'] as const)(
  'a next %s that nobody made by the command is not taken: no start, and nobody who runs takes note of it',
  async (key) => {
    const number = key === 'event-key' ? 3 : 2
    const file = join(secretsDir, `${key}-${number}`)
    const planted = number === 3 ? 'ab'.repeat(32) : 'cd'.repeat(32)
    await writeFile(file, planted)
    const refused = await startAnother().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartRefused)
    expect(String(refused)).toContain(file)
    // Nor does the database know of it from here on.
    const { rows } = await first.context.pool.query('select name from secret_check where name = $1', [
      `${key}-${number}`,
    ])
    expect(rows).toEqual([])
    await first.context.eventKeys.refresh()
    expect(first.context.eventKeys.ids()).not.toContain(eventKeysFrom([Buffer.from(planted, 'hex')]).current.id)
    await expect(addKey(secretsDir, key)).rejects.toThrow(file)
    // Of an earlier version, as its operator says.
    expect(await vouchForKeys(secretsDir, key)).toEqual([file])
    expect(await vouchForKeys(secretsDir, key)).toEqual([])
    expect(await addKey(secretsDir, key)).toBe(join(secretsDir, `${key}-${number + 1}`))
  },
)
