import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { useOwnFolder } from './own-folder.ts'
import { runCheck, staticChecks } from './test/static-checks.ts'
import { runTests } from './test/vitest-run.ts'

const HELP = `Usage: npm test               everything: types, linter, formatter, dead code, tests on Postgres and in a browser
       npm run check          the same without the tests that need Postgres or a browser

The last line is "N passed, N failed": every test counts as one, and so does every static check.`

const { values } = parseArgs({
  options: { 'without-servers': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
})

async function main(): Promise<void> {
  if (values.help === true) return console.log(HELP)
  const root = join(import.meta.dirname, '..')
  const folder = useOwnFolder(root)
  const total = { passed: 0, failed: 0 }
  // Two at a time: each uses one core.
  const waiting = [...staticChecks]
  const oneAfterTheOther = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      if (await runCheck(root, check)) total.passed++
      else total.failed++
    }
  }
  await Promise.all([oneAfterTheOther(), oneAfterTheOther()])
  const projects = values['without-servers'] === true ? ['pure'] : []
  const tests = await runTests(root, join(folder, 'tests.json'), projects)
  total.passed += tests.passed
  total.failed += tests.failed
  if (total.failed > 0) process.exitCode = 1
  console.log(`${total.passed} passed, ${total.failed} failed`)
}

await main()
