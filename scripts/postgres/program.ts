import { spawn } from 'node:child_process'
import type { Account } from './account.ts'

/** What Postgres needs of our environment; PG* variables of the person who starts us must not reach it. */
export const programEnv = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' })

/**
 * How a program that stands in its data folder names it. Linux enters the working folder before it gives up root, and
 * this name needs no right to the folders above: so the data may stay below a folder that only root may enter.
 */
export const workingFolder = (cluster: string): string => (process.platform === 'linux' ? '/proc/self/cwd' : cluster)

type Ended = { readonly code: number | null; readonly output: string }

/** Runs a program to its end, or until the signal aborts, as `account`; never throws for what it does, only says how it ended. */
export function runProgram(
  path: string,
  args: readonly string[],
  {
    account,
    cwd,
    input = '',
    signal,
  }: { account: Account | undefined; cwd: string; input?: string; signal?: AbortSignal | undefined },
): Promise<Ended> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve({ code: null, output: 'stopped' })
    let output = ''
    const child = spawn(path, args, { ...account, cwd, env: programEnv(), stdio: 'pipe' })
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stdin.on('error', () => undefined) // A program may end without reading.
    child.on('error', (error) => resolve({ code: null, output: output + error.message }))
    child.on('close', (code) => resolve({ code, output }))
    // At once: what it makes is thrown away, and initdb would go on with its step.
    const stop = () => void child.kill('SIGKILL')
    signal?.addEventListener('abort', stop, { once: true })
    process.once('exit', stop)
    child.once('close', () => {
      signal?.removeEventListener('abort', stop)
      process.removeListener('exit', stop)
    })
    child.stdin.end(input)
  })
}
