import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { madeIn, useOwnFolder } from '#scripts/own-folder.ts'
import { withMemoryIn } from './memory-folder.ts'

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})

export type Count = { readonly passed: number; readonly failed: number }

/** Tests by what they came to. A file that fails without a failing test (it does not load, say) counts as one failure. */
export function countTests(report: unknown, exitCode: number | null): Count {
  const { numPassedTests: passed, numFailedTests, testResults } = Report.parse(report)
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  const failed = numFailedTests + broken.length
  // An error outside every test, or no test at all: vitest says so by its exit code alone.
  return { passed, failed: failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : failed }
}

/** Runs the tests of these projects (all when none is named), shows them, and counts them. */
export async function runTests(root: string, reportFile: string, projects: readonly string[]): Promise<Count> {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const made = madeIn(useOwnFolder(root))
  await mkdir(made, { mode: 0o711 })
  const [program, ...rest] = withMemoryIn(made, [
    process.execPath,
    'node_modules/vitest/vitest.mjs',
    ...args,
    ...projects.flatMap((name) => ['--project', name]),
  ])
  const child = spawn(program, rest, { cwd: root, stdio: 'inherit' })
  const [exitCode] = await once(child, 'close')
  const text = await readFile(reportFile, 'utf8').catch(() => undefined)
  if (text === undefined) return { passed: 0, failed: 1 }
  return countTests(JSON.parse(text), exitCode)
}
