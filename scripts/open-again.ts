import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { mustBelongToLog } from '#api/same-log.ts'
import { openSecrets } from '#api/secrets.ts'
import type { Finding } from '#commands/integrity/finding.ts'
import { openAgain, type Opening } from '#commands/integrity/open-again.ts'
import { parsePlaces, placeOfFinding, placeText } from '#commands/integrity/places.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createPostgresKeys } from '#commands/log/postgres-keys.ts'
import { createPostgresLog } from '#commands/log/postgres-log.ts'
import { allEvents } from '#domain/events.ts'
import { createPool } from '#projections/postgres.ts'
import { findEventStore } from './start/event-store.ts'
import { findDatabases } from './start/find-databases.ts'
import { showEnd } from './start/refusal.ts'

const HELP = `Usage: npm run open-again -- --by <who> --reason <why> --positions <12,15-17>

Lets the portal write again although its log does not hold somewhere: records in the log who decided it, why, and about
what. All that was found has to be named. The portal may run meanwhile, and writes within seconds. docs/mismatch.md tells
what to do before. Without options it lists what was found, and changes nothing.

Options:
  --by <who>           who decided it, at most 200 characters
  --reason <why>       kept in the log for good: the number of the incident, nobody's name; at most 2,000 characters
  --positions <list>   the positions of all that was found: 12 is one, 15-17 three, or one place that is known to within them
  --help               this text

Environment: as for npm run rebuild

Ends with 0 when it was recorded, 1 when something is left that was not named, or nothing is there where it was, 2 when it
could not be tried.
`

function readArguments(): Opening | 'list' | 'help' | undefined {
  const options = {
    by: { type: 'string' },
    reason: { type: 'string' },
    positions: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { by, reason, positions, help } = parseArgs({ options }).values
  if (help === true) return 'help'
  if (by === undefined && reason === undefined && positions === undefined) return 'list'
  const places = parsePlaces(positions ?? '')
  if (!by || by.length > 200 || !reason || reason.length > 2_000 || places === undefined) return undefined
  return { by, reason, places }
}

function lineOf({ check, stream, expected, found, foundAt, foundBy, ...finding }: Finding): string {
  const of = stream === undefined ? '' : ` of ${stream}`
  return `  ${placeText(placeOfFinding(finding))}${of} (${check}), found by the ${foundBy} at ${foundAt}\n    expected: ${expected}\n    found:    ${found}`
}

async function decide(opening: Opening): Promise<number> {
  const dataDir = resolve(process.env['DATA_DIR'] ?? '.data')
  const databases = await findDatabases(dataDir, 'write')
  const { appUrl } = databases
  const pool = createPool(appUrl, { name: 'open again', patience: 'call', max: 2 })
  const eventStoreUrl = process.env['EVENTSTORE_URL'] ?? ''
  const elsewhere = eventStoreUrl === '' ? undefined : await findEventStore(eventStoreUrl)
  const eventLog = elsewhere?.open() ?? createPostgresLog({ connection: { connectionString: appUrl } })
  try {
    await elsewhere?.check()
    await mustBelongToLog(pool, eventLog, elsewhere !== undefined)
    const secretsDir = process.env['SECRETS_DIR'] ?? join(dataDir, 'secrets')
    const secrets = await openSecrets(pool, secretsDir, async () => (await eventLog.head()) === 0)
    const keys = createPostgresKeys(pool, secrets.wrappingKey, Date.now)
    const log = createDomainLog(eventLog, createCodec(allEvents, keys, secrets), keys)
    const { eventKeys } = secrets
    const done = await openAgain({ pool, eventLog, log, eventKeys }, opening, new Date().toISOString())
    if (done.outcome === 'opened') {
      console.log(`Recorded in the log at position ${done.position}. The portal writes again:`)
      for (const finding of done.findings) console.log(lineOf(finding))
      return 0
    }
    for (const place of done.empty) console.error(`Nothing was found at ${placeText(place)}`)
    if (done.left.length > 0) console.error('Found, and not named:')
    for (const finding of done.left) console.error(lineOf(finding))
    if (done.empty.length + done.left.length === 0) console.error('Nothing was found that nobody has decided about')
    if (opening.places.length > 0) console.error('Nothing was recorded.')
    return opening.places.length > 0 || done.left.length > 0 ? 1 : 0
  } finally {
    await eventLog.close()
    await pool.end()
    await databases.stop?.()
  }
}

async function main(): Promise<number> {
  const asked = readArguments()
  if (asked === 'help') console.log(HELP)
  if (asked === undefined) console.error(`A decision names --by, --reason and --positions\n\n${HELP}`)
  if (asked === 'help' || asked === undefined) return asked === 'help' ? 0 : 2
  return decide(asked === 'list' ? { by: '', reason: '', places: [] } : asked)
}

// Whoever reads only the beginning (`open-again | head`) has what they wanted; what was decided is recorded.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.exitCode = await main().catch((error: unknown) => {
  showEnd(error, HELP)
  return 2
})
