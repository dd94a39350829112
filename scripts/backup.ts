import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openSealKeys } from '#api/secrets.ts'
import { askedOf } from './backup/asked.ts'
import { type MadeBackup, makeBackup, type Places } from './backup/make-backup.ts'
import { differenceLine } from './difference-line.ts'
import { findDatabases } from './start/find-databases.ts'
import { showEnd } from './start/refusal.ts'

const HELP = `Usage: npm run backup -- <folder> [options]

Backs up the portal, which may run meanwhile: everything that is in it at one moment, into a folder of that moment in
<folder>/data, and the keys of persons into one in <folder>/keys. Whole or not at all. Run it where
DATA_DIR/documents and DATA_DIR/seals are. The secrets are in no backup: keep them elsewhere.

Options:
  --keys <folder>  where the keys go: in other hands, at best. Those older than 35 days are removed there
  --keys-only      the keys alone: a matter of seconds. Whoever is erased stays erased by the newest keys
  --help           this text

Environment:
  DATA_DIR            the folder of the embedded Postgres, the documents, the seals and the secrets; .data when left out
  SECRETS_DIR         DATA_DIR/secrets
  DATABASE_URL        a Postgres of yours, as the app's role
  DATABASE_OWNER_URL  the same, as the owner of the tables; needed with DATABASE_URL

Ends with 0 when all of it was made, 1 when documents were not there to be copied, or something
that should hold the log's table is gone (it names them), 2 when nothing was made.
`

function readArguments() {
  const options = {
    keys: { type: 'string' },
    'keys-only': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  return parseArgs({ options, allowPositionals: true })
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

function show(
  { name, head, lastSeal, documents, hasSealFile, lostGuards, forgotten }: MadeBackup,
  places: Places,
  isAll: boolean,
) {
  const { position, recordedAt } = head
  if (isAll) {
    console.log(`${documents.count} documents, ${megabytes(documents.bytes)}`)
    console.log(`Data: ${join(places.data, name)}`)
  }
  console.log(`Keys: ${join(places.keys, name)}`)
  const sealed = lastSeal === null ? 'nothing of it sealed' : `sealed up to ${lastSeal.position}`
  console.log(`The log up to position ${position} of ${recordedAt}, ${sealed}.`)
  for (const old of forgotten) console.log(`The keys of ${old} were older than 35 days and are removed.`)
  if (isAll && lastSeal !== null && !hasSealFile)
    console.error('There is no file of seals in DATA_DIR/seals: back it up where the part "processes" runs.')
  for (const lost of lostGuards) console.error(differenceLine(lost, 'What should hold the log'))
  for (const sha256 of documents.lost) console.error(`The file of a document is gone or damaged: ${sha256}`)
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments()
  if (values.help === true) {
    console.log(HELP)
    return 0
  }
  const { dataDir, secretsDir, places } = askedOf(positionals, values.keys)
  const keysOnly = values['keys-only'] === true
  // Where no portal ever was, none is made.
  await openSealKeys(secretsDir)
  const databases = await findDatabases(dataDir, 'read')
  const begun = performance.now()
  try {
    const made = await makeBackup({
      ...{ ...databases, dataDir, secretsDir, places, keysOnly },
      told: ({ table, rows, bytes }) => console.log(`${table}: ${rows} rows, ${megabytes(bytes)}`),
    })
    show(made, places, !keysOnly)
    console.log(`Made in ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
    console.log(`The secrets in ${secretsDir} are not in it. Without them nobody can read it: keep them elsewhere.`)
    return made.documents.lost.length + made.lostGuards.length > 0 ? 1 : 0
  } finally {
    await databases.stop?.()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  showEnd(error, HELP)
  process.exitCode = 2
}
