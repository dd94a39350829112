import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#scripts/free-port.ts'
import { runningPostgres, startPostgres } from '#scripts/postgres/start-postgres.ts'
import type { RunProgram } from '#scripts/write-programs.ts'
import { type EmbeddedServer, embeddedServer } from './embedded-server.ts'
import { type Ground, prepareGround } from './ground.ts'
import { keepRunning, type PortalProcess } from './portal-process.ts'

/** A portal of one process that starts its own database server, as `npm start` does, kept running as an operator would. */
export type EmbeddedPortal = {
  readonly process: PortalProcess
  readonly server: EmbeddedServer
  readonly port: number
  readonly ground: Ground
  /** Of the programs that look at it from outside, as its database can be reached now. */
  env(): Promise<Readonly<Record<string, string>>>
  /** Until it says that it is ready; false when that takes longer. */
  ready(withinMs: number): Promise<boolean>
  /** Ends it in good order; its exit code. */
  stop(): Promise<number | null>
}

type EmbeddedOptions = { readonly dataDir: string; readonly clockDir: string; readonly programs: RunProgram }

const START_MS = 300_000

/** With what the load needs in it; ready when it resolves. */
export async function openEmbeddedPortal({ dataDir, clockDir, programs }: EmbeddedOptions): Promise<EmbeddedPortal> {
  const folders = { dataDir, secretsDir: join(dataDir, 'secrets') }
  const postgres = await startPostgres({ dataDir })
  const ground = await prepareGround({ ...folders, appUrl: postgres.appUrl, ownerUrl: postgres.ownerUrl }).finally(() =>
    postgres.stop(),
  )
  const port = await freePort()
  const env = { DATA_DIR: dataDir, DRILL_CLOCK: join(clockDir, 'clock') }
  const process = keepRunning({ name: 'the portal', roles: 'api,projections,processes', port, env, programs })
  const ready = async (withinMs: number) => {
    const end = performance.now() + withinMs
    while (!process.isReady && performance.now() < end) await delay(50)
    return process.isReady
  }
  if (!(await ready(START_MS))) {
    await process.stop()
    throw new Error(`The portal does not start:\n${process.said()}`)
  }
  return {
    ...{ process, port, ground, ready, server: embeddedServer(join(dataDir, 'postgres', 'cluster')) },
    async env() {
      const found = await runningPostgres(dataDir)
      if (found === undefined) throw new Error('The portal runs no database')
      return { DATA_DIR: dataDir, DATABASE_URL: found.appUrl, DATABASE_OWNER_URL: found.ownerUrl }
    },
    stop: () => process.stop(),
  }
}
