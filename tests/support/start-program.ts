import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { program } from './program.ts'

/** A portal that starts in a process of its own. */
export type StartedProgram = {
  readonly said: () => string
  /** Resolves when it has printed this; rejects, with what it said, when it ends first. */
  until(text: string): Promise<void>
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>
  signal(name: NodeJS.Signals): void
}

/** What `npm start` does once everything is installed. */
export const runStart = (env: NodeJS.ProcessEnv, ...args: readonly string[]): StartedProgram =>
  run([process.execPath, ...program('scripts/start.ts'), ...args], env)

/** The same through what installs what is missing, as `npm start` calls it. */
export const runBootstrap = (env: NodeJS.ProcessEnv): StartedProgram =>
  run([process.execPath, 'scripts/bootstrap.mjs', 'start'], env)

/** The same under npm, which signals then go to. */
export const runNpmStart = (env: NodeJS.ProcessEnv): StartedProgram => run(['npm', 'start'], env)

function run([file = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): StartedProgram {
  const root = join(import.meta.dirname, '..', '..')
  const inherited = { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'] }
  const child = spawn(file, args, {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      for (const listener of listeners) listener()
    })
  }
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  return {
    said: () => text,
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!text.includes(wanted)) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
        void ended.then(() => reject(new Error(`It ended before it said "${wanted}":\n${text}`)))
      }),
    ended,
    signal: (name) => void child.kill(name),
  }
}
