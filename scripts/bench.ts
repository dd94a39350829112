import { parseArgs } from 'node:util'
import { append } from './bench/append.ts'
import { command } from './bench/command.ts'
import { csv } from './bench/csv.ts'
import { grid } from './bench/grid.ts'
import { line } from './bench/line.ts'
import type { Measurement } from './bench/measurement.ts'
import { neutral } from './bench/neutral.ts'
import { rebuild } from './bench/rebuild.ts'
import { web } from './bench/web.ts'
import { loadNow, writeSection } from './bench/page.ts'
import { showEnd } from './start/refusal.ts'

const MEASUREMENTS: readonly Measurement[] = [append, command, rebuild, csv, grid, web, line, neutral]

const HELP = `Usage: npm run bench [-- options]

Measures the portal against baselines in the same run and writes docs/benchmarks.md, section by section. Each
measurement starts a Postgres of its own in a temporary folder. All of them take an hour and 20 GB of disk.

  --only <name>   one of: ${MEASUREMENTS.map(({ name }) => name).join(', ')}
  --quick         small and short, to see that it works: prints the section and leaves the page alone
  --rows <number> rows of the grid's large table, where ten million take too long
  --note <text>     what else should be known of the circumstances, for the section
`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean' },
      note: { type: 'string' },
      rows: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const { only, quick = false, note } = values
  const rows = values.rows === undefined ? undefined : Number(values.rows)
  if (values.help === true) {
    console.log(HELP)
    return 0
  }
  const wanted = MEASUREMENTS.filter(({ name }) => only === undefined || only === name)
  if (wanted.length === 0 || (rows !== undefined && !(rows >= 100_000))) {
    console.error(`${wanted.length === 0 ? `There is no measurement ${only}` : 'At least 100000 rows'}\n\n${HELP}`)
    return 2
  }
  for (const measurement of wanted) {
    console.log(`\n${measurement.title} ...`)
    const loadBefore = loadNow()
    const findings = await measurement.run({ quick, rows, say: (line) => console.log(`  ${line}`) })
    for (const { what, measured, isMet } of findings.goals)
      console.log(`  ${isMet ? 'met' : 'NOT MET'}: ${what}: ${measured}`)
    if (quick) console.log(`\n${findings.body}`)
    else console.log(`  written to ${await writeSection(MEASUREMENTS, measurement, findings, { loadBefore, note })}`)
  }
  return 0
}

process.exitCode = await main().catch((error: unknown) => {
  showEnd(error, HELP)
  return 2
})
