import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { createAsker } from '#scripts/drill/asking.ts'
import type { FaultProxy } from '#scripts/drill/fault-proxy.ts'
import { type Ground, prepareGround } from '#scripts/drill/ground.ts'
import { balancesOver, compareBalances, compareEffects, headOf } from '#scripts/drill/judge.ts'
import { createLedger } from '#scripts/drill/ledger.ts'
import { openTheFund, startLoad } from '#scripts/drill/load.ts'
import { createRandom } from '#scripts/drill/random.ts'
import { createTally } from '#scripts/drill/tally.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { databaseFrom } from '#tests/support/database.ts'
import { DEMO_TEMPLATE, demoSecrets, ensureDemoTemplate } from '#tests/support/demo-template.ts'
import { listenOn } from '#tests/support/large-export.ts'
import { proxied } from '#tests/support/proxied.ts'
import { healthOf } from './running/health-of.ts'

/** Another seed is another run, and a longer one finds more: `CUTS=60 CUTS_SEED=... npx vitest run --project whole tests/api/cuts.test.ts`. */
const SEED = process.env['CUTS_SEED'] ?? 'cuts'
const CUTS = Number(process.env['CUTS'] ?? 15)
/** Of the connections, at each cut in turn. */
const SHARES = [0.1, 0.3, 1]
const READERS = 6
/** Far longer than anything here takes on a machine that is busy with other things. */
const WHILE = { timeout: 180_000 }
const AUDITOR = 'auditor@chf.example'
const LISTS = ['/api/ledger/accounts', '/api/ledger/trial-balance', '/api/fundings', '/api/coes']
const EXPORTS = ['/api/ledger/accounts/csv', '/api/ledger/trial-balance/csv']

let line: FaultProxy
let app: TestApp
let ground: Ground
let port: number
let ownerUrl: string
beforeAll(async () => {
  const run = { ...inject('postgres'), runDir: inject('runDir') }
  await ensureDemoTemplate(run)
  const database = await databaseFrom(DEMO_TEMPLATE)
  const dataDir = await mkdtemp(join(run.runDir, 'cuts-'))
  const secretsDir = demoSecrets(run.runDir)
  ground = await prepareGround({ ...database, dataDir, secretsDir })
  const way = await proxied()
  line = way.line
  ownerUrl = database.ownerUrl
  app = await startTestApp({ dataDir, secretsDir }, way.reach(database))
  port = await listenOn(app)
}, 180_000)
afterAll(async () => {
  line.become({ state: 'good' })
  await app.end()
  await line.close()
  await rm(app.dataDir, { recursive: true, force: true })
})

test(`connections cut at random under readers, writers and exports (seed ${SEED}): nothing ends, nothing is done twice`, async () => {
  // Whoever is to sign in is there.
  await expect.poll(async () => app.context.caughtUp(await app.context.eventLog.head()), WHILE).toBe(true)
  const tally = createTally(() => undefined)
  const asker = createAsker({ ports: [port], password: DEMO_PASSWORD, tally })
  const ledger = createLedger(await balancesOver(asker, port))
  const from = await headOf(ownerUrl)
  const work = { asker, ledger, ground, tally, seed: SEED, ports: [port], pauseMs: 80, onProbe: () => undefined }
  await openTheFund(work)

  const token = await signIn()
  let isOver = false
  const reads = new Map<number | 'lost', number>()
  const reading = Array.from({ length: READERS }, async (_, reader) => {
    const random = createRandom(`${SEED}:reader ${reader}`)
    while (!isOver) {
      const status = await read(random.pick(reader < READERS - 2 ? LISTS : EXPORTS), token)
      reads.set(status, (reads.get(status) ?? 0) + 1)
      await delay(random.between(5, 60))
    }
  })
  const load = startLoad(work)

  const random = createRandom(`${SEED}:cuts`)
  let cuts = 0
  const acknowledged = () => [...tally.under('acknowledged: ').values()].reduce((sum, count) => sum + count, 0)
  // However slow the machine: between two cuts somebody reads something and somebody is told that something was done.
  const done = () => [reads.get(200) ?? 0, acknowledged()] as const
  while (cuts < CUTS) {
    const before = done()
    await delay(random.between(20, 400))
    while (done().some((count, index) => count <= (before[index] ?? 0))) await delay(20)
    const share = SHARES[cuts % SHARES.length] ?? 1
    line.cut(() => random.chance(share))
    cuts += 1
  }

  asker.endAt(performance.now() + 180_000)
  await load.stop()
  isOver = true
  await Promise.all(reading)
  asker.endAt(Number.POSITIVE_INFINITY)
  await expect.poll(async () => (await healthOf(app)).status, WHILE).toBe('green')
  await expect
    .poll(async () => (await healthOf(app)).read_models.every(({ lag, state }) => lag === 0 && state === 'live'), WHILE)
    .toBe(true)
  await compareBalances({ asker, ledger, tally, ports: [port] })
  await compareEffects({ databaseUrl: ownerUrl, ledger, tally, from })

  expect(tally.defects).toEqual([])
  expect(tally.count('answered 500')).toBe(0)
  // What is read is there, or cannot be for now: nothing else.
  expect([...reads.keys()].filter((status) => ![200, 429, 503, 'lost'].includes(status))).toEqual([])
}, 900_000)

async function signIn(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: AUDITOR, password: DEMO_PASSWORD }),
  })
  const { data } = (await answer.json()) as { data: { access_token: string } }
  return data.access_token
}

/** `lost` only for a body that broke off: what had begun cannot be taken back. */
async function read(path: string, token: string): Promise<number | 'lost'> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return answer.text().then(
    () => answer.status,
    () => 'lost' as const,
  )
}
