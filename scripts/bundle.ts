import { copyFile, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { mustBelongToLog } from '#api/same-log.ts'
import { openSealKeys } from '#api/secrets.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { keyIdOf } from '#commands/log/seals/seal.ts'
import { postgresStreamEnds } from '#commands/log/seals/stream-ends.ts'
import { createPool } from '#commands/postgres.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { READ_MODEL_NAMES } from '#projections/read-models.ts'
import { aboutOf } from './bundle/about.ts'
import { type MadeBundle, makeBundle } from './bundle/make-bundle.ts'
import { findDatabases } from './start/find-databases.ts'
import { findEventStore } from './start/event-store.ts'
import { report, showEnd } from './start/refusal.ts'

const HELP = `Usage: npm run bundle -- wallet <id> | payment <id> | period <day>..<day>  [--to <folder>]

Writes a file by which somebody outside can see, with the public key alone, that nothing in it was changed and nothing is
missing up to the last seal: a wallet (pool, allocation:<hospital's id>, patient:<patient's id>), the transactions of a
payment, or all that was recorded on days in Lagos (2026-03-01..2026-03-31). Puts verify-bundle.mjs beside it, which checks
it with nothing but Node. The portal may run meanwhile. Whole or not at all, and never written over another.
docs/bundle.md says how it is checked, and how a CSV is held against it.

  --to <folder>  where the file goes; the present folder when left out
  --help         this text

The public keys: npm run -s verify -- --show-key > public-key.pem

Environment:
  DATA_DIR            the folder of the embedded Postgres and the secrets; .data when left out
  SECRETS_DIR         DATA_DIR/secrets
  DATABASE_URL        a Postgres of yours, as the app's role
  DATABASE_OWNER_URL  the same, as the owner of the tables; needed with DATABASE_URL
  EVENTSTORE_URL      the EventStoreDB that holds the log, when it is not in Postgres

Ends with 0 when the file was written, 2 when none was.
`

/** At most so long after an event it is sealed (commands/log/seals/sealer.ts). */
const SEALED_WITHIN_MS = 60_000
const VERIFIER = 'verify-bundle.mjs'

function show({ path, lines, seal, behind }: MadeBundle): void {
  const { number, position, at, keyId } = seal
  console.log(`${path}: ${lines} lines, sealed up to position ${position} by seal ${number} of ${at}, key ${keyId}.`)
  if (behind.since !== undefined) {
    const due = new Date(Date.parse(behind.since) + SEALED_WITHIN_MS).toISOString()
    console.log(
      `Behind that seal there are ${behind.count} events, which are not in it; the next one is due by ${due}.`,
    )
  }
  console.log(`Check it where the public key is: node ${VERIFIER} <this file> public-key.pem`)
}

/** Beside the bundle, as it is read by whoever is to believe it. One that is there stays. */
async function putVerifier(folder: string): Promise<void> {
  const from = join(import.meta.dirname, 'bundle', VERIFIER)
  const there = await readFile(join(folder, VERIFIER)).catch(() => undefined)
  if (there === undefined) await copyFile(from, join(folder, VERIFIER))
  else if (!there.equals(await readFile(from)))
    console.error(`The ${VERIFIER} in ${folder} is another than this portal's, and stays: ${from}`)
}

async function main(): Promise<number> {
  const options = { to: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help === true) {
    console.log(HELP)
    return 0
  }
  const about = aboutOf(positionals, lagosDay(new Date().toISOString()))
  const folder = resolve(values.to ?? '.')
  const dataDir = resolve(process.env['DATA_DIR'] ?? '.data')
  const secretsDir = process.env['SECRETS_DIR'] ?? join(dataDir, 'secrets')
  const sealKeys = (await openSealKeys(secretsDir)).all()
  const databases = await findDatabases(dataDir, 'read')
  const { appUrl } = databases
  const pool = createPool(appUrl, { name: 'bundle', patience: 'hours', max: 1 })
  const eventStoreUrl = process.env['EVENTSTORE_URL'] ?? ''
  const elsewhere = eventStoreUrl === '' ? undefined : await findEventStore(eventStoreUrl)
  const log = elsewhere?.open() ?? createPostgresLog({ connection: { connectionString: appUrl } })
  try {
    await elsewhere?.check()
    if (elsewhere !== undefined) await mustBelongToLog(pool, log, true, READ_MODEL_NAMES)
    console.log(`Reading the log for a bundle under ${sealKeys.map(keyIdOf).join(', ')}`)
    show(await makeBundle({ log, sealKeys, table: postgresStreamEnds(pool), about, folder, report }))
    await putVerifier(folder)
    return 0
  } finally {
    await log.close()
    await pool.end()
    await databases.stop?.()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  showEnd(error, HELP)
  process.exitCode = 2
}
