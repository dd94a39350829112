import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { until } from '#scripts/postgres/postmaster.ts'
import { runningPostgres, startPostgres, stopLeftover } from '#scripts/postgres/start-postgres.ts'
import { copyFirstPortal } from '#tests/support/made-once.ts'
import { runStart, type StartedProgram } from '#tests/support/start-program.ts'

const READY = 'The portal is at'
const LONG = 120_000

const folders: string[] = []
const running: StartedProgram[] = []
afterAll(async () => {
  for (const program of running) program.signal('SIGKILL')
  await Promise.all(running.map(({ ended }) => ended))
  for (const folder of folders) {
    await stopLeftover(folder)
    await rm(folder, { recursive: true, force: true })
  }
})
async function newFolder() {
  const folder = await mkdtemp(join(inject('runDir'), 'killed-'))
  folders.push(folder)
  return folder
}
async function start(dataDir: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const program = runStart({ DATA_DIR: dataDir, PORT: String(await freePort()), ...env }, ...args)
  running.push(program)
  return program
}
async function holds(folder: string, name: RegExp) {
  return (await readdir(folder).catch(() => [])).some((entry) => name.test(entry))
}
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** What a whole first start has loaded, of each kind. */
const COUNTS = `select (select count(*) from user_account) as people, (select count(*) from patient) as patients,
  (select count(*) from transaction) as bills, (select count(*) from funding) as fundings,
  (select count(*) from payment) as payments, (select count(*) from credential) as credentials,
  (select count(*) from product_order) as orders, (select count(*) from coe) as hospitals`
async function countsIn(dataDir: string) {
  const found = await runningPostgres(dataDir)
  const client = new pg.Client(found?.ownerUrl)
  await client.connect()
  try {
    return (await client.query(COUNTS)).rows[0]
  } finally {
    await client.end()
  }
}
/** In a portal that was loaded by one start. */
async function countsOfWhole() {
  const dataDir = await newFolder()
  await copyFirstPortal(dataDir)
  const { stop } = await startPostgres({ dataDir })
  try {
    return await countsIn(dataDir)
  } finally {
    await stop()
  }
}
/** Starts it once more: it comes to hold what is wanted (a busy machine's read models may still fill when it is ready), and stops. */
async function finish(dataDir: string, wanted: object, env: NodeJS.ProcessEnv = {}) {
  const program = await start(dataDir, [], env)
  await program.until(READY)
  await expect.poll(() => countsIn(dataDir), { timeout: LONG }).toMatchObject(wanted)
  program.signal('SIGTERM')
  expect(await program.ended).toBe(0)
}

type Moment = (program: StartedProgram, dataDir: string) => Promise<unknown>
/** Each leaves something else behind; what is there at the others is there at one of these as well. */
const HALF_MADE: Moment = (_, dataDir) => until(() => holds(join(dataDir, 'postgres'), /making/), LONG)
const WITHOUT_DATABASE: Moment = (_, dataDir) => until(() => exists(join(dataDir, 'postgres', 'cluster')), LONG)
const WITHOUT_TABLES: Moment = (_, dataDir) => until(() => holds(join(dataDir, 'secrets'), /./), LONG)
const WITH_SOME_PEOPLE: Moment = (program) => program.until('two demo people')
const WITH_SOME_ORDERS: Moment = (program) => program.until('patients, ')
/** The start goes on by itself: its server is started again, and what it loads begins anew. */
const BEHIND_A_DEAD_SERVER: Moment = async (program, dataDir) => {
  await WITH_SOME_PEOPLE(program, dataDir)
  const [pid] = (await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await WITH_SOME_ORDERS(program, dataDir)
}

test(
  'a first start that is killed in every phase, one after the other, is finished by the next, everything once',
  { timeout: 1_200_000 },
  async () => {
    const dataDir = await newFolder()
    for (const moment of [HALF_MADE, WITHOUT_DATABASE, WITHOUT_TABLES, WITH_SOME_PEOPLE, BEHIND_A_DEAD_SERVER]) {
      const program = await start(dataDir)
      await moment(program, dataDir)
      program.signal('SIGKILL')
      await program.ended
    }
    const whole = await countsOfWhole()
    await finish(dataDir, whole)

    // Half of what --fresh deletes: the next start finishes that as well. Without the demo, nothing of before is there.
    const fresh = await start(dataDir, ['--fresh'])
    await until(async () => !(await exists(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'))), LONG)
    fresh.signal('SIGKILL')
    await fresh.ended
    await finish(dataDir, { people: '0', patients: '0', bills: '0', hospitals: whole.hospitals }, { DEMO_DATA: 'no' })
  },
)

test('SIGTERM ends a first start in every phase, and leaves nothing behind', { timeout: 600_000 }, async () => {
  const dataDir = await newFolder()
  // While people are loaded: start-ending.test.ts.
  for (const moment of [HALF_MADE, WITHOUT_DATABASE, WITHOUT_TABLES, WITH_SOME_ORDERS]) {
    const program = await start(dataDir)
    await moment(program, dataDir)
    program.signal('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(program.said()).not.toContain(READY)
    expect(await holds(join(dataDir, 'postgres'), /making|supervisor/)).toBe(false)
    expect(await exists(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
  }
})
