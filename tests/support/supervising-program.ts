import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Account } from '#scripts/postgres/account.ts'
import { program } from './program.ts'

const Started = z.object({ appUrl: z.string(), ownerUrl: z.string(), pid: z.number() })

/** A process of its own that supervises a Postgres, as another user if `account` says so. */
export type SupervisingProgram = z.infer<typeof Started> & {
  readonly process: ChildProcess
  /** The next line of JSON it prints. */
  next(): Promise<unknown>
  /** Ends it by a signal and waits for its end; to its whole group, as a terminal does for Ctrl-C, if `group`. */
  end(signal: NodeJS.Signals, group?: 'group'): Promise<void>
}

export async function superviseInProgram(dataDir: string, account?: Account): Promise<SupervisingProgram> {
  const child = spawn(process.execPath, [...program('tests/support/postgres-program.ts'), dataDir], {
    ...account,
    cwd: join(import.meta.dirname, '..', '..'),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => {
    const line = await lines.next()
    if (line.done === true) throw new Error(`The program ended without an answer:\n${said}`)
    return JSON.parse(line.value)
  }
  const started = Started.parse(await next())
  const ended = once(child, 'exit')
  return {
    ...started,
    process: child,
    next,
    async end(signal, group) {
      process.kill(group === 'group' ? -(child.pid ?? 0) : (child.pid ?? 0), signal)
      await ended
    },
  }
}
