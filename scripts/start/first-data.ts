import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { loadSecrets } from '#api/secrets.ts'
import type { System } from '#api/system.ts'
import type { Handler } from '#commands/handle.ts'
import { bulkLoad, LogNotEmpty } from '#commands/log/postgres/bulk-load.ts'
import { readIfThere } from '#commands/read-if-there.ts'
import { replaceFile } from '#commands/whole-file.ts'
import { createClient, createPool } from '#commands/postgres.ts'
import { loadDemoData } from '#scripts/demo/demo-data.ts'
import { loadDemoUsers } from '#scripts/demo/people/demo-users.ts'
import { loadReferenceData, REFERENCE_EDITIONS } from '#scripts/demo/reference.ts'
import { keepOrder } from '#api/money/billing/product-orders.ts'
import type { StoryOrder } from '#scripts/demo/story/world.ts'
import { createStoryLog } from '#scripts/generate/story-log.ts'

/** Raise it when the demo people or their story have changed: loading again adds what is new and undoes nothing. */
const DEMO_EDITION = 4

/** The day the portal opened: the business date of everything it starts with. */
const OPENED = '2024-01-02T08:00:00.000Z'

/** Which database this is; a note about another one, dropped and made anew, must not count for it. */
async function identityOf(ownerUrl: string): Promise<string> {
  const client = createClient(ownerUrl, { name: 'start', patience: 'call' })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      `select (select system_identifier from pg_control_system()) || ':' || oid as id
         from pg_database where datname = current_database()`,
    )
    return rows[0]?.id ?? ''
  } finally {
    await client.end()
  }
}

type FirstData = {
  readonly dataDir: string
  readonly secretsDir: string
  readonly ownerUrl: string
  readonly withDemo: boolean
  /** Whether the log is in Postgres: another one dates its events itself. */
  readonly isLogHere: boolean
}
type Say = (line: string) => void

/**
 * Loads what the portal starts with, through the real commands, unless a note in `dataDir` says that this database has
 * it. A load that was cut short is done again: loading adds nothing twice. With the demo into an empty log of ours, all of
 * it is recorded when it happened (docs/decisions/0023-starts.md).
 */
export async function loadFirstData(system: Pick<System, 'context'>, data: FirstData, say: Say): Promise<void> {
  const { context } = system
  const { dataDir, ownerUrl, withDemo, isLogHere } = data
  const file = join(dataDir, 'loaded.json')
  const wanted = createHash('sha256')
    .update(JSON.stringify([REFERENCE_EDITIONS, DEMO_EDITION, withDemo, await identityOf(ownerUrl)]))
    .digest('hex')
  const noted = await readIfThere(file)
  if (noted === wanted) return
  if (context.integrity.open().length > 0) return say('nothing, as the log does not hold: see docs/mismatch.md')
  const isNew = withDemo && (await context.eventLog.head()) === 0
  if (isNew && !isLogHere) say('all of it recorded today: EventStoreDB dates what it records itself')
  if (!(isNew && isLogHere && (await recordInItsTime(system, data, say))))
    await load(context, context.handler, data, say)
  await replaceFile(file, wanted)
}

/** Tells all of it to a log in memory and puts that into the empty log at once; false where somebody else had written. */
async function recordInItsTime(system: Pick<System, 'context'>, data: FirstData, say: Say): Promise<boolean> {
  const secrets = await loadSecrets(data.secretsDir)
  const { handler, take } = createStoryLog(system, secrets, { mayExist: () => false, isBackdated: true })
  await load(system.context, handler, data, say)
  const owner = createPool(data.ownerUrl, { name: 'start', patience: 'hours', max: 1 })
  try {
    await bulkLoad(owner, take(), { intoEmpty: true })
    return true
  } catch (error) {
    if (error instanceof LogNotEmpty) return false
    throw error
  } finally {
    await owner.end()
  }
}

async function load(context: System['context'], handler: Handler, { withDemo }: FirstData, say: Say): Promise<void> {
  say('roles, menus, hospitals, services and drugs')
  await loadReferenceData({ handler, at: OPENED })
  if (!withDemo) return
  say('two demo people for every role')
  const { credentials, codes, emailSecret } = context
  await loadDemoUsers({ handler, credentials, codes, emailSecret, at: OPENED })
  say('two years of demo patients, bills and payments')
  const placeOrder = ({ id, patientId, coeId, orderedBy: by, at }: StoryOrder) =>
    keepOrder(context, { id, patientId, coeId, products: [] }, { by, at })
  await loadDemoData({ handler, codes, emailSecret, placeOrder, opened: OPENED, now: context.now(), say })
}
