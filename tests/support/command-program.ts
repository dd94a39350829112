import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { program } from './program.ts'
import { ROOT } from './source-files.ts'

/** What `npm run <name>` does, in a process of its own, to its end: its exit code and all that it said. */
export async function runCommand(
  name: string,
  env: NodeJS.ProcessEnv,
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly said: string }> {
  const inherited = { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'] }
  const child = spawn(process.execPath, [...program(`scripts/${name}.ts`), ...args], {
    cwd: ROOT,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}
