import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { System } from '#api/system.ts'
import { createClient } from '#commands/postgres.ts'
import { loadDemoData } from '#scripts/demo/demo-data.ts'
import { loadDemoUsers } from '#scripts/demo/people/demo-users.ts'
import { loadReferenceData, REFERENCE_EDITIONS } from '#scripts/demo/reference.ts'
import { recordOrder } from '#scripts/demo/money/record-order.ts'
import type { StoryOrder } from '#scripts/demo/story/world.ts'

/** Raise it when the demo people or their story have changed: loading again adds what is new and undoes nothing. */
const DEMO_EDITION = 3

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

/**
 * Loads what the portal starts with, through the real commands, unless a note in `dataDir` says that this database has
 * it. A load that was cut short is done again: loading adds nothing twice.
 */
export async function loadFirstData(
  { context }: Pick<System, 'context'>,
  { dataDir, ownerUrl, withDemo }: { dataDir: string; ownerUrl: string; withDemo: boolean },
  say: (line: string) => void,
): Promise<void> {
  const file = join(dataDir, 'loaded.json')
  const wanted = createHash('sha256')
    .update(JSON.stringify([REFERENCE_EDITIONS, DEMO_EDITION, withDemo, await identityOf(ownerUrl)]))
    .digest('hex')
  const noted = await readFile(file, 'utf8').catch(() => undefined)
  if (noted === wanted) return
  if (context.integrity.open().length > 0) return say('nothing, as the log does not hold: see docs/mismatch.md')
  say('roles, menus, hospitals, services and drugs')
  await loadReferenceData({ handler: context.handler, at: OPENED })
  if (withDemo) {
    say('two demo people for every role')
    const { handler, credentials, codes, emailSecret } = context
    await loadDemoUsers({ handler, credentials, codes, emailSecret, at: OPENED })
    say('two years of demo patients, bills and payments')
    const placeOrder = (order: StoryOrder) => recordOrder(context.pool, order)
    await loadDemoData({ handler, codes, emailSecret, placeOrder, opened: OPENED, now: context.now(), say })
  }
  await writeFile(file, wanted)
}
