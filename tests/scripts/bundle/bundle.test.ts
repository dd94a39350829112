import { execFile } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { SEAL_STREAM } from '#commands/log/seals/seal.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { postgresStreamEnds } from '#commands/log/seals/stream-ends.ts'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { walletOf } from '#domain/kernel/accounts.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import type { Seal } from '#domain/seal/events.ts'
import { aboutOf } from '#scripts/bundle/about.ts'
import { makeBundle } from '#scripts/bundle/make-bundle.ts'
import { WrongUsage } from '#scripts/start/options.ts'
import { type Bill, type Ministry, ministryOf, step } from '#tests/api/money/payments/ministry.ts'
import { type Planted, plant } from '#tests/api/people/erasure/planted.ts'
import { command } from '#tests/support/command.ts'
import { runCommand } from '#tests/support/command-program.ts'
import { type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { csvLines } from '#tests/support/csv-lines.ts'
import { tamper } from '#tests/commands/log/seals/sealed-log.ts'
import { linesOf } from './sealed-book.ts'

// A portal at work, whose log is sealed as soon as something is in it; and an outsider with a folder and Node.
let demo: DemoApp
let ministry: Ministry
let bills: readonly Bill[]
let paymentId: string
let gone: Planted
let env: NodeJS.ProcessEnv
let [outside, keyFile] = ['', '']

beforeAll(async () => {
  demo = await startDemoApp({ sealing: { everyEvents: 50, everyMs: 200 } })
  ministry = await ministryOf(demo, await demo.app.listen({ host: '127.0.0.1', port: 0 }))
  bills = [await ministry.billServices(1), await ministry.billServices(2)]
  paymentId = (await step(ministry, 'FINANCE', bills)).payment_id ?? ''
  gone = await plant(ministry, 'zzgone')
  const { appUrl, ownerUrl } = demo.database
  const secrets = { SECRETS_DIR: demoSecrets(inject('runDir')), DATA_DIR: demo.dataDir }
  env = { ...secrets, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl }
  outside = await mkdtemp(join(inject('runDir'), 'outside-'))
  keyFile = join(outside, 'public-key.pem')
  await writeFile(keyFile, (await runCommand('verify', env, '--show-key')).said)
  await allSealed()
})
afterAll(() => demo.end())

/** Until the last event that is no seal is sealed. */
async function allSealed(): Promise<void> {
  const { eventLog, pool } = demo.context
  const last = "select max(position)::integer as position from event_log where type <> 'LogSealed'"
  const { position } = (await pool.query<{ position: number }>(last)).rows[0] ?? { position: 0 }
  const isSealed = async () =>
    (await eventLog.read(SEAL_STREAM)).some(({ data }) => (JSON.parse(data) as Seal).position >= position)
  while (!(await isSealed()));
}

type Ended = { readonly code: number; readonly said: string; readonly err: string }
/** Where nothing is but the bundle and what came with it: no modules, no environment. */
const outsider = (path: string, ...args: readonly string[]) =>
  new Promise<Ended>((resolve) => {
    const options = { cwd: dirname(path), env: {}, maxBuffer: 64 * 1024 * 1024 }
    const all = ['verify-bundle.mjs', basename(path), keyFile, ...args]
    execFile(process.execPath, all, options, (error, said, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), said, err }),
    )
  })

/** Makes a bundle in a folder of its own; gives where it is. */
async function bundle(...about: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(outside, 'bundle-'))
  const made = await runCommand('bundle', env, ...about, '--to', folder)
  expect(made).toMatchObject({ code: 0 })
  // Where the streams end is in its table.
  expect(made.said).not.toContain('the whole log is read')
  const [name = '', ...more] = (await readdir(folder)).filter((one) => one !== 'verify-bundle.mjs')
  expect([name, more]).toEqual([expect.stringMatching(/-up-to-\d+\.ndjson$/), []])
  return join(folder, name)
}

/** Cells of a line of CSV, quoted or not. */
const cellsOf = (line: string): string[] =>
  line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.replace(/^"|"\s*$/g, '').trim())

const patient = walletOf(personOf('PATIENT').userId)

test('an outsider with Node, the file and the public key sees that a wallet is whole', async () => {
  const path = await bundle('wallet', patient)
  const { code, said, err } = await outsider(path)
  expect([code, err]).toEqual([0, ''])
  const events = await demo.context.eventLog.read(`wallet-${patient}`)
  expect(said).toContain(`${events.length} events; none is missing of wallet-${patient} (${events.length}).`)
  const seals = (await readFile(join(demo.dataDir, 'seals', 'seals.jsonl'), 'utf8')).split('\n')
  expect(seals).toContain(said.trimEnd().split('\n').at(-1))
  // Nothing beside Node's own.
  const imports = (await readFile(join(dirname(path), 'verify-bundle.mjs'), 'utf8')).matchAll(
    /^import .* from '(.*)'$/gm,
  )
  expect([...imports].map(([, from]) => from).filter((from) => from?.startsWith('node:') !== true)).toEqual([])
})

