import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { vouchForKeys } from '#api/secrets.ts'
import { createClient } from '#commands/postgres.ts'
import { NO_STREAM } from '#commands/log/event-log.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { anEvent } from '#tests/support/stored-events.ts'

const NAMES = ['wrapping-key', 'command-secret', 'email-secret', 'seal-key-1', 'event-key-1', 'password-pepper-1']

// One portal and its starts, in order.
let app: TestApp
const file = (name: string) => join(app.dataDir, 'secrets', name)
const startAgain = () => startTestApp({ dataDir: app.dataDir }, app.database)
const refusal = async () => {
  const error = await startAgain().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartRefused)
  return error instanceof Error ? error.message : ''
}

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  await app.database.drop()
  await rm(app.dataDir, { recursive: true, force: true })
})

test('the first start makes the secrets, and keeps in the database by what it would know them, not what they are', async () => {
  const { rows } = await app.context.pool.query<{ name: string; value: string }>('select name, value from secret_check')
  expect(rows.map(({ name }) => name).sort()).toEqual([...NAMES].sort())
  for (const name of NAMES) {
    const secret = (await readFile(file(name), 'utf8')).trim()
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(rows)).not.toContain(secret)
  }
  await app.close()
  await (await startAgain()).close()
})

test.each(NAMES)('a start without %s refuses, says which file, and makes none anew', async (name) => {
  const secret = await readFile(file(name), 'utf8')
  await rm(file(name))
  const message = await refusal()
  expect(message).toContain(file(name))
  expect(message).toContain('SECRETS_DIR')
  await expect(readFile(file(name))).rejects.toThrow(/ENOENT/)
  await writeFile(file(name), secret)
})

test.each(NAMES)('a start with another %s refuses, and says which file', async (name) => {
  const secret = await readFile(file(name), 'utf8')
  await writeFile(file(name), 'ab'.repeat(32))
  const message = await refusal()
  expect(message).toContain(file(name))
  for (const other of NAMES.filter((one) => one !== name)) expect(message).not.toContain(file(other))
  await writeFile(file(name), 'no secret')
  expect(await refusal()).toContain(file(name))
  await writeFile(file(name), secret)
})

test.each(['event-key-2', 'no-secret-of-ours'])(
  'a start that somebody has planted a row of %s for says that there may be no such file',
  async (name) => {
    const client = createClient(app.database.appUrl, { name: 'test', patience: 'call' })
    await client.connect()
    await client.query("insert into secret_check (name, value) values ($1, 'x')", [name])
    const message = await refusal()
    await client.query('delete from secret_check where name = $1', [name])
    await client.end()
    expect(message).toContain(file(name))
    expect(message).toContain('may be a forgery: check its row in the table secret_check')
    expect(message).toContain('docs/mismatch.md')
  },
)

test('where there are no keys none has its record', async () => {
  const folder = join(app.dataDir, 'nowhere')
  const error = await vouchForKeys(folder, 'event-key').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartRefused)
  expect(String(error)).toContain(`There is no event-key in ${folder}: set DATA_DIR or SECRETS_DIR`)
})

test('with the secrets of the first start it starts again', async () => {
  const again = await startAgain()
  expect((await again.app.inject({ url: '/api/openapi.json' })).statusCode).toBe(200)
  // A log that has events, in a database that knows no secrets yet.
  await again.context.eventLog.append('wallet-a', NO_STREAM, [anEvent()])
  await again.close()
  const forger = new pg.Client(app.database.appUrl)
  await forger.connect()
  // One that the database knows no longer is not made anew either: a new one would free every e-mail.
  await forger.query(`delete from secret_check where name = 'email-secret'`)
  const secret = await readFile(file('email-secret'), 'utf8')
  await rm(file('email-secret'))
  expect(await refusal()).toContain(file('email-secret'))
  await writeFile(file('email-secret'), secret)
  await forger.query('delete from secret_check')
  await forger.end()
  await rm(join(app.dataDir, 'secrets'), { recursive: true })
  const message = await refusal()
  for (const name of NAMES) expect(message).toContain(file(name))
})
