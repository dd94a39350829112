import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { DrillDisk } from './disk.ts'
import type { DrillPostgres } from './drill-postgres.ts'
import type { Line } from './fault-proxy.ts'
import { createRandom, type Random } from './random.ts'
import type { Actor, Stage } from './stage.ts'

/** Something bad that happens to the portal, and is over at the end of `play`. */
export type Fault = {
  readonly what: string
  /** The ports of the API processes that cannot answer meanwhile. */
  readonly ports: readonly number[]
  play(): Promise<void>
}

/** What the faults are played on. Without a server or a disk of the drill's own, theirs are left out. */
export type Arena = {
  readonly stage: Stage
  readonly random: Random
  /** The longest time that something stands still, in seconds. */
  readonly longest: number
  readonly postgres: DrillPostgres | undefined
  readonly disk: DrillDisk | undefined
}

/** What a machine's clock may be off by, in hours. */
const STEPS = { 'an hour': 1, 'eight days': 8 * 24, 'five years': 5 * 365 * 24 } as const
const STEP_NAMES = Object.keys(STEPS) as (keyof typeof STEPS)[]
const HOUR_MS = 3_600_000

/** Each kind with how often it comes among the others; `kill` in its name means that something is killed. */
export const FAULTS = {
  'kill of an API process': { weight: 5, make: ({ stage, random }) => kill(random.pick(stage.apis)) },
  'kill of the processes': { weight: 3, make: ({ stage }) => kill(stage.worker) },
  'kill of Postgres': {
    weight: 2,
    make: ({ stage, postgres }) =>
      postgres && {
        what: 'SIGKILL to the database server',
        ports: stage.ports,
        play: () => postgres.kill(),
      },
  },
  'kill of backends': {
    weight: 3,
    make({ stage, random, postgres }) {
      const share = random.pick([0.1, 0.5, 1])
      const ends = ofEach(random, share)
      return (
        postgres && {
          what: `pg_terminate_backend of ${share * 100} %`,
          ports: stage.ports,
          play: () => postgres.terminateBackends(ends),
        }
      )
    },
  },
  'kill of the group': {
    weight: 1,
    make: ({ stage, postgres }) => ({
      what: postgres ? 'SIGKILL to everything at once' : 'SIGKILL to all three processes at once',
      ports: stage.ports,
      async play() {
        for (const { process } of stage.actors) process.signal('SIGKILL')
        await postgres?.kill()
      },
    }),
  },
  cut: {
    weight: 3,
    make({ stage, random }) {
      const [actor, share] = [random.pick(stage.actors), random.pick([0.3, 1])]
      const isCut = ofEach(random, share)
      return {
        what: `${share * 100} % of the connections of ${actor.process.name} are cut`,
        ports: portsOf(actor),
        play: async () => actor.line.cut(isCut),
      }
    },
  },
  'line down': { weight: 2, make: (arena) => badLine(arena, { state: 'down' }) },
  'slow line': { weight: 2, make: (arena) => badLine(arena, { state: 'slow', ms: arena.random.between(50, 400) }) },
  'held line': { weight: 2, make: (arena) => badLine(arena, { state: 'held', from: '' }) },
  'swallowed bytes': {
    weight: 2,
    make(arena) {
      const [asked, answered] = arena.random.pick([
        [true, true],
        [true, false],
        [false, true],
      ] as const)
      return badLine(arena, { state: 'swallowed', asked, answered })
    },
  },
  'stall of a process': {
    weight: 4,
    make({ stage, random, longest }) {
      // Half of them longer than the grace after which the process manager takes a move over.
      const [least, most] = random.pick([
        [0.3, 3],
        [longest * 0.8, longest],
      ] as const)
      const [actor, ms] = [random.pick(stage.actors), random.between(least * 1000, most * 1000)]
      return {
        what: `SIGSTOP to ${actor.process.name} for ${seconds(ms)}`,
        ports: portsOf(actor),
        async play() {
          actor.process.signal('SIGSTOP')
          await delay(ms)
          actor.process.signal('SIGCONT')
        },
      }
    },
  },
  'stall of Postgres': {
    weight: 1,
    make({ stage, random, longest, postgres }) {
      const ms = random.between(300, longest * 1000)
      return (
        postgres && {
          what: `SIGSTOP to the database server for ${seconds(ms)}`,
          ports: stage.ports,
          play: () => postgres.stall(ms),
        }
      )
    },
  },
  'clock step': {
    weight: 2,
    make({ stage, random }) {
      const [actor, step, way] = [random.pick(stage.actors), random.pick(STEP_NAMES), random.pick([-1, 1])]
      const ms = random.between(1_000, 8_000)
      return {
        what: `the clock of ${actor.process.name} is ${step} ${way > 0 ? 'ahead' : 'behind'} for ${seconds(ms)}`,
        ports: portsOf(actor),
        async play() {
          await writeFile(actor.clockFile, String(way * STEPS[step] * HOUR_MS))
          await delay(ms)
          await writeFile(actor.clockFile, '0')
        },
      }
    },
  },
  'full disk': {
    weight: 1,
    make({ stage, random, disk }) {
      const ms = random.between(1_000, 6_000)
      return disk && { what: `the disk is full for ${seconds(ms)}`, ports: stage.ports, play: () => disk.fill(ms) }
    },
  },
} satisfies Record<string, { readonly weight: number; readonly make: (arena: Arena) => Fault | undefined }>

export type FaultKind = keyof typeof FAULTS
export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[]
export const isKill = (kind: FaultKind) => kind.startsWith('kill')

/** The kinds that can be played here. */
export const playable = (arena: Arena, kinds: readonly FaultKind[]): readonly FaultKind[] =>
  kinds.filter((kind) => FAULTS[kind].make(arena) !== undefined)

/** The next fault, by weight. */
export function nextFault(arena: Arena, kinds: readonly FaultKind[]): { kind: FaultKind; fault: Fault } {
  const kind = arena.random.pick(kinds.flatMap((name) => Array.from({ length: FAULTS[name].weight }, () => name)))
  const fault = FAULTS[kind].make(arena)
  if (fault === undefined) throw new Error(`${kind} cannot be played here`)
  return { kind, fault }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const portsOf = ({ process }: Actor) => (process.port === undefined ? [] : [process.port])

/**
 * Says of one connection after the other whether it is among this share of them. By a chance of its own: however many are open,
 * the faults that follow are those of the seed.
 */
function ofEach(random: Random, share: number): () => boolean {
  const own = createRandom(String(random.next()))
  return () => own.chance(share)
}

function kill(actor: Actor): Fault {
  return {
    what: `SIGKILL to ${actor.process.name}`,
    ports: portsOf(actor),
    play: async () => actor.process.signal('SIGKILL'),
  }
}

function badLine({ stage, random, longest }: Arena, line: Line): Fault {
  const [actor, ms] = [random.pick(stage.actors), random.between(500, longest * 1000)]
  return {
    what: `the line of ${actor.process.name} is ${line.state} for ${seconds(ms)}`,
    ports: portsOf(actor),
    async play() {
      actor.line.become(line)
      await delay(ms)
      actor.line.become({ state: 'good' })
    },
  }
}
