import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { playDeaths } from './drill/death-loop.ts'
import { mountDisk } from './drill/disk.ts'
import { startDrillPostgres } from './drill/drill-postgres.ts'
import { openEmbeddedPortal } from './drill/embedded-portal.ts'
import { FAULT_KINDS, type FaultKind } from './drill/faults.ts'
import { play, type Played } from './drill/play.ts'
import { reportOn } from './drill/report.ts'
import { openStage, PROGRAMS } from './drill/stage.ts'
import { useOwnFolder } from './own-folder.ts'
import { WrongUsage } from './start/options.ts'
import { showEnd } from './start/refusal.ts'
import { writePrograms } from './write-programs.ts'

const HELP = `Usage: npm run drill [-- options]

Starts a portal of its own (a Postgres, two API processes and one of projections and processes), lets people move money
over HTTP, and kills, cuts, stalls, misdates and fills its parts meanwhile. Then it compares what the portal holds with
what it had acknowledged. Leaves nothing behind. What it proves, and what not: docs/drill.md.

  --seconds <n>    for how long faults are played; 60 when left out, no limit when --kills or --rounds is given
  --kills <n>      ends when so many kills have been played
  --rounds <n>     ends when every kind of fault has been played so often
  --deaths <n>     instead of all that: so many rounds of kills of one portal with its own embedded Postgres (node, the
                   server, any process of it) at every moment of start, recovery and work
  --seed <text>    the same seed plays the same faults and the same people; made of the time when left out
  --only <kinds>   some kinds of fault alone, with commas between: ${FAULT_KINDS.join(', ')}
  --longest <s>    the longest time that something stands still; 20 seconds when left out
  --pause <ms>     the longest pause of each person between two acts; 80 when left out
  --help           this text

Ends with 0 when everything held, 1 when something did not, 2 when it was asked for wrongly.
`

const Options = z.object({
  seconds: z.coerce.number().int().min(1).max(86_400).optional(),
  kills: z.coerce.number().int().min(1).max(100_000).optional(),
  rounds: z.coerce.number().int().min(1).max(1_000).optional(),
  deaths: z.coerce.number().int().min(1).max(10_000).optional(),
  seed: z.string().min(1).max(40).optional(),
  only: z.string().optional(),
  longest: z.coerce.number().min(1).max(60).default(20),
  pause: z.coerce.number().int().min(10).max(60_000).default(80),
})

const ROOT = join(import.meta.dirname, '..')
const DEFAULT_SECONDS = 60
const say = (line: string) => console.log(line)
const isKind = (name: string): name is FaultKind => FAULT_KINDS.some((kind) => kind === name)

type End = () => Promise<unknown>

async function drillDeaths(
  folder: string,
  ends: End[],
  deaths: number,
  seed: string,
  pauseMs: number,
): Promise<Played> {
  const programs = await writePrograms(ROOT, PROGRAMS, join(folder, 'programs'))
  const portal = await openEmbeddedPortal({ dataDir: join(folder, 'data'), clockDir: folder, programs })
  ends.push(portal.stop)
  const played = await playDeaths({ portal, programs, seed, rounds: deaths, pauseMs, say })
  ends.pop()
  const code = await portal.stop()
  if (code !== 0) played.tally.defect(`The portal ended with ${code ?? 'a kill'} when it was asked to stop`)
  return played
}

async function drill({
  seconds,
  kills,
  rounds,
  deaths,
  longest,
  pause,
  only,
  ...options
}: z.output<typeof Options>): Promise<number> {
  const kinds = only?.split(',').map((name) => name.trim()) ?? FAULT_KINDS
  if (!kinds.every(isKind)) throw new WrongUsage(`--only takes: ${FAULT_KINDS.join(', ')}`)
  const seed = options.seed ?? Date.now().toString(36)
  console.log(`Seed ${seed}`)
  const folder = await mkdtemp(join(useOwnFolder(ROOT), 'drill-'))
  // The last that was begun is the first to be ended.
  const ends: End[] = [() => rm(folder, { recursive: true, force: true })]
  const endAll = async () => {
    for (const end of ends.splice(0).reverse()) await end().catch((error: unknown) => showEnd(error, HELP))
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => void endAll().then(() => process.exit(1)))
  try {
    if (deaths !== undefined) {
      const played = await drillDeaths(folder, ends, deaths, seed, pause)
      console.log(reportOn(played, seed))
      return played.tally.defects.length === 0 ? 0 : 1
    }
    const disk = await mountDisk(join(folder, 'disk'))
    if (disk !== undefined) ends.push(disk.remove)
    const dataDir = disk?.folder ?? join(folder, 'data')
    const postgres = await startDrillPostgres(dataDir, say)
    ends.push(postgres.stop)
    const stage = await openStage({
      ...{ dataDir, secretsDir: join(folder, 'secrets'), clockDir: folder },
      ...{ database: postgres, postgres: postgres.address },
    })
    ends.push(stage.stop)
    const played = await play({
      ...{ stage, seed, kinds, longest, pauseMs: pause, say, postgres },
      seconds: seconds ?? ((kills ?? rounds) === undefined ? DEFAULT_SECONDS : Number.POSITIVE_INFINITY),
      ...(kills === undefined ? {} : { kills }),
      ...(rounds === undefined ? {} : { rounds }),
      ...(disk === undefined ? {} : { disk }),
    })
    ends.pop()
    for (const late of await stage.stop()) played.tally.defect(`${late} when it was asked to stop`)
    console.log(reportOn(played, seed))
    return played.tally.defects.length === 0 ? 0 : 1
  } finally {
    await endAll()
  }
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const
  const options = {
    seconds: text,
    kills: text,
    rounds: text,
    deaths: text,
    seed: text,
    only: text,
    longest: text,
    pause: text,
  } as const
  const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } })
  if (values.help === true) {
    console.log(HELP)
    return 0
  }
  const asked = Options.safeParse(values)
  if (!asked.success) throw new WrongUsage(z.prettifyError(asked.error))
  return drill(asked.data)
}

process.exitCode = await main().catch((error: unknown) => {
  showEnd(error, HELP)
  return 2
})
