import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz/fuzz.ts'
import { onDemoPortal } from './fuzz/portal.ts'
import { inLines } from './fuzz/report.ts'
import { showEnd } from './start/refusal.ts'
import { WrongUsage } from './start/options.ts'

const HELP = `Usage: npm run fuzz [-- options]

Starts a portal with demo data on a Postgres of its own and calls every operation of its API over HTTP: as its schema
has it, with one rule broken, and to do harm. Says what should not have happened, and ends with 1 when anything did, or
when an operation was never done however valid its calls (a hundred of each are enough).

  --calls <number>    of each operation; 1000 when left out
  --seed <number>     makes the same calls again; a new one each time when left out, and printed
  --only <text>       operations whose name contains it: 'POST /api/coestaff'
  --at-once <number>  calls under way together; 8 when left out
`

const say = (line: string) => console.log(line)

function wholeNumber(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^\d{1,9}$/.test(text)) throw new WrongUsage(`${text} is no whole number`)
  return Number(text)
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      'at-once': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help === true) {
    say(HELP)
    return 0
  }
  const seed = wholeNumber(values.seed, randomInt(2 ** 30 - 1))
  const [calls, atOnce] = [wholeNumber(values.calls, 1_000), wholeNumber(values['at-once'], 8)]
  const { only = '' } = values
  say(`Seed ${seed}: ${calls} calls of each operation`)
  const report = await onDemoPortal(say, (portal) => fuzz({ ...portal, seed, calls, atOnce, only, say }))
  for (const line of inLines(report)) say(line)
  say(`Seed ${seed}`)
  return report.findings.length + report.neverDone.length === 0 ? 0 : 1
}

process.exitCode = await main().catch((error: unknown) => {
  showEnd(error, HELP)
  return 2
})
