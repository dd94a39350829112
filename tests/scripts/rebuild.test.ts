import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { loadSecrets } from '#api/secrets.ts'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { kobo } from '#domain/kernel/money.ts'
import { readSkips } from '#commands/log/skips.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { program } from '#tests/support/program.ts'
import { command } from '#tests/support/command.ts'
import { personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { plant, WRONGS } from '#tests/support/planted.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** What `npm run rebuild` does, on the portal's database. */
type Portal = Pick<TestApp, 'database' | 'dataDir'> & { readonly secretsDir?: string }
async function runRebuild(
  { database, dataDir, secretsDir = join(dataDir, 'secrets') }: Portal,
  ...args: readonly string[]
) {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    SECRETS_DIR: secretsDir,
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
  }
  const child = spawn(process.execPath, [...program('scripts/rebuild.ts'), ...args], {
    cwd: ROOT,
    env,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

test(
  'an operator has a model go around the event at which it stands still, and no other',
  { timeout: 300_000 },
  async () => {
    const app = await startTestApp()
    const owner = new pg.Client(app.database.ownerUrl)
    await owner.connect()
    await owner.query(
      `revoke insert, update on funding from ${pg.escapeIdentifier(new URL(app.database.appUrl).username)}`,
    )
    const credit = command('RequestPoolCredit', { benefactor: 'A bank', amount: kobo(1_00) })
    await moveFunds(app.context.handler, 'gift', credit)
    // The first event counts it in its maker's day; the second asks for it.
    const modelOf = async () =>
      (await owner.query(`select stopped_at, skipped from read_model where name = 'funding'`)).rows[0]
    await expect.poll(async () => (await modelOf())?.stopped_at).toBe('2')

    const { sealKeys } = await loadSecrets(join(app.dataDir, 'secrets'))
    const skipsOf = readSkips(app.context.log, sealKeys)
    const decide = (position: string, ...rest: readonly string[]) => ['funding', '--skip-position', position, ...rest]
    const why = ['--by', 'An operator', '--reason', 'Nothing can hold it']
    expect(await runRebuild(app, ...decide('2'))).toMatchObject({ code: 2, said: expect.stringContaining('--reason') })
    const wrong = await runRebuild(app, ...decide('3', ...why))
    expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining('stopped at the event of position 2') })
    expect(await skipsOf('funding')).toEqual(new Set())

    expect(await runRebuild(app, ...decide('2', ...why))).toMatchObject({ code: 0 })
    expect(await skipsOf('funding')).toEqual(new Set([2]))
    // The decision holds for every later build, and is recorded once.
    expect(await runRebuild(app, 'funding')).toMatchObject({ code: 0 })
    expect(await modelOf()).toEqual({ stopped_at: null, skipped: ['2'] })
    const shown = async () => (await healthOf(app)).read_models.find(({ name }) => name === 'funding')
    expect(await shown()).toMatchObject({ skipped: [2] })
    await owner.end()
    await app.end()
  },
)

test(
  'each model that stopped at an event that cannot be read is built around it, and a start holds that',
  { timeout: 600_000 },
  async () => {
    const app = await startTestApp()
    const credit = command('RequestPoolCredit', { benefactor: 'A bank', amount: kobo(1_00) })
    await moveFunds(app.context.handler, 'gift', credit)
    const { eventLog, eventKeys } = app.context
    const broken = { type: 'WalletCredited', data: {}, wrong: WRONGS['data that are no JSON'] }
    const { position } = await plant(eventLog, 'wallet-allocation:uch', broken, eventKeys.current)
    const stopped = async () =>
      (await healthOf(app)).read_models.flatMap(({ name, state }) => (state === 'stopped' ? name : []))
    await expect.poll(stopped, { timeout: 60_000 }).toEqual(['account', 'account_kind', 'posting'])
    // A build meets it as well, and says so in words.
    const failed = await runRebuild(app, 'account')
    expect(failed).toMatchObject({ code: 1, said: expect.stringContaining(`Position ${position} (WalletCredited`) })
    expect(failed.said).not.toMatch(/SyntaxError|^\s+at /m)
    for (const name of await stopped()) {
      const decision = ['--skip-position', String(position), '--by', 'An operator', '--reason', 'Not ours']
      const { code, said } = await runRebuild(app, name, ...decision)
      expect(code, said).toBe(0)
    }
    await expect.poll(stopped, { timeout: 60_000 }).toEqual([])
    await app.close()
    const again = await startTestApp({ dataDir: app.dataDir }, app.database)
    const more = command('RequestPoolCredit', { benefactor: 'A bank', amount: kobo(1_00) })
    expect(await moveFunds(again.context.handler, 'another', more)).toMatchObject({ outcome: 'done' })
    const head = await again.context.log.head()
    await expect.poll(async () => again.context.caughtUp(head), { timeout: 60_000 }).toBe(true)
    const models = (await healthOf(again)).read_models as readonly { name: string; skipped?: readonly number[] }[]
    expect(models.flatMap(({ name, skipped = [] }) => (skipped.length > 0 ? [[name, skipped]] : []))).toEqual([
      ['account', [position]],
      ['account_kind', [position]],
      ['posting', [position]],
    ])
    await again.end()
  },
)

test('a person’s key that is lost is told in words: whose, and what to restore', { timeout: 300_000 }, async () => {
  const demo = await startDemoApp()
  const { userId } = personOf('PATIENT')
  const owner = new pg.Client(demo.database.ownerUrl)
  await owner.connect()
  await owner.query('create table kept as select * from person_key where person_id = $1', [userId])
  const rebuilt = () => runRebuild({ ...demo, secretsDir: demoSecrets(inject('runDir')) }, 'user_account')
  await owner.query(`update person_key set wrapped_key = wrapped_key || '\\x00' where person_id = $1`, [userId])
  const { code, said } = await rebuilt()
  expect(code).toBe(1)
  expect(said).toContain(`the key of person ${userId}: restore their row of the table person_key from a backup`)
  expect(said).not.toMatch(/^\s+at |stack/m)
  await owner.query('update person_key p set wrapped_key = k.wrapped_key from kept k where k.person_id = p.person_id')
  expect(await rebuilt()).toMatchObject({ code: 0 })
  await owner.end()
  await demo.end()
})
