import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { createAsker } from './asking.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { type Arena, FAULT_KINDS, type FaultKind, isKill, nextFault, playable } from './faults.ts'
import { balancesOver, headOf, judge } from './judge.ts'
import { createLedger } from './ledger.ts'
import { openTheFund, startLoad } from './load.ts'
import { createRandom } from './random.ts'
import { createRecovery } from './recovery.ts'
import type { Stage } from './stage.ts'
import { createTally, type Tally } from './tally.ts'

export type Play = {
  readonly stage: Stage
  readonly seed: string
  /** How long faults are played; with `kills`, the most. */
  readonly seconds: number
  /** Ends earlier, when so many kills have been played. */
  readonly kills?: number
  /** Ends earlier, when every kind of fault has been played so often. */
  readonly rounds?: number
  readonly kinds?: readonly FaultKind[]
  /** The longest stall, in seconds. */
  readonly longest: number
  /** The longest pause (ms) of each person at work between two acts. */
  readonly pauseMs: number
  readonly postgres?: Arena['postgres']
  readonly disk?: Arena['disk']
  readonly say: (line: string) => void
}

export type Played = {
  readonly tally: Tally
  readonly faults: ReadonlyMap<string, number>
  readonly recoveries: ReadonlyMap<string, readonly number[]>
  readonly notPlayed: readonly string[]
  readonly kills: number
}

/** After how many faults everything must have come back, and how long that may take. */
const REST_EVERY = 10
const RECOVER_MS = 300_000
const SETTLE_MS = 180_000

/** Plays faults against the portal at work, lets it come to rest, and judges what it holds. */
export async function play({
  stage,
  seed,
  seconds,
  kills,
  rounds,
  longest,
  pauseMs,
  say,
  ...options
}: Play): Promise<Played> {
  const begun = performance.now()
  const at = () => `${((performance.now() - begun) / 1000).toFixed(1).padStart(7)} s`
  const tell = (line: string) => say(`${at()}  ${line}`)
  const tally = createTally((what) => tell(`DEFECT: ${what}`))
  const asker = createAsker({ ports: stage.ports, password: DEMO_PASSWORD, tally })
  const ledger = createLedger(await balancesOver(asker, stage.ports[0]))
  const from = await headOf(stage.env['DATABASE_OWNER_URL'] ?? '')
  const recovery = createRecovery()
  const work = { asker, ledger, ground: stage.ground, tally, seed }
  await openTheFund(work)
  const load = startLoad({ ...work, ports: stage.ports, pauseMs, onProbe: recovery.answered })

  const random = createRandom(`${seed}:faults`)
  const arena: Arena = { stage, random, longest, postgres: options.postgres, disk: options.disk }
  const wanted = options.kinds ?? FAULT_KINDS
  const kinds = playable({ ...arena, random: createRandom('playable') }, wanted)
  const left = rounds === undefined ? [...kinds] : Array.from({ length: rounds }, () => kinds).flat()
  const faults = new Map<string, number>()
  let killed = 0
  const until = performance.now() + seconds * 1000

  const comeBack = async (what: string) => {
    const limit = performance.now() + RECOVER_MS
    const isBack = async () => recovery.isDone && (await stage.allReady(100))
    while (!(await isBack())) {
      if (performance.now() > limit) {
        const away = stage.actors.filter(({ process }) => !process.isReady).map(({ process }) => process.name)
        tally.defect(`Not back ${RECOVER_MS / 1000} s after ${what}; not ready: ${away.join(', ') || 'none'}`)
        return
      }
      await delay(50)
    }
  }

  const isEnough = () => killed >= (kills ?? Number.POSITIVE_INFINITY) || (rounds !== undefined && left.length === 0)
  for (let count = 1; performance.now() < until && !isEnough(); count += 1) {
    const patience = performance.now() + random.between(300, 3_000)
    while (!recovery.isDone && performance.now() < patience) await delay(20)
    await delay(random.between(200, 1_200))
    const { kind, fault } = nextFault(arena, left)
    if (rounds !== undefined) left.splice(left.indexOf(kind), 1)
    recovery.nextFault()
    tell(`${kind}: ${fault.what}`)
    await fault.play()
    recovery.faultOver(kind, fault.ports.length === 0 ? stage.ports : fault.ports)
    faults.set(kind, (faults.get(kind) ?? 0) + 1)
    if (isKill(kind)) killed += 1
    if (count % REST_EVERY === 0) await comeBack(`${kind} (fault ${count})`)
  }

  tell('No more faults')
  for (const { process, line, clockFile } of stage.actors) {
    process.signal('SIGCONT')
    line.become({ state: 'good' })
    await writeFile(clockFile, '0')
  }
  await comeBack('the last fault')
  asker.endAt(performance.now() + SETTLE_MS)
  await load.stop()
  tell('Everybody has gone home')
  asker.endAt(Number.POSITIVE_INFINITY)
  await judge({ stage, asker, ledger, tally, from, say: tell })
  for (const { process } of stage.actors)
    for (const how of process.endedByItself)
      tally.defect(`${process.name} ended by itself: ${how.slice(0, 200)} ... ${how.slice(-1_500)}`)
  return {
    tally,
    faults,
    recoveries: recovery.times,
    notPlayed: wanted.filter((kind) => !kinds.includes(kind)),
    kills: killed,
  }
}
