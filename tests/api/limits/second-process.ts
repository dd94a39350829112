import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'
import type { DemoApp } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { program } from '#tests/support/program.ts'

/** A second process of the API beside a system's own, over the same database. */
export type SecondProcess = {
  readonly port: number
  /** Of its own health thread. */
  readonly healthPort: number
  /** Holds up its thread. */
  standStill(ms: number): void
  end(): Promise<void>
}

export async function secondProcess({ database, dataDir }: DemoApp, ...trustProxy: string[]): Promise<SecondProcess> {
  const given = [database.appUrl, database.ownerUrl, dataDir, demoSecrets(inject('runDir')), ...trustProxy]
  const child = spawn(process.execPath, [...program('tests/api/limits/api-program.ts'), ...given], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const line = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
  if (line.done === true) throw new Error('The second process ended before it listened')
  const [port, healthPort] = line.value.split(' ').map(Number)
  if (port === undefined || healthPort === undefined) throw new Error(`The second process said ${line.value}`)
  return {
    port,
    healthPort,
    standStill: (ms) => void child.stdin.write(`${ms}\n`),
    async end() {
      child.stdin.end()
      await exited
    },
  }
}
