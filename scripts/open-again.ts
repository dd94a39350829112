import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { mustBelongToLog } from '#api/same-log.ts'
import { openSecrets } from '#api/secrets.ts'
import { clockOf } from '#commands/clock.ts'
import type { Finding } from '#commands/integrity/finding.ts'
import type { ForeignRow } from '#commands/integrity/finding-row.ts'
import { dropForeign } from '#commands/integrity/finding-store.ts'
import { openAgain, type Opened, type Opening } from '#commands/integrity/open-again.ts'
import { parsePlaces, placeOfFinding, placeText } from '#commands/integrity/places.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createPostgresKeys } from '#commands/log/postgres/keys.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { postgresRows } from '#commands/log/verify/rows.ts'
import { createPool as createLogPool } from '#commands/postgres.ts'
import { allEvents } from '#domain/events.ts'
import { integrityEvents } from '#domain/integrity/events.ts'
import { shown } from '#domain/kernel/text.ts'
import { createPool } from '#projections/postgres.ts'
import { READ_MODEL_NAMES } from '#projections/read-models.ts'
import { differenceLine } from './difference-line.ts'
import { findEventStore } from './start/event-store.ts'
import { findDatabases } from './start/find-databases.ts'
import { showEnd } from './start/refusal.ts'

const HELP = `Usage: npm run open-again -- --by <who> --reason <why> --positions <12,15-17>

Lets the portal write again although its log does not hold somewhere: records in the log who decided it, why, and about
what. An event that does not hold by itself, or is a copy of one before it, is left out from then on, for good: put back what
can be put back before. All that was found has to be named. The portal may run meanwhile, and writes within seconds. docs/mismatch.md tells
what to do before. Without options it lists what was found, and changes nothing. Rebuild read models that differ before:
their tables are never taken as they stand.

Options:
  --by <who>           who decided it, at most 200 characters
  --reason <why>       kept in the log for good: the number of the incident, nobody's name; at most 2,000 characters
  --positions <list>   the positions of all that was found: 12 is one, 15-17 three, or one place that is known to within them
  --clear              lists it, and takes out what no process of the portal wrote among it
  --help               this text

Environment: as for npm run rebuild

Ends with 0 when it was recorded, 1 when something is left that was not named, or nothing is there where it was, 2 when it
could not be tried.
`

/** Of what no process wrote; of more, how many. */
const SHOWN = 50

const { by: By, reason: Reason } = integrityEvents.PortalOpenedAgain.shape

