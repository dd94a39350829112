import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { RunProgram } from '#scripts/write-programs.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const CLOCK = join(import.meta.dirname, 'stepped-clock.mjs')
const AGAIN_AFTER_MS = 300
/** Longer than a good order takes on a machine that is busy with other things. */
const STOP_MS = 120_000
const KEPT_TEXT = 20_000

/** One process of the portal as an operator keeps it: whatever ends it, it is started again. */
export type PortalProcess = {
  readonly name: string
  /** Undefined where it serves no HTTP. */
  readonly port: number | undefined
  /** The process that runs now. */
  readonly pid: number | undefined
  /** Whether the process that runs now has said that it is ready. */
  readonly isReady: boolean
  readonly starts: number
  /** How often it ended by itself after it was ready: no fault of the drill's may do that. */
  readonly endedByItself: readonly string[]
  /** The last of what all its starts have said, errors included. */
  said(): string
  /** `SIGKILL` ends it (and it starts again); `SIGSTOP` and `SIGCONT` are what they are. */
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  /** Ends it in good order, for good; its exit code, null when it had to be killed. */
  stop(): Promise<number | null>
}

export type PortalProgram = {
  readonly name: string
  readonly roles: string
  readonly port?: number
  readonly env: Readonly<Record<string, string>>
  readonly programs: RunProgram
}

export function keepRunning({ name, roles, port, env, programs }: PortalProgram): PortalProcess {
  let child: ChildProcess | undefined
  let [isReady, isKilled, isOver, starts] = [false, false, false, 0]
  const endedByItself: string[] = []
  let said = ''
  const { PATH = '', HOME = '' } = process.env

  const runOnce = async () => {
    ;[isReady, isKilled] = [false, false]
    starts += 1
    const running = spawn(process.execPath, ['--import', CLOCK, ...programs('scripts/start.ts'), '--run', roles], {
      cwd: ROOT,
      env: { PATH, HOME, DEMO_DATA: 'no', ...env, ...(port === undefined ? {} : { PORT: String(port) }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = running
    let saidThisTime = ''
    for (const stream of [running.stdout, running.stderr])
      stream.on('data', (chunk: Buffer) => {
        saidThisTime = (saidThisTime + chunk.toString()).slice(-KEPT_TEXT)
        said = (said + chunk.toString()).slice(-KEPT_TEXT)
        if (/The portal is at|\nRunning\./.test(saidThisTime)) isReady = true
      })
    const [code, signal] = (await once(running, 'close')) as [number | null, string | null]
    if (isReady && !isKilled && !isOver) endedByItself.push(`${signal ?? `exit code ${code}`}:\n${saidThisTime}`)
    isReady = false
    return code
  }

  const keeping = (async () => {
    let code = await runOnce()
    while (!isOver) {
      await delay(AGAIN_AFTER_MS)
      if (!isOver) code = await runOnce()
    }
    return code
  })()

  return {
    name,
    port,
    get pid() {
      return child?.pid
    },
    get isReady() {
      return isReady
    },
    get starts() {
      return starts
    },
    endedByItself,
    said: () => said,
    signal(signalName) {
      if (signalName === 'SIGKILL') isKilled = true
      child?.kill(signalName)
    },
    async stop() {
      isOver = true
      child?.kill('SIGCONT')
      child?.kill('SIGTERM')
      const late = new AbortController()
      void delay(STOP_MS, undefined, { signal: late.signal }).then(
        () => child?.kill('SIGKILL'),
        () => undefined,
      )
      const code = await keeping
      late.abort()
      return code
    },
  }
}
