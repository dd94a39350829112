import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '#scripts/free-port.ts'

/** A program in a process of its own, listening on a port of 127.0.0.1. */
export type Program = { readonly pid: number; readonly port: number; stop(): Promise<void> }

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** Starts a TypeScript program and waits until it has said that it is ready; throws with what it said when it ends. */
export async function startProgram(
  file: string,
  env: Readonly<Record<string, string>>,
  ready: string,
): Promise<Program> {
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['--import', './scripts/typescript.mjs', file], {
    cwd: ROOT,
    env: { PATH, HOME, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let said = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (said.includes(ready)) resolve()
      })
    }
    void ended.then(() => reject(new Error(`${file} ended before it was ready:\n${said}`)))
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${file} has no process`)
  return {
    pid,
    port,
    async stop() {
      child.kill('SIGINT')
      await ended
    },
  }
}