test('a payment is its transactions with all that was ever done to them', async () => {
  const path = await bundle('payment', paymentId)
  const { code, said } = await outsider(path)
  expect(code).toBe(0)
  for (const { id } of bills) expect(said).toContain(`transaction-${id} (`)
  const listed = (await outsider(path, '--list')).said.trimEnd().split('\n')
  expect(listed.filter((line) => line.includes('TransactionPaymentInitiated'))).toHaveLength(bills.length)
})

test('what cannot be read twice is not listed as if it were empty', async () => {
  const path = await bundle('payment', paymentId)
  const call = `cat ${basename(path)} | ${process.execPath} verify-bundle.mjs /dev/stdin '${keyFile}' --list`
  const ended = await new Promise<Ended>((resolve) =>
    execFile('sh', ['-c', call], { cwd: dirname(path), env: { PATH: process.env.PATH } }, (error, said, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), said, err }),
    ),
  )
  expect(ended).toEqual({ code: 2, said: '', err: '/dev/stdin is no file that can be read twice\n' })
})

/** From the log's first event on. */
async function allDays(): Promise<string> {
  const { pool, now } = demo.context
  const first = 'select recorded_at as at from event_log where position = 1'
  const { at } = (await pool.query<{ at: string }>(first)).rows[0] ?? { at: '' }
  return `${lagosDay(at)}..${lagosDay(new Date(now()).toISOString())}`
}

test('days have every event of the log between two seals', async () => {
  const path = await bundle('period', await allDays())
  const { code, said } = await outsider(path)
  expect([code, said]).toEqual([0, expect.stringContaining('behind position 0.')])
  const rows = (await linesOf(path)).filter((line) => line.startsWith('{"event"'))
  const [first] = await demo.context.eventLog.read('wallet-pool', 0, 1)
  expect(rows).toContain(
    JSON.stringify({
      event: first && [
        ...[first.position, first.stream, first.revision, first.id],
        ...[first.type, first.data, first.meta, first.recordedAt],
      ],
    }),
  )
})

test('a CSV of a wallet is held against its bundle by the position that it was exported at', async () => {
  const auditor = await demo.as('AUDITOR')
  const csv = await auditor.get(`/api/ledger/accounts/${patient}/movements/csv`)
  const manifest = await auditor.get(`/api/exports/${String(csv.headers['x-export-id'])}`)
  const { position } = manifest.json<{ data: { position: number } }>().data
  // What comes behind the export is in the bundle too, and not in the list up to its position.
  const amount = kobo(1_000_00)
  const more = { coeId: ministry.coeId, patientId: personOf('PATIENT').userId, reason: 'More', cap: kobo(2_000_000_00) }
  const moved = await moveFunds(
    demo.context.handler,
    'behind-the-export',
    command('RequestPatientFunding', { ...more, amount, above: MAX_AMOUNT }, { by: personOf('FUND_ADMIN').userId }),
  )
  expect(moved.outcome).toBe('done')
  await allSealed()
  const path = await bundle('wallet', patient)
  const list = async (...until: readonly string[]) => {
    const { code, said } = await outsider(path, '--list', ...until)
    expect(code).toBe(0)
    return said
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
  }
  const sumOf = (lines: readonly (readonly string[])[]) =>
    lines.reduce((sum, [, , , , type, data = '{}']) => {
      const sign = { WalletCredited: 1, WalletDebited: -1 }[type ?? ''] ?? 0
      return sum + sign * (JSON.parse(data) as { amount: number }).amount
    }, 0)
  const [header = [], ...exported] = csvLines(csv.body).map(cellsOf)
  const at = header.indexOf('Amount (NGN)')
  const listed = await list('--until', String(position))
  expect(sumOf(listed) / 100).toBe(exported.reduce((sum, row) => sum + Number(row[at]), 0))
  expect(exported.map(([place]) => place)).toEqual(listed.map(([place]) => place))
  expect(sumOf(await list())).toBe(sumOf(listed) + amount)
})

