import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { useOwnFolder } from './own-folder.ts'
import { conformanceText } from './test/conformance.ts'
import { type Checked, runCheck, staticChecks, webBuild } from './test/static-checks.ts'
import { runTests } from './test/vitest-run.ts'

const HELP = `Usage: npm test               everything: types, linter, formatter, dead code, the web app's build, tests on Postgres
                              and in a browser
       npm run check          the same without the build and the tests that need Postgres or a browser

At the end stands how many rows of the spec are held. The last line is "N passed, N failed": every test counts as one,
and so does every static check.`

const { values } = parseArgs({
  options: { 'without-servers': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
})

async function main(): Promise<void> {
  if (values.help === true) return console.log(HELP)
  const root = join(import.meta.dirname, '..')
  const folder = useOwnFolder(root)
  const total = { passed: 0, failed: 0 }
  const isWhole = values['without-servers'] !== true
  const waiting = [...staticChecks]
  const count = (checked: Checked) => {
    if (checked.ok) total.passed++
    else total.failed++
    return checked.text
  }
  const oneAfterTheOther = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
      console.log(count(await runCheck(root, check)))
  }
  const test = async (projects: readonly string[]) => {
    const { passed, failed } = await runTests(root, join(folder, 'tests.json'), projects)
    total.passed += passed
    total.failed += failed
  }
  if (isWhole) {
    // Tests wait for much: the checks take what they leave of the processors, and what these came to stands together at
    // the end.
    const behind = async () => {
      const told: string[] = []
      for (const check of staticChecks) told.push(count(await runCheck(root, check, { behind: true })))
      return told
    }
    const checked = behind()
    // Portals and browsers have it.
    console.log(count(await runCheck(root, webBuild)))
    await test([])
    console.log((await checked).join('\n'))
  } else {
    // Two at a time: each uses one core. Tests that need nothing else run beside them, as neither waits for anything.
    await Promise.all([oneAfterTheOther(), test(['pure']).then(oneAfterTheOther)])
  }
  if (total.failed > 0) process.exitCode = 1
  console.log(conformanceText(root))
  console.log(`${total.passed} passed, ${total.failed} failed`)
}

await main()
