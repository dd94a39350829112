import { createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadSecrets, openSealKeys } from '#api/secrets.ts'
import { mustBelongToLog } from '#api/same-log.ts'
import { verifyPortal } from '#api/verify/verify-portal.ts'
import { clockOf } from '#commands/clock.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import type { Position } from '#commands/log/event-log.ts'
import { sealFileIn } from '#commands/log/seals/seal-file.ts'
import { keyIdOf, type SealKeys } from '#commands/log/seals/seal.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { postgresRows } from '#commands/log/verify/rows.ts'
import type { Decided, Verification } from '#commands/log/verify/verify.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { createPool } from '#commands/postgres.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import { shown } from '#domain/kernel/text.ts'
import { READ_MODEL_NAMES } from '#projections/read-models.ts'
import { differenceLine } from './difference-line.ts'
import { findEventStore } from './start/event-store.ts'
import { findDatabases } from './start/find-databases.ts'
import { showEnd } from './start/refusal.ts'
import { openSecondPlace, secondPlaceSetting } from './start/second-place.ts'

const HELP = `Usage: npm run verify [-- options]

Walks the event log from its first event to its last and checks every position, revision, hash and seal, who wrote
each event, that it may come there by the rules of its stream, and the money; opens what is personal with the persons'
keys, finds what was begun and nobody ends; then reads every document, folds all read models anew in temporary tables
and compares every row, those of the past too.
Changes nothing; the portal may run meanwhile. Goes on behind what does not hold, and names all of it.

Options:
  --seals <file>       a seal file kept elsewhere; DATA_DIR/seals/seals.jsonl when left out
  --public-key <file>  the seals' public keys as PEM, the oldest first, where the secrets are not at hand: who wrote the events, keys,
                       documents and read models are not checked then
  --log-only           leaves documents and read models out, which take most of the time
  --show-key           prints these public keys, the one in use last, and ends
  --json               the findings as JSON, and nothing else, on the output
  --help               this text

Environment:
  DATA_DIR            the folder of the embedded Postgres, the seals and the secrets; .data when left out
  SECRETS_DIR         DATA_DIR/secrets
  SEALS_DIR, SEALS_URL  where the seals go as well: what is there is held against the log, too (docs/seals.md)
  DATABASE_URL        a Postgres of yours, as the app's role
  DATABASE_OWNER_URL  the same, as the owner of the tables; needed with DATABASE_URL
  EVENTSTORE_URL      the EventStoreDB that holds the log, when it is not in Postgres

Ends with 0 when everything holds, or was decided about (npm run open-again), 1 when something does not, 2 when it could
not be checked.
`

const TELL_EVERY_MS = 2_000

