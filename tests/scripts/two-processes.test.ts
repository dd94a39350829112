import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createAsker } from '#scripts/drill/asking.ts'
import { balancesOver, compareBalances, compareEffects, headOf } from '#scripts/drill/judge.ts'
import { createLedger } from '#scripts/drill/ledger.ts'
import { createWork, openTheFund } from '#scripts/drill/load.ts'
import { play } from '#scripts/drill/play.ts'
import { keepRunning } from '#scripts/drill/portal-process.ts'
import { createRandom } from '#scripts/drill/random.ts'
import { comeToRest } from '#scripts/drill/rest.ts'
import { openStage, type Stage } from '#scripts/drill/stage.ts'
import { createTally } from '#scripts/drill/tally.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { programsIn } from '#scripts/write-programs.ts'
import { databaseFrom, type TestDatabase } from '#tests/support/database.ts'
import { DEMO_TEMPLATE, demoSecrets, ensureDemoTemplate } from '#tests/support/demo-template.ts'

// Two API processes and one of projections and processes, as `npm start -- --run ...` starts them, on one database.
let stage: Stage
let database: TestDatabase
let watcher: pg.Client

beforeAll(async () => {
  const runDir = inject('runDir')
  await ensureDemoTemplate({ ...inject('postgres'), runDir })
  database = await databaseFrom(DEMO_TEMPLATE)
  watcher = new pg.Client(database.superuserUrl)
  await watcher.connect()
  const { hostname: host, port } = new URL(database.appUrl)
  const dataDir = await mkdtemp(join(runDir, 'two-processes-'))
  stage = await openStage({
    ...{ dataDir, secretsDir: demoSecrets(runDir), clockDir: dataDir, database },
    postgres: () => ({ host, port: Number(port) }),
    programs: programsIn(inject('programs')),
  })
}, 900_000)
afterAll(async () => {
  await stage.stop()
  await watcher.end()
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
  const books = { asker, ledger, tally, seed, from: await headOf(database.ownerUrl) }
  await openTheFund({ asker, ledger, ground: stage.ground, tally, seed })
  const workAt = (port: number) =>
    createWork({ asker, ledger, tally, random: createRandom(seed), name: `${seed}-work-${port}`, port })
  return { ...books, workAt }
}

/** What was acknowledged stands there, and nothing else. The last test verifies all of the log, and rebuilds from it. */
async function expectToAddUp({ asker, ledger, tally, from }: Awaited<ReturnType<typeof openBooks>>) {
  await comeToRest(stage.ports, asker, tally)
  await compareBalances({ asker, ledger, tally, ports: stage.ports })
  await compareEffects({ databaseUrl: database.ownerUrl, ledger, tally, from })
  expect(tally.defects, told.join('\n')).toEqual([])
}

/** One number of the database. */
async function numberOf(query: string, values: readonly string[] = []): Promise<number> {
  const { rows } = await watcher.query<{ number: string | null }>(`select (${query}) as number`, [...values])
  return Number(rows[0]?.number ?? 0)
}

/** How often an event of this type stands in the log. */
const countOf = (type: string) => numberOf('select count(*) from event_log where type = $1', [type])

test('what another process finished while this one stood still is taken as it is stored: no chain breaks', async () => {
  const books = await openBooks('held')
  const [hospital] = stage.ground.hospitals
  if (hospital === undefined) throw new Error('No hospital')
  const { coeId, patients, staff, pharmacist } = hospital
  const patientId = patients[0] ?? ''
  const [money, bills] = [books.workAt(stage.ports[0]), books.workAt(stage.ports[1])]
  const bill = () => bills.bill({ ...hospital, patients: [patientId] }, stage.ground)
  // A process that stands still signs nobody in.
  for (const email of [staff, pharmacist]) await books.asker.get(email, '/api/health')
  const [first, second] = stage.apis
  const moves = {
    credit: { api: first, held: 'WalletCredited', outcome: 'FundingCompleted', act: () => money.creditPool(1_00) },
    allocation: {
      api: first,
      held: 'WalletDebited',
      outcome: 'FundingCompleted',
      act: () => money.allocate(coeId, 2_00),
    },
    funding: {
      ...{ api: first, held: 'WalletCredited', outcome: 'FundingCompleted' },
      act: () => money.fund(coeId, patientId, 3_00),
    },
    debitOfBill: { api: second, held: 'WalletDebited', outcome: 'TransactionBilled', act: bill },
    bill: { api: second, held: 'TransactionBilled', outcome: 'TransactionBilled', act: bill },
  }
  // Each is held where its effect is on its way to the log, until the process manager has brought it there first.
  for (const held of [[moves.credit, moves.debitOfBill], [moves.allocation, moves.bill], [moves.funding]]) {
    const before = await Promise.all(held.map(({ outcome }) => countOf(outcome)))
    for (const { api, held: from } of held) api.line.become({ state: 'held', from })
    const acting = held.map(({ act }) => act())
    await expect.poll(() => held.every(({ api }) => api.line.isHolding), WHILE).toBe(true)
    for (const [index, { outcome }] of held.entries())
      await expect.poll(() => countOf(outcome), WHILE).toBe((before[index] ?? 0) + 1)
    for (const { api } of held) api.line.become({ state: 'good' })
    const done = await Promise.all(acting)
    // And on with the same streams, from the process that had stood still.
    for (const [index, { api }] of held.entries()) {
      const work = api === first ? money : bills
      const made = done[index]
      if (typeof made === 'object') await work.pay(hospital, [made], () => false)
      await work.creditPool(1_00)
      await work.allocate(coeId, 1_00)
      await work.fund(coeId, patientId, 1_00)
    }
  }
  await expectToAddUp(books)
}, 1_800_000)

test('the work of a process that stands still is taken over, is told of, and is not done twice when it goes on', async () => {
  const books = await openBooks('silent')
  const work = books.workAt(stage.ports[0])
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
    await expectToAddUp(books)
    expect([...stage.worker.process.endedByItself, ...other.endedByItself]).toEqual([])
  } finally {
    await other.stop()
  }
}, 1_800_000)

test('processes that stand still and go on under load break no chain, lose nothing and double nothing', async () => {
  // Of this seed, each of them once, one for longer than the process manager waits for it.
  const options = { seed: 'stalls 1665', longest: 8, rounds: 3, seconds: 600, pauseMs: 400 }
  const { tally, faults } = await play({ stage, ...options, kinds: ['stall of a process'], say })
  expect(tally.defects, told.join('\n')).toEqual([])
  expect(faults.get('stall of a process')).toBe(3)
  for (const stalled of [/SIGSTOP to processes/, /SIGSTOP to api-\d for 0/, /SIGSTOP to api-\d for 7/])
    expect(told.join('\n')).toMatch(stalled)
}, 1_800_000)