function readArguments(): Opening | 'list' | 'clear' | 'help' | undefined {
  const options = {
    by: { type: 'string' },
    reason: { type: 'string' },
    positions: { type: 'string' },
    clear: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { by, reason, positions, clear, help } = parseArgs({ options, args: taken(process.argv.slice(2)) }).values
  if (help === true) return 'help'
  if (by === undefined && reason === undefined && positions === undefined) return clear === true ? 'clear' : 'list'
  const places = parsePlaces(positions ?? '')
  if (!by || !By.safeParse(by).success || !reason || !Reason.safeParse(reason).success) return undefined
  if (places === undefined || clear === true) return undefined
  return { by, reason, places }
}

/** A position below nothing begins like an option, and is none. */
function taken(args: readonly string[]): string[] {
  const isOfPositions = (at: number) => args[at] === '--positions' && /^-\d/.test(args[at + 1] ?? '')
  return args.flatMap((arg, at) => (isOfPositions(at) ? [] : isOfPositions(at - 1) ? `--positions=${arg}` : arg))
}

const lineOf = (finding: Finding): string =>
  differenceLine(finding, placeText(placeOfFinding(finding)), `, found by the ${finding.foundBy} at ${finding.foundAt}`)

/** What a decision does: before it is made, and after. */
function linesOf({ effect: { leftOut, taken, mended }, forNow }: Opened, is: 'is' | 'would be'): readonly string[] {
  const places = (located: readonly { readonly position: number; readonly through?: number | undefined }[]) =>
    [...new Set(located.map((one) => placeText(placeOfFinding(one))))].join(',')
  return [
    ...(leftOut.length === 0 ? [] : [`Left out ${is}, for good, as if it had never been: ${places(leftOut)}`]),
    ...(taken.length === 0
      ? []
      : [`Taken as it stands ${is}, although it does not go on from the event before it: ${places(taken)}`]),
    ...(mended.size === 0 ? [] : [`Holds by now, and ${is} no matter any more: ${places([...mended])}`]),
    ...(forNow.size === 0
      ? []
      : [
          `Opens the portal for now, and closes it again when it is found again (rebuild read models first: npm run rebuild): ${places([...forNow])}`,
        ]),
  ]
}

/** Of these, none has anything to say. */
function foreignLines(rows: readonly ForeignRow[]): readonly string[] {
  if (rows.length === 0) return []
  return [
    'Rows that no process of the portal wrote stand among the findings: they decide nothing (--clear takes them out, and so does a decision):',
    ...rows.slice(0, SHOWN).map(({ says }) => `  ${shown(says)}`),
    ...(rows.length > SHOWN ? [`  and ${rows.length - SHOWN} more`] : []),
  ]
}

async function decide(opening: Opening, isCleared: boolean): Promise<number> {
  const dataDir = resolve(process.env['DATA_DIR'] ?? '.data')
  const databases = await findDatabases(dataDir, 'write')
  const { appUrl } = databases
  const pool = createPool(appUrl, { name: 'open again', patience: 'call', max: 2 })
  const logPool = createLogPool(appUrl, { name: 'open again', patience: 'batch', types: logTypes, max: 2 })
  const eventStoreUrl = process.env['EVENTSTORE_URL'] ?? ''
  const elsewhere = eventStoreUrl === '' ? undefined : await findEventStore(eventStoreUrl)
  const eventLog = elsewhere?.open() ?? createPostgresLog({ connection: { connectionString: appUrl } })
  const records = elsewhere?.openRows()
  try {
    await elsewhere?.check()
    // What is found is listed all the same.
    const built = opening.places.length === 0 ? READ_MODEL_NAMES : []
    await mustBelongToLog(pool, eventLog, elsewhere !== undefined, built)
    const secretsDir = process.env['SECRETS_DIR'] ?? join(dataDir, 'secrets')
    const secrets = await openSecrets(pool, secretsDir, async () => (await eventLog.head()) === 0)
    const { now } = await clockOf(pool)
    const keys = createPostgresKeys(pool, secrets.wrappingKey, now)
    const log = createDomainLog(eventLog, createCodec(allEvents, keys, secrets), keys)
    const { eventKeys, sealKeys } = secrets
    const rows = records ?? postgresRows(logPool)
    const done = await openAgain({ pool, eventLog, rows, log, eventKeys, sealKeys }, opening, now)
    if (done.outcome === 'opened') {
      console.log(`Recorded in the log at position ${done.position}. The portal writes again:`)
      for (const finding of done.findings) console.log(lineOf(finding))
      for (const line of linesOf(done, 'is')) console.log(line)
      for (const line of foreignLines(done.foreign)) console.log(line)
      return 0
    }
    for (const place of done.empty) console.error(`Nothing was found at ${placeText(place)}`)
    if (done.left.length > 0) console.error('Found, and not named:')
    for (const finding of done.left) console.error(lineOf(finding))
    for (const line of linesOf(done, 'would be')) console.error(line)
    for (const line of foreignLines(done.foreign)) console.error(line)
    if (isCleared) await dropForeign(pool, done.foreign)
    if (isCleared) console.error(`Taken out: ${done.foreign.length} of them`)
    if (done.empty.length + done.left.length === 0) console.error('Nothing was found that nobody has decided about')
    if (opening.places.length > 0) console.error('Nothing was recorded.')
    return opening.places.length > 0 || done.left.length > 0 ? 1 : 0
  } finally {
    await records?.close()
    await eventLog.close()
    await Promise.all([pool.end(), logPool.end()])
    await databases.stop?.()
  }
}

async function main(): Promise<number> {
  const asked = readArguments()
  if (asked === 'help') console.log(HELP)
  if (asked === undefined) console.error(`A decision names --by, --reason and --positions\n\n${HELP}`)
  if (asked === 'help' || asked === undefined) return asked === 'help' ? 0 : 2
  const isDecision = typeof asked === 'object'
  return decide(isDecision ? asked : { by: '', reason: '', places: [] }, asked === 'clear')
}

// Whoever reads only the beginning (`open-again | head`) has what they wanted; what was decided is recorded.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.exitCode = await main().catch((error: unknown) => {
  showEnd(error, HELP)
  return 2
})