test('it is made while money moves, of what is sealed, and says what is behind', async () => {
  let isMoving = true
  const moving = (async () => {
    for (let n = 0; isMoving; n += 1) {
      const request = command(
        'RequestPoolCredit',
        { benefactor: 'A bank', amount: kobo(1_00) },
        { by: personOf('FUND_ADMIN').userId },
      )
      await moveFunds(demo.context.handler, `moving-${n}`, request)
    }
  })()
  const paths = [await bundle('wallet', 'pool'), await bundle('wallet', 'pool')]
  isMoving = false
  await moving
  for (const path of paths) expect(await outsider(path)).toMatchObject({ code: 0, err: '' })
})

test('of somebody who was erased nothing can be read in it', async () => {
  const who = ['--person', gone.chfId, '--by', 'fund@chf.example', '--reason', 'Asked for it']
  expect(await runCommand('erase', env, ...who)).toMatchObject({ code: 0 })
  await allSealed()
  const text = await readFile(await bundle('period', await allDays()), 'utf8')
  expect(text).toContain(gone.id)
  expect(text).not.toContain(gone.canary)
})

// What the command does with one is the same for all: two are its own.
test.each([
  ['a wallet that nobody has', ['wallet', 'patient:nobody'], 'There is no wallet patient:nobody in the log'],
  ['nothing', [], 'Name what the bundle is about'],
])('%s is refused in words, and leaves no file', async (_, about, words) => {
  const folder = await mkdtemp(join(inject('runDir'), 'none-'))
  const { code, said } = await runCommand('bundle', env, ...about, '--to', folder)
  expect([code, said]).toEqual([2, expect.stringContaining(words)])
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['an account that is no wallet', ['wallet', 'benefactors'], 'is no wallet: it is pool'],
  ['a payment that nobody made', ['payment', 'nothing'], 'There is no payment nothing in the log'],
  ['days to come', ['period', '2199-01-01..2199-01-31'], 'is not over yet'],
  ['days before the log', ['period', '1999-01-01..1999-01-31'], 'Nothing that is sealed was recorded from'],
  ['days from back to front', ['period', '2026-03-31..2026-03-01'], 'ends before it begins'],
  ['no days', ['period', 'march'], 'is no period: write it as'],
  ['something else', ['hospital', 'uch'], 'hospital is none of wallet, payment and period'],
])('%s: there is no bundle of it, and no file', async (_, words, refusal) => {
  await expectNone(words, refusal)
})

test('an id of another kind is none: a transaction is no payment', async () => {
  await expectNone(['payment', bills[0]?.id ?? ''], 'There is no payment')
})

/** In the words that the command shows. */
async function expectNone(words: readonly string[], refusal: string): Promise<void> {
  const { eventLog: log, pool, now } = demo.context
  const folder = await mkdtemp(join(inject('runDir'), 'none-'))
  const making = async () =>
    makeBundle({
      ...{ log, folder, table: postgresStreamEnds(pool), report: () => undefined },
      sealKeys: [createPublicKey(await readFile(keyFile))],
      about: aboutOf(words, lagosDay(new Date(now()).toISOString())),
    })
  const refused: unknown = await making().catch((error: unknown) => error)
  expect(refused instanceof WrongUsage || refused instanceof StartRefused).toBe(true)
  expect(String(refused)).toContain(refusal)
  expect(await readdir(folder)).toEqual([])
}

test('another verifier beside it stays, and that is said', async () => {
  const folder = await mkdtemp(join(outside, 'bundle-'))
  await writeFile(join(folder, 'verify-bundle.mjs'), '// mine')
  const made = await runCommand('bundle', env, 'wallet', 'pool', '--to', folder)
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('is another than this portal') })
  expect(await readFile(join(folder, 'verify-bundle.mjs'), 'utf8')).toBe('// mine')
})

test('a log that is not what was sealed gives no bundle', async () => {
  const folder = await mkdtemp(join(inject('runDir'), 'none-'))
  const superuser = new pg.Pool({ connectionString: demo.database.superuserUrl, max: 1 })
  await tamper(superuser, `update event_log set meta = meta || ' ' where stream = 'wallet-${patient}' and revision = 0`)
  const refused = {
    code: 2,
    said: expect.stringMatching(/than those that were sealed. Nothing was written.*verify\n$/),
  }
  expect(await runCommand('bundle', env, 'wallet', patient, '--to', folder)).toMatchObject(refused)
  // Of any other stream it is made, as long as it is known where all of them ended.
  expect(await outsider(await bundle('wallet', 'pool'))).toMatchObject({ code: 0 })
  await tamper(superuser, 'delete from stream_end')
  expect(await runCommand('bundle', env, 'wallet', 'pool', '--to', folder)).toMatchObject(refused)
  await superuser.end()
  expect(await readdir(folder)).toEqual([])
})
