import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createDocumentStore } from '#api/documents/document-store.ts'
import { forgetCaller } from '#api/idempotency/request-keys.ts'
import { peopleAnswers } from '#api/people/refusals.ts'
import { erasePerson } from '#api/people/erasure/erase-person.ts'
import { createKnownBrowsers } from '#api/people/session/known-browser.ts'
import { mustBelongToLog } from '#api/same-log.ts'
import { openSecrets } from '#api/secrets.ts'
import { createHandler } from '#commands/handle.ts'
import { newId } from '#commands/ids.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createPostgresKeys } from '#commands/log/postgres-keys.ts'
import { createPostgresLog } from '#commands/log/postgres-log.ts'
import { allEvents } from '#domain/events.ts'
import { Id } from '#domain/kernel/text.ts'
import { createDb, createPool } from '#projections/postgres.ts'
import { type Database, readModels } from '#projections/read-models.ts'
import { prepareReadModels } from '#projections/runner.ts'
import { findEventStore } from './start/event-store.ts'
import { findDatabases } from './start/find-databases.ts'
import { showEnd } from './start/refusal.ts'

const HELP = `Usage: npm run erase -- --person <CHF id or user id> --by <who> --reason <why>

Erases a person for good: their key, and with it whatever is personal of them in the log; their rows, files, sessions
and orders. Money, hashes and bills without names stay. The portal may run meanwhile; each of its processes may still
show what it has in memory for half a minute. Run it where DATA_DIR/documents is. Called again it goes on where it was cut.

Options:
  --person <id>   a CHF id (CHF-000123) or a user id
  --by <who>      who decided it: a user id or a short name without spaces
  --reason <why>  kept in the log for good: the number of the request, nobody's name
  --help          this text

Environment: as for npm run rebuild
`

type Asked = { readonly person: string; readonly by: string; readonly reason: string }

function readArguments(): Asked | 'help' | undefined {
  const options = {
    person: { type: 'string' },
    by: { type: 'string' },
    reason: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { person, by, reason, help } = parseArgs({ options }).values
  if (help === true) return 'help'
  if (!person || !reason || !Id.safeParse(by).success || by === undefined) return undefined
  return { person, by, reason }
}

async function erase({ person, by, reason }: Asked): Promise<number> {
  const dataDir = resolve(process.env['DATA_DIR'] ?? '.data')
  const found = await findDatabases(dataDir, 'write')
  const { appUrl, ownerUrl } = found
  const pool = createPool(appUrl, { name: 'erase', patience: 'batch', max: 4 })
  const eventStoreUrl = process.env['EVENTSTORE_URL'] ?? ''
  const elsewhere = eventStoreUrl === '' ? undefined : await findEventStore(eventStoreUrl)
  const store = elsewhere?.open() ?? createPostgresLog({ connection: { connectionString: appUrl } })
  try {
    await elsewhere?.check()
    await prepareReadModels({ models: readModels, appUrl, ownerUrl })
    await mustBelongToLog(pool, store, elsewhere !== undefined)
    const secretsDir = process.env['SECRETS_DIR'] ?? join(dataDir, 'secrets')
    const secrets = await openSecrets(pool, secretsDir, async () => (await store.head()) === 0)
    const { rows } = await pool.query<{ id: string }>('select id from patient_place where chf_id = upper($1)', [person])
    const personId = rows[0]?.id ?? person
    const keys = createPostgresKeys(pool, secrets.wrappingKey, Date.now)
    const log = createDomainLog(store, createCodec(allEvents, keys, secrets), keys)
    const eraser = {
      ...{ pool, keys, db: createDb<Database>(pool), handler: createHandler(log) },
      documents: createDocumentStore(join(dataDir, 'documents')),
      requestKeys: { forgetCaller: (caller: string) => forgetCaller(pool, secrets.commandSecret, caller) },
      knownBrowsers: createKnownBrowsers(secrets.emailSecret, false, Date.now),
    }
    const id = newId(Date.now())
    const done = await erasePerson(eraser, {
      ...{ type: 'ErasePerson', id, by, at: new Date().toISOString(), data: { personId, reason } },
      origin: { roles: [], permission: '', correlationId: id },
    })
    if (done.outcome === 'refused') {
      const { message } = peopleAnswers[done.refusal.refused]
      console.error(`Not erased: ${typeof message === 'string' ? message : message(done.refusal.detail ?? {}, '')}`)
      return 1
    }
    console.log(`Erased. Recorded in the log at position ${done.position}.`)
    return 0
  } finally {
    await store.close()
    await pool.end()
    await found.stop?.()
  }
}

async function main(): Promise<number> {
  const asked = readArguments()
  if (asked === 'help') console.log(HELP)
  if (asked === undefined) console.error(`An erasure names --person, --by and --reason\n\n${HELP}`)
  if (asked === 'help' || asked === undefined) return asked === 'help' ? 0 : 2
  return erase(asked)
}

process.exitCode = await main().catch((error: unknown) => {
  showEnd(error, HELP)
  return 1
})
