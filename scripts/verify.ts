import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openEventKeys, readSealSecret } from '#api/secrets.ts'
import { logTypes } from '#commands/log/postgres-connection.ts'
import { sealFileIn } from '#commands/log/seal-file.ts'
import { keyIdOf, sealKeyFrom } from '#commands/log/seal.ts'
import { postgresRows } from '#commands/log/verify-rows.ts'
import { type Verification, verifyLog } from '#commands/log/verify.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { createPool } from '#commands/postgres.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import { findDatabases } from './start/find-databases.ts'
import { showEnd } from './start/refusal.ts'

const HELP = `Usage: npm run verify [-- options]

Walks the event log from its first event to its last and checks every position, revision, hash and seal, who wrote
each event, and the money. Changes nothing; the portal may run meanwhile. Names the first position that does not hold.

Options:
  --seals <file>       a seal file kept elsewhere; DATA_DIR/seals/seals.jsonl when left out
  --public-key <file>  the seals' public key as PEM, where the secrets are not at hand: who wrote the events is not
                       checked then
  --show-key           prints that public key and ends
  --help               this text

Environment:
  DATA_DIR            the folder of the embedded Postgres, the seals and the secrets; .data when left out
  SECRETS_DIR         DATA_DIR/secrets
  DATABASE_URL        a Postgres of yours, as the app's role
  DATABASE_OWNER_URL  the same, as the owner of the tables; needed with DATABASE_URL

Ends with 0 when everything holds, 1 when something does not, 2 when it could not be checked.
`

const TELL_EVERY_MS = 2_000

function readArguments() {
  const options = {
    seals: { type: 'string' },
    'public-key': { type: 'string' },
    'show-key': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  return parseArgs({ options }).values
}

async function publicKeyFrom(file: string | undefined, secretsDir: string): Promise<KeyObject> {
  if (file !== undefined) return createPublicKey(await readFile(file))
  const secret = await readSealSecret(secretsDir)
  if (secret === undefined)
    throw new StartRefused(`There is no seal key in ${secretsDir}. Set DATA_DIR or SECRETS_DIR, or give --public-key`)
  return createPublicKey(sealKeyFrom(secret))
}

function show({ events, streams, money, seals, notes, difference }: Verification): void {
  if (difference !== undefined) {
    const { position, through, check, expected, found } = difference
    const where =
      through === undefined || through === position
        ? `Position ${position} does not hold`
        : `One of the positions ${position} to ${through} does not hold, position ${position} at the earliest`
    console.log(`RED. ${where} (${check}).\n  expected: ${expected}\n  found:    ${found}`)
    console.log(`The ${events} events before it hold by themselves; what comes after it was not looked at.`)
    return
  }
  const { trialBalance, inTransit, wallets, transfers } = money
  console.log(`GREEN. All ${events} events of ${streams} streams hold: positions, revisions, hashes, money.`)
  console.log(`Seals: ${seals.inLog} in the log, ${seals.inFile} in the file; sealed up to position ${seals.sealedTo}.`)
  console.log(
    `Money: ${transfers} transfers, ${wallets} wallets, none below zero; trial balance ${formatNaira(trialBalance)}; ` +
      `in transit ${formatNaira(inTransit.amount)} (${inTransit.count}).`,
  )
  for (const note of notes) console.log(`Note: ${note}.`)
}

async function main(): Promise<number> {
  const values = readArguments()
  if (values.help === true) {
    console.log(HELP)
    return 0
  }
  if ((process.env['EVENTSTORE_URL'] ?? '') !== '')
    throw new StartRefused('EVENTSTORE_URL: verify reads the rows of the Postgres log, and of no other')
  const dataDir = resolve(process.env['DATA_DIR'] ?? '.data')
  const secretsDir = process.env['SECRETS_DIR'] ?? join(dataDir, 'secrets')
  const publicKey = await publicKeyFrom(values['public-key'], secretsDir)
  if (values['show-key'] === true) {
    console.log(String(publicKey.export({ format: 'pem', type: 'spki' })).trimEnd())
    return 0
  }
  const databases = await findDatabases(dataDir, 'read')
  const pool = createPool(databases.appUrl, { name: 'verify', patience: 'hours', types: logTypes, max: 2 })
  const begun = performance.now()
  let told = begun
  try {
    const sealFile = values.seals ?? sealFileIn(join(dataDir, 'seals'))
    console.log(`Checking the log against ${sealFile}, key ${keyIdOf(publicKey)}`)
    const verification = await verifyLog({
      ...{ rows: postgresRows(pool), publicKey, sealFile },
      eventKeys: values['public-key'] === undefined ? await openEventKeys(secretsDir) : undefined,
      progress(position, head) {
        const now = performance.now()
        if (now - told < TELL_EVERY_MS) return
        told = now
        const perSecond = Math.round((1_000 * position) / (now - begun))
        console.log(`${position} of ${head} (${Math.floor((100 * position) / head)} %), ${perSecond} events/s`)
      },
    })
    show(verification)
    return verification.difference === undefined ? 0 : 1
  } finally {
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
