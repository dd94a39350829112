import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createAsker } from '#scripts/drill/asking.ts'
import { balancesOver, headOf, judge } from '#scripts/drill/judge.ts'
import { createLedger } from '#scripts/drill/ledger.ts'
import { createWork, openTheFund } from '#scripts/drill/load.ts'
import { play } from '#scripts/drill/play.ts'
import { keepRunning } from '#scripts/drill/portal-process.ts'
import { createRandom } from '#scripts/drill/random.ts'
import { openStage, type Stage } from '#scripts/drill/stage.ts'
import { createTally } from '#scripts/drill/tally.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { databaseFrom, type TestDatabase } from '#tests/support/database.ts'
import { DEMO_TEMPLATE, demoSecrets, ensureDemoTemplate } from '#tests/support/demo-template.ts'

// Two API processes and one of projections and processes, as `npm start -- --run ...` starts them, on one database.
let stage: Stage
let database: TestDatabase

beforeAll(async () => {
  const runDir = inject('runDir')
  await ensureDemoTemplate({ ...inject('postgres'), runDir })
  database = await databaseFrom(DEMO_TEMPLATE)
  const { hostname: host, port } = new URL(database.appUrl)
  const dataDir = await mkdtemp(join(runDir, 'two-processes-'))
  stage = await openStage({
    ...{ dataDir, secretsDir: demoSecrets(runDir), clockDir: dataDir, database },
    postgres: () => ({ host, port: Number(port) }),
  })
}, 900_000)
afterAll(async () => {
  await stage.stop()
  await database.drop()
}, 300_000)

/** Far longer than anything here takes on a machine that is busy with other things. */
const WHILE = { timeout: 300_000, interval: 200 }

/** What happened when: shown when a test fails. */
const told: string[] = []
const say = (line: string) => void told.push(line)

/** Money at work on the stage, with books of its own. */
async function openBooks(seed: string) {
  const tally = createTally(say)
  const asker = createAsker({ ports: stage.ports, password: DEMO_PASSWORD, tally })
  const ledger = createLedger(await balancesOver(asker, stage.ports[0]))
  const books = { stage, asker, ledger, tally, seed, say, from: await headOf(database.ownerUrl) }
  await openTheFund({ asker, ledger, ground: stage.ground, tally, seed })
  const [port] = stage.ports
  const work = createWork({ asker, ledger, tally, random: createRandom(seed), name: `${seed}-work`, port })
  return { ...books, work }
}

/** One number of the database. */
async function numberOf(query: string): Promise<number> {
  const client = new pg.Client(database.superuserUrl)
  await client.connect()
  const { rows } = await client.query<{ number: string | null }>(`select (${query}) as number`)
  await client.end()
  return Number(rows[0]?.number ?? 0)
}

/** How often an event of this type stands in the log. */
async function countOf(type: string): Promise<number> {
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from event_log where type = $1',
    [type],
  )
  await client.end()
  return rows[0]?.count ?? 0
}

test('what another process finished while this one stood still is taken as it is stored: no chain breaks', async () => {
  const { work, ...books } = await openBooks('held')
  const [hospital] = stage.ground.hospitals
  if (hospital === undefined) throw new Error('No hospital')
  const [{ line }] = stage.apis
  const { coeId, patients } = hospital
  const patientId = patients[0] ?? ''
  // Each is held where its effect is on its way to the log, until the process manager has brought it there first.
  const moves = [
    { held: 'WalletCredited', outcome: 'FundingCompleted', act: () => work.creditPool(1_00) },
    { held: 'WalletDebited', outcome: 'FundingCompleted', act: () => work.allocate(coeId, 2_00) },
    { held: 'WalletCredited', outcome: 'FundingCompleted', act: () => work.fund(coeId, patientId, 3_00) },
    {
      held: 'WalletDebited',
      outcome: 'TransactionBilled',
      act: () => work.bill({ ...hospital, patients: [patientId] }, stage.ground),
    },
    {
      held: 'TransactionBilled',
      outcome: 'TransactionBilled',
      act: () => work.bill({ ...hospital, patients: [patientId] }, stage.ground),
    },
  ]
  for (const { held, outcome, act } of moves) {
    const before = await countOf(outcome)
    line.become({ state: 'held', from: held })
    const acting = act()
    await expect.poll(() => line.isHolding, WHILE).toBe(true)
    await expect.poll(() => countOf(outcome), WHILE).toBe(before + 1)
    line.become({ state: 'good' })
    const bill = await acting
    // And on with the same streams, from the process that had stood still.
    if (typeof bill === 'object') await work.pay(hospital, [bill], () => false)
    await work.creditPool(1_00)
    await work.allocate(coeId, 1_00)
    await work.fund(coeId, patientId, 1_00)
  }
  await judge(books)
  expect(books.tally.defects, told.join('\n')).toEqual([])
}, 1_800_000)

test('the work of a process that stands still is taken over, is told of, and is not done twice when it goes on', async () => {
  const { work, ...books } = await openBooks('silent')
  const other = keepRunning({
    name: 'processes-2',
    roles: 'projections,processes',
    env: stage.env,
    programs: stage.programs,
  })
  try {
    await expect.poll(() => other.isReady, WHILE).toBe(true)
    const lock = (held: string) => `select min(pid) from pg_locks l where locktype = 'advisory' and granted and ${held}
      and l.database = (select oid from pg_database where datname = current_database())`
    const driver = lock("classid = hashtext('read model drive')::oid")
    const sealer = lock("objsubid = 1 and objid = hashtext('sealer')::oid")
    const manager = lock("objsubid = 1 and objid = hashtext('process manager')::oid")
    const [drives, seals, manages] = [await numberOf(driver), await numberOf(sealer), await numberOf(manager)]
    const says = async () => (await (await fetch(`http://127.0.0.1:${stage.ports[0]}/api/health`)).text()).toString()
    stage.worker.process.signal('SIGSTOP')
    await work.creditPool(1_00)
    const head = await headOf(database.ownerUrl)
    const reached = () => numberOf('select min(position) from read_model')
    await expect.poll(reached, WHILE).toBeGreaterThanOrEqual(head)
    const taken = (held: string, before: number) => async () => ![0, before].includes(await numberOf(held))
    await expect.poll(taken(driver, drives), WHILE).toBe(true)
    await expect.poll(taken(sealer, seals), WHILE).toBe(true)
    await expect.poll(taken(manager, manages), WHILE).toBe(true)
    const recovered = () => numberOf('select min(position) from process_checkpoint')
    await expect.poll(recovered, WHILE).toBeGreaterThanOrEqual(head)
    await expect.poll(says, WHILE).toMatch(/the process of read models, [^"]*sealer[^"]* hangs: not heard of since/)

    stage.worker.process.signal('SIGCONT')
    await work.creditPool(1_00)
    await expect.poll(says, WHILE).toContain('"status":"green"')
    await work.creditPool(1_00)
    await judge(books)
    expect(books.tally.defects, told.join('\n')).toEqual([])
    expect([...stage.worker.process.endedByItself, ...other.endedByItself]).toEqual([])
  } finally {
    await other.stop()
  }
}, 1_800_000)

test('processes that stand still and go on under load break no chain, lose nothing and double nothing', async () => {
  const kinds = ['stall of a process'] as const
  const { tally, faults } = await play({ stage, seed: 'stalls', seconds: 30, kinds, longest: 8, pauseMs: 400, say })
  expect(tally.defects, told.join('\n')).toEqual([])
  expect(faults.get('stall of a process')).toBeGreaterThan(2)
}, 1_800_000)
