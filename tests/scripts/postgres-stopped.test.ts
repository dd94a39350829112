import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type DrillPostgres, startDrillPostgres } from '#scripts/drill/drill-postgres.ts'
import { play } from '#scripts/drill/play.ts'
import { openStage, type Stage } from '#scripts/drill/stage.ts'
import { programsIn } from '#scripts/write-programs.ts'
import { copyFirstPostgres } from '#tests/support/made-once.ts'

// What a proxy cannot play: the server's own processes stand still with their locks, and take connections that they
// answer later.
let dataDir: string
let postgres: DrillPostgres
let stage: Stage
const told: string[] = []
const say = (line: string) => void told.push(line)
beforeAll(async () => {
  dataDir = await mkdtemp(join(inject('runDir'), 'stopped-'))
  await copyFirstPostgres(dataDir)
  postgres = await startDrillPostgres(dataDir, say)
  stage = await openStage({
    ...{ dataDir, secretsDir: join(dataDir, 'secrets'), clockDir: dataDir, database: postgres },
    postgres: postgres.address,
    programs: programsIn(inject('programs')),
  })
}, 900_000)
afterAll(async () => {
  await stage.stop()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 120_000)

/** Longer than the database may be silent until that is known, and than the calls take that were under way. */
const STOPPED_MS = 30_000
/** Far from what a call may take, and from as long as the server stands still. */
const BOUND_MS = 20_000

type Probe = {
  readonly path: string
  readonly port: number
  readonly status: number
  readonly body: string
  readonly ms: number
}

async function ask(path: string, port: number): Promise<Probe> {
  const begun = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  const body = await answer.text()
  return { path, port, status: answer.status, body, ms: performance.now() - begun }
}

test('a server whose processes stand still under load: health answers, calls end, all goes on and nothing is lost', async () => {
  const probes: Promise<Probe>[] = []
  let isStopped = false
  const stall = async () => {
    const stalled = postgres.stall(STOPPED_MS)
    isStopped = true
    void stalled.finally(() => (isStopped = false))
    while (isStopped) {
      for (const port of stage.ports) probes.push(ask('/api/health', port), ask('/api/coes', port))
      await delay(1_000)
    }
    await stalled
  }
  const { tally } = await play({
    ...{ stage, seed: 'stopped', seconds: 1, kinds: ['stall of Postgres'], longest: 1, pauseMs: 80, say },
    postgres: { ...postgres, stall },
  })
  for (const { path, port, status, body, ms } of await Promise.all(probes)) {
    expect(path === '/api/health' ? [200] : [200, 503], `${path} at ${port}: ${body}`).toContain(status)
    expect(ms, `${path} at ${port}: ${body}`).toBeLessThan(BOUND_MS)
  }
  const answers = await Promise.all(probes)
  for (const port of stage.ports) {
    const here = answers.filter((probe) => probe.port === port)
    expect(here.some(({ body }) => body.includes('the database has not answered since'))).toBe(true)
    expect(here.some(({ status }) => status === 503)).toBe(true)
  }
  expect(tally.defects, told.join('\n')).toEqual([])
}, 1_800_000)