function readArguments() {
  const options = {
    seals: { type: 'string' },
    'public-key': { type: 'string' },
    'show-key': { type: 'boolean' },
    'log-only': { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  return parseArgs({ options }).values
}

async function publicKeysFrom(file: string | undefined, secretsDir: string): Promise<SealKeys> {
  if (file === undefined) return (await openSealKeys(secretsDir)).all()
  const keys = (await readFile(file, 'utf8')).match(PEM) ?? []
  if (keys.length === 0) throw new StartRefused(`${file} holds no public key`)
  return keys.map((pem) => createPublicKey(pem))
}
const PEM = /-----BEGIN PUBLIC KEY-----.*?-----END PUBLIC KEY-----/gs

/** Named one by one; of more, how many. More than there are checkpoints, which all stand beyond a log that was cut. */
const SHOWN = 100

function show(verification: Verification): void {
  const { events, streams, money, seals, notes, unchecked, decided, differences, different } = verification
  if (different === 0)
    console.log(
      `GREEN. All ${events} events of ${streams} streams hold: positions, revisions, hashes, rules, money, and what is kept of them.`,
    )
  else console.log(`RED. ${different} ${different === 1 ? 'place does' : 'places do'} not hold, of ${events} events:`)
  for (const one of differences.slice(0, SHOWN)) console.log(lineOf(one))
  if (different > SHOWN) console.log(`  and ${different - SHOWN} more; --json has the first thousand`)
  const { trialBalance, inTransit, wallets, transfers } = money
  const last =
    seals.inSecondPlace === undefined ? '' : `, the last ${seals.inSecondPlace} held against the second place`
  console.log(
    `Seals: ${seals.inLog} in the log, ${seals.inFile} in the file${last}; sealed up to position ${seals.sealedTo}.`,
  )
  console.log(
    `Money: ${transfers} transfers, ${wallets} wallets; trial balance ${formatNaira(trialBalance)}; ` +
      `in transit ${formatNaira(inTransit.amount)} (${inTransit.count}).`,
  )
  for (const one of decided.slice(0, SHOWN)) console.log(decidedLineOf(one))
  if (decided.length > SHOWN) console.log(`  and ${decided.length - SHOWN} more that were decided about`)
  for (const note of notes) console.log(`Note: ${shown(note)}.`)
  for (const what of unchecked) console.log(`Not checked: ${shown(what)}.`)
}

function lineOf(difference: Difference): string {
  const { position, through } = difference
  const isOne = through === undefined || through === position
  return differenceLine(difference, isOne ? `Position ${position}` : `In ${position} to ${through}`)
}

const decidedLineOf = ({ decision: { by, reason, at, place }, ...difference }: Decided): string =>
  `Decided about by ${shown(by)} on ${at} (position ${place}), ${shown(JSON.stringify(reason))}; it does not hold all the same:\n${lineOf(difference)}`

async function main(): Promise<number> {
  const values = readArguments()
  if (values.help === true) {
    console.log(HELP)
    return 0
  }
  const dataDir = resolve(process.env['DATA_DIR'] ?? '.data')
  const secretsDir = process.env['SECRETS_DIR'] ?? join(dataDir, 'secrets')
  const sealKeys = await publicKeysFrom(values['public-key'], secretsDir)
  if (values['show-key'] === true) {
    for (const key of sealKeys) console.log(String(key.export({ format: 'pem', type: 'spki' })).trimEnd())
    return 0
  }
  const secrets = values['public-key'] === undefined ? await loadSecrets(secretsDir) : undefined
  const secondPlace = await openSecondPlace(secondPlaceSetting(process.env), secretsDir, dataDir)
  const databases = await findDatabases(dataDir, 'read')
  const { appUrl } = databases
  const pool = createPool(appUrl, { name: 'verify', patience: 'hours', types: logTypes, max: 2 })
  const eventStoreUrl = process.env['EVENTSTORE_URL'] ?? ''
  const elsewhere = eventStoreUrl === '' ? undefined : await findEventStore(eventStoreUrl)
  const log = elsewhere?.open() ?? createPostgresLog({ connection: { connectionString: appUrl } })
  const records = elsewhere?.openRows()
  try {
    await elsewhere?.check()
    if (elsewhere !== undefined) await mustBelongToLog(pool, log, true, READ_MODEL_NAMES)
    const { now } = await clockOf(pool)
    const sealFile = values.seals ?? sealFileIn(join(dataDir, 'seals'))
    const tell = values.json === true ? console.error : console.log
    tell(`Checking the log against ${sealFile}, key ${sealKeys.map(keyIdOf).join(', ')}`)
    const logOnly = values['log-only'] === true
    const verification = await verifyPortal({
      held: {
        ...{ rows: records ?? postgresRows(pool), sealKeys, sealFile, eventKeys: secrets?.eventKeys },
        ...{ secondPlace, isCopy: values.seals !== undefined },
        progress: progressOf('events', tell),
        replayed: progressOf('replayed by the rules', tell),
      },
      portal: {
        ...{ log, appUrl, pool, dataDir, keepsDocuments: true, secrets, logOnly, now },
        progress: progressOf('folded into read models', tell),
      },
    })
    if (values.json === true) console.log(JSON.stringify(verification, null, 2))
    else show(verification)
    if (verification.different > 0) return 1
    return verification.seals.secondPlaceAway === undefined ? 0 : 2
  } finally {
    await records?.close()
    await log.close()
    await pool.end()
    await databases.stop?.()
  }
}

/** Says now and then how far something has come. */
function progressOf(what: string, tell: (line: string) => void) {
  let begun: number | undefined
  let told = 0
  return (position: Position, head: Position) => {
    const now = performance.now()
    begun ??= now
    if (now - Math.max(told, begun) < TELL_EVERY_MS) return
    told = now
    const perSecond = Math.round((1_000 * position) / (now - begun))
    tell(`${what}: ${position} of ${head} (${Math.floor((100 * position) / head)} %), ${perSecond}/s`)
  }
}

// Whoever reads only the beginning (`verify | head`) has what they wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
try {
  process.exitCode = await main()
} catch (error) {
  showEnd(error, HELP)
  process.exitCode = 2
}
