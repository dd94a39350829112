import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
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

test(
  'a minute of kills, cuts, stalls, clock steps and full disks ends green and leaves nothing',
  { timeout: 2_400_000 },
  async () => {
    const temporary = await mkdtemp(join(inject('runDir'), 'drill-'))
    const { code, said } = await drill(
      temporary,
      '--seconds',
      '60',
      '--seed',
      'npm test',
      '--longest',
      '6',
      '--pause',
      '400',
    )
    expect(code, said).toBe(0)
    expect(said).toContain('GREEN. Seed npm test.')
    expect(said).toMatch(/kills [1-9]/)
    // The compiler's cache is another's, who runs it for everybody.
    expect((await readdir(temporary)).filter((name) => name.startsWith('drill-'))).toEqual([])
  },
)

test('--help tells the options and starts nothing; what it does not know is said', async () => {
  const temporary = inject('runDir')
  const help = await drill(temporary, '--help')
  expect(help.code).toBe(0)
  expect(help.said).toContain('--kills')
  const wrong = await drill(temporary, '--only', 'earthquake')
  expect(wrong.code).toBe(2)
  expect(wrong.said).toContain('full disk')
})
