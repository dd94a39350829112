import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { type Ground, prepareGround } from './ground.ts'
import { keepRunning, type PortalProcess } from './portal-process.ts'
import { freePort } from '#scripts/free-port.ts'
import { type RunProgram, writePrograms } from '#scripts/write-programs.ts'

/** One process of the portal, with its own line to the database and its own clock. */
export type Actor = { readonly process: PortalProcess; readonly line: FaultProxy; readonly clockFile: string }

/** Two API processes and one of projections and processes, on one database. */
export type Stage = {
  readonly apis: readonly [Actor, Actor]
  readonly worker: Actor
  readonly actors: readonly Actor[]
  readonly ports: readonly [number, number]
  readonly ground: Ground
  /** The environment of the programs that look at this portal from outside: verify, rebuild. */
  readonly env: Readonly<Record<string, string>>
  /** Those that are started again and again, made once. */
  readonly programs: RunProgram
  /** Until every process says that it is ready; false when that takes longer than this. */
  allReady(withinMs: number): Promise<boolean>
  /** Ends the processes in good order; what did not end so. */
  stop(): Promise<readonly string[]>
}

export type Database = { readonly appUrl: string; readonly ownerUrl: string }

export type StageOptions = {
  /** Documents, seals, and the files of the clocks. */
  readonly dataDir: string
  readonly secretsDir: string
  readonly database: Database
  /** Where the server listens now: it may come back elsewhere. */
  readonly postgres: () => { readonly host: string; readonly port: number }
  /** A folder of the checkout that no fault of a disk reaches: for the programs, too. */
  readonly clockDir: string
  /** Made in `clockDir` when left out. */
  readonly programs?: RunProgram
}

const START_MS = 300_000
const ROOT = join(import.meta.dirname, '..', '..')
/** What a drill starts again and again. */
export const PROGRAMS = ['scripts/start.ts', 'scripts/verify.ts', 'scripts/rebuild.ts']

const through = (url: string, port: number): string => {
  const changed = new URL(url)
  changed.host = `127.0.0.1:${port}`
  return changed.href
}

/** Loads what the load needs and starts the three processes; all of them are ready when it resolves. */
export async function openStage({
  dataDir,
  secretsDir,
  database,
  postgres,
  clockDir,
  ...made
}: StageOptions): Promise<Stage> {
  const ground = await prepareGround({ ...database, dataDir, secretsDir })
  const programs = made.programs ?? (await writePrograms(ROOT, PROGRAMS, join(clockDir, 'programs')))
  // No fault is played on this one: for those who look at the portal from outside.
  const plain = await createFaultProxy(postgres)
  const actors: Actor[] = []
  const add = async (name: string, roles: string, port?: number) => {
    const line = await createFaultProxy(postgres)
    const clockFile = join(clockDir, `${name}.clock`)
    const env = {
      DATA_DIR: dataDir,
      SECRETS_DIR: secretsDir,
      DATABASE_URL: through(database.appUrl, line.port),
      DATABASE_OWNER_URL: through(database.ownerUrl, line.port),
      DRILL_CLOCK: clockFile,
    }
    const actor = {
      process: keepRunning({ name, roles, env, programs, ...(port === undefined ? {} : { port }) }),
      line,
      clockFile,
    }
    actors.push(actor)
    return actor
  }
  const ready = async (wanted: readonly Actor[], withinMs: number) => {
    const until = performance.now() + withinMs
    while (!wanted.every(({ process }) => process.isReady)) {
      if (performance.now() > until) return false
      await delay(50)
    }
    return true
  }
  const stop = async () => {
    const codes = await Promise.all(
      actors.map(async ({ process }) => ({ name: process.name, code: await process.stop() })),
    )
    await Promise.all([plain, ...actors.map(({ line }) => line)].map((line) => line.close()))
    return codes.flatMap(({ name, code }) => (code === 0 ? [] : [`${name} ended with ${code ?? 'a kill'}`]))
  }

  try {
    const ports = [await freePort(), await freePort()] as const
    const worker = await add('processes', 'projections,processes')
    const first = await add('api-1', 'api', ports[0])
    // The first to start builds the web app; two at once would do it twice.
    if (!(await ready([worker, first], START_MS))) throw new Error('The portal does not start')
    const second = await add('api-2', 'api', ports[1])
    if (!(await ready([second], START_MS))) throw new Error('The portal does not start')
    return {
      apis: [first, second],
      worker,
      actors,
      ports,
      ground,
      programs,
      env: {
        DATA_DIR: dataDir,
        SECRETS_DIR: secretsDir,
        DATABASE_URL: through(database.appUrl, plain.port),
        DATABASE_OWNER_URL: through(database.ownerUrl, plain.port),
      },
      allReady: (withinMs) => ready(actors, withinMs),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
