import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { loadSecrets } from '#api/secrets.ts'
import { openSystem } from '#api/system.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { createPool } from '#commands/postgres.ts'
import { generateHistory } from './generate/generate-history.ts'
import { findDatabases } from './start/find-databases.ts'
import { showEnd } from './start/refusal.ts'
import { READ_ONLY } from './writing-log.ts'

const HELP = `Usage: npm run generate -- --patients <number> [--days <number>] [--seed <name>]

Writes a large believable history straight into the log: patients, money, bills and payments over two years, by the
real commands and the real codec. For benchmarks, and for trying the portal out at scale; never for real data. Into an
empty DATA_DIR it brings hospitals, prices and demo people with it. All or nothing; nobody else may write meanwhile.

  --patients  how many; some 75 events each once they are treated
  --days      how long the history is, up to yesterday; 730 when left out
  --seed      letters and digits: another name gives another history; made of the log's length when left out

Then build the read models from it: npm run rebuild -- --all (a start does it too, on an empty portal).

Environment:
  DATA_DIR            the folder of the embedded Postgres and of the secrets; .data when left out
  DATABASE_URL        a Postgres of yours, as the app's role
  DATABASE_OWNER_URL  the same, as the owner of the tables; needed with DATABASE_URL
`

const Options = z.object({
  patients: z.coerce.number().int().min(1).max(2_000_000),
  days: z.coerce.number().int().min(30).max(3_650).default(730),
  seed: z
    .string()
    .regex(/^[a-z0-9]{1,20}$/)
    .optional(),
})

const NOTHING = { api: false, projections: false, processes: false }

async function generate({ patients, days, seed }: z.output<typeof Options>): Promise<void> {
  const dataDir = resolve(process.env['DATA_DIR'] ?? '.data')
  const secretsDir = process.env['SECRETS_DIR'] ?? join(dataDir, 'secrets')
  const databases = await findDatabases(dataDir, 'write')
  const { appUrl, ownerUrl } = databases
  const owner = createPool(ownerUrl, { name: 'generate', patience: 'hours', max: 1 })
  const system = await openSystem({ appUrl, ownerUrl, dataDir, secretsDir, roles: NOTHING })
  try {
    if (system.context.integrity.open().length > 0) throw new StartRefused(READ_ONLY)
    const head = await system.context.eventLog.head()
    const begun = performance.now()
    const perSecond = (events: number) => Math.round(events / ((performance.now() - begun) / 1000))
    let told = begun
    const { count, position } = await generateHistory(system, await loadSecrets(secretsDir), owner, {
      ...{ patients, days, seed: seed ?? `h${head}` },
      progress({ day, events, ...soFar }) {
        if (performance.now() - told < 5_000) return
        told = performance.now()
        const sums = `${soFar.patients} patients, ${soFar.bills} bills, ${events} events`
        console.log(`${day}: ${sums}, ${perSecond(events)} events/s`)
      },
    })
    const seconds = ((performance.now() - begun) / 1000).toFixed(0)
    console.log(`${count} events in ${seconds} s (${perSecond(count)} events/s); the log ends at ${position}`)
    console.log('Build the read models from it: npm run rebuild -- --all')
  } finally {
    await system.close()
    await owner.end()
    await databases.stop?.()
  }
}

async function main(): Promise<number> {
  try {
    const options = { patients: { type: 'string' }, days: { type: 'string' }, seed: { type: 'string' } } as const
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } })
    if (values.help === true) {
      console.log(HELP)
      return 0
    }
    const asked = Options.safeParse(values)
    if (!asked.success) {
      console.error(`${z.prettifyError(asked.error)}\n\n${HELP}`)
      return 2
    }
    if (process.env['NODE_ENV'] === 'production') {
      console.error('NODE_ENV=production: generate invents people and money, and dates them back')
      return 2
    }
    if ((process.env['EVENTSTORE_URL'] ?? '') !== '') {
      console.error('EVENTSTORE_URL: generate loads its history into the Postgres log, and into no other')
      return 2
    }
    await generate(asked.data)
    return 0
  } catch (error) {
    showEnd(error, HELP)
    return 1
  }
}

process.exitCode = await main()
