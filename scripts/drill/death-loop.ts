import { setTimeout as delay } from 'node:timers/promises'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import type { RunProgram } from '#scripts/write-programs.ts'
import { createAsker } from './asking.ts'
import { send } from './client.ts'
import { createDeck, DEATHS, drawRound } from './deaths.ts'
import type { EmbeddedPortal } from './embedded-portal.ts'
import { balancesOver, headOf, judge } from './judge.ts'
import { createLedger } from './ledger.ts'
import { openTheFund, startLoad } from './load.ts'
import type { Played } from './play.ts'
import { createRandom } from './random.ts'
import { createRecovery } from './recovery.ts'
import { startSignIns } from './sign-ins.ts'
import { createTally } from './tally.ts'

export type DeathLoop = {
  readonly portal: EmbeddedPortal
  readonly programs: RunProgram
  readonly seed: string
  readonly rounds: number
  /** The longest pause (ms) of each person at work between two acts. */
  readonly pauseMs: number
  readonly say: (line: string) => void
}

/** Within this a portal serves again after the last death of a round, also on a machine that is busy with other things. */
const SERVED_MS = 120_000
const SETTLE_MS = 180_000

/** Kills parts of a portal with an embedded server, round after round; after each it must serve again with nobody's help. */
export async function playDeaths({ portal, programs, seed, rounds, pauseMs, say }: DeathLoop): Promise<Played> {
  const begun = performance.now()
  const tell = (line: string) => say(`${((performance.now() - begun) / 1000).toFixed(1).padStart(7)} s  ${line}`)
  const tally = createTally((what) => tell(`DEFECT: ${what}`))
  const { port, ground, process } = portal
  const ports = [port]
  const asker = createAsker({ ports, password: DEMO_PASSWORD, tally })
  const ledger = createLedger(await balancesOver(asker, port))
  const from = await headOf((await portal.env())['DATABASE_OWNER_URL'] ?? '')
  const recovery = createRecovery()
  const work = { asker, ledger, ground, tally, seed }
  await openTheFund(work)
  const load = startLoad({ ...work, ports, pauseMs, onProbe: recovery.answered })
  const signIns = startSignIns(port, createRandom(`${seed}:sign-ins`), tally)

  const isReady = async () => {
    const reply = await send(port, { method: 'GET', path: '/api/ready', headers: {}, timeoutMs: 5_000 })
    return reply.kind === 'answer' && reply.status === 200
  }
  const servesAgain = async () => {
    const end = performance.now() + SERVED_MS
    while (performance.now() < end) {
      if (recovery.isDone && (await isReady())) return true
      await delay(50)
    }
    return false
  }
  const random = createRandom(`${seed}:deaths`)
  const [next, faults] = [createDeck(random), new Map<string, number>()]
  let kills = 0
  for (let round = 1; round <= rounds; round += 1) {
    const { deaths } = drawRound(next, random)
    recovery.nextFault()
    for (const { kind, afterMs } of deaths) {
      await delay(afterMs)
      await DEATHS[kind]({ ...portal, random })
      faults.set(kind, (faults.get(kind) ?? 0) + 1)
      kills += 1
    }
    tell(`round ${round}: ${deaths.map(({ kind, afterMs }) => `${kind} after ${afterMs} ms`).join('; ')}`)
    recovery.faultOver(deaths.at(-1)?.kind ?? '', ports)
    if (!(await servesAgain())) {
      tally.defect(
        `Round ${round}: it does not serve again within ${SERVED_MS / 1000} s:\n${process.said().slice(-3_000)}`,
      )
      break
    }
  }

  tell(`No more deaths: ${process.starts} starts of the portal`)
  asker.endAt(performance.now() + SETTLE_MS)
  await Promise.all([load.stop(), signIns.stop()])
  asker.endAt(Number.POSITIVE_INFINITY)
  const stage = { ports, programs, env: await portal.env(), actors: [{ process }] }
  await judge({ stage, asker, ledger, tally, from, say: tell })
  for (const how of process.endedByItself) tally.defect(`The portal ended by itself: ${how.slice(-1_500)}`)
  return { tally, faults, recoveries: recovery.times, notPlayed: [], kills }
}
