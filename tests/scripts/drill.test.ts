import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { DEATH_KINDS } from '#scripts/drill/deaths.ts'
import type { FaultKind } from '#scripts/drill/faults.ts'
import { program } from '#tests/support/program.ts'
import { ROOT } from '#tests/support/source-files.ts'

async function drill(temporary: string, ...args: readonly string[]) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [...program('scripts/drill.ts'), ...args], {
    cwd: ROOT,
    env: { PATH, HOME, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

/**
 * Lines that are held, slow or down, and backends that are killed or a server that stands still, have tests of their own:
 * tests/api/health, tests/api/cuts.test.ts, postgres-stopped.test.ts.
 */
const KINDS = [
  'kill of Postgres',
  'kill of the group',
  'kill of an API process',
  'kill of the processes',
  'cut',
  'swallowed bytes',
  'stall of a process',
  'clock step',
  'full disk',
] as const satisfies readonly FaultKind[]

test(
  'a round of kills, cuts, lost bytes, stalls, clock steps and full disks ends green and leaves nothing',
  { timeout: 2_400_000 },
  async () => {
    const temporary = await mkdtemp(join(inject('runDir'), 'drill-'))
    // Of this seed: short ones, but a line is silent for longer than it takes to know that.
    const options = { rounds: '1', only: KINDS.join(), seed: 'round 30599', longest: '2.5', pause: '800' }
    const { code, said } = await drill(
      temporary,
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    )
    expect(code, said).toBe(0)
    expect(said).toContain('GREEN. Seed round 30599.')
    for (const kind of KINDS) expect(said).toMatch(new RegExp(`^ +(1|-)  ${kind}`, 'm'))
    expect(said).toMatch(/kills 4/)
    // The compiler's cache is another's, who runs it for everybody.
    expect((await readdir(temporary)).filter((name) => name.startsWith('drill-'))).toEqual([])
  },
)

test('ten rounds of deaths of a portal and its database server: it serves again after each, and all is there once', async () => {
  const { code, said } = await drill(inject('runDir'), '--deaths', '10', '--seed', 'ten', '--pause', '800')
  expect(code, said).toBe(0)
  expect(said).toContain('GREEN. Seed ten.')
  for (const kind of DEATH_KINDS) expect(said).toMatch(new RegExp(`^ +\\d+  ${kind}(:|$)`, 'm'))
}, 2_400_000)

test('--help tells the options and starts nothing; what it does not know is said', async () => {
  const temporary = inject('runDir')
  const help = await drill(temporary, '--help')
  expect(help.code).toBe(0)
  expect(help.said).toContain('--kills')
  const wrong = await drill(temporary, '--only', 'earthquake')
  expect(wrong.code).toBe(2)
  expect(wrong.said).toContain('full disk')
})
