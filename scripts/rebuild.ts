import { parseArgs } from 'node:util'
import { join, resolve } from 'node:path'
import { openSecrets } from '#api/secrets.ts'
import { clockOf } from '#commands/clock.ts'
import { createDecisions } from '#commands/log/decisions.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createPostgresKeys } from '#commands/log/postgres/keys.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { allEvents } from '#domain/events.ts'
import { createPool } from '#projections/postgres.ts'
import { readModels } from '#projections/read-models.ts'
import { type BuildProgress, rebuild } from '#projections/rebuild.ts'
import { prepareReadModels } from '#projections/runner.ts'
import { readSkips } from '#commands/log/skips.ts'
import { mustBelongToLog } from '#api/same-log.ts'
import { recordSkip } from './rebuild/record-skip.ts'
import { findEventStore } from './start/event-store.ts'
import { findDatabases } from './start/find-databases.ts'
import { report, showEnd } from './start/refusal.ts'
import { writingLog } from './writing-log.ts'

const HELP = `Usage: npm run rebuild -- <read model> ...   build these read models again from the first event
       npm run rebuild -- --all               build all of them, with one reading of the log
       npm run rebuild -- <read model> --skip-position <position> --by <who> --reason <why>
           build it around the event at which it stands still (/api/health shows the position that it reached, the
           operator's log the event's own); the decision is recorded in the log, and holds for every later build

The old tables are read and kept up to date until the new ones take their place, so the app may run meanwhile.

Environment:
  DATA_DIR            the folder of the embedded Postgres and of the secrets; .data when left out
  DATABASE_URL        a Postgres of yours, as the app's role
  DATABASE_OWNER_URL  the same, as the owner of the tables; needed with DATABASE_URL
  EVENTSTORE_URL      the EventStoreDB that holds the log, when it is not in Postgres

Read models: ${readModels.map(({ name }) => name).join(', ')}
`

function show({ models, stage, position, head, eventsPerSecond }: BuildProgress): void {
  const share = head === 0 ? 100 : Math.floor((100 * position) / head)
  const what = models.length > 3 ? `${models.length} read models` : models.join(', ')
  console.log(`${what}: ${stage}, ${position} of ${head} (${share} %), ${eventsPerSecond} events/s`)
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      'skip-position': { type: 'string' },
      by: { type: 'string' },
      reason: { type: 'string' },
    },
  })
  if (values.help === true) {
    console.log(HELP)
    return 0
  }
  const unknown = positionals.filter((name) => !readModels.some((model) => model.name === name))
  if (unknown.length > 0 || (positionals.length === 0) === (values.all !== true)) {
    console.error(unknown.length > 0 ? `There is no read model ${unknown.join(', ')}\n\n${HELP}` : HELP)
    return 2
  }
  const { 'skip-position': skip, by, reason } = values
  const [model] = positionals
  const isDecision = skip !== undefined || by !== undefined || reason !== undefined
  if (isDecision && (positionals.length !== 1 || !/^[1-9]\d*$/.test(skip ?? '') || !by || !reason)) {
    console.error(`A decision names one read model, --skip-position, --by and --reason\n\n${HELP}`)
    return 2
  }
  const models = readModels.filter(({ name }) => values.all === true || positionals.includes(name))
  const dataDir = resolve(process.env['DATA_DIR'] ?? '.data')
  const found = await findDatabases(dataDir, 'write')
  const { appUrl, ownerUrl } = found
  const secretsDir = process.env['SECRETS_DIR'] ?? join(dataDir, 'secrets')
  const pool = createPool(appUrl, { name: 'rebuild', patience: 'batch', max: 4 })
  const eventStoreUrl = process.env['EVENTSTORE_URL'] ?? ''
  const elsewhere = eventStoreUrl === '' ? undefined : await findEventStore(eventStoreUrl)
  const store = elsewhere?.open() ?? createPostgresLog({ connection: { connectionString: appUrl } })
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  try {
    await elsewhere?.check()
    await prepareReadModels({ models, appUrl, ownerUrl, report })
    const built = models.map(({ name }) => name)
    await mustBelongToLog(pool, store, elsewhere !== undefined, built)
    const secrets = await openSecrets(pool, secretsDir, async () => (await store.head()) === 0)
    const { now } = await clockOf(pool)
    const keys = createPostgresKeys(pool, secrets.wrappingKey, now)
    const decisions = createDecisions(store, secrets)
    await decisions.learn()
    const log = createDomainLog(store, createCodec(allEvents, keys, secrets), keys, { decisions })
    if (isDecision && model !== undefined) {
      const decision = { model, position: Number(skip), by: by ?? '', reason: reason ?? '' }
      const { sealKeys } = secrets
      const writing = await writingLog({ pool, store, keys, secrets, now })
      const refused = await recordSkip({ pool, log: writing, sealKeys }, decision, new Date(now()).toISOString())
      if (refused !== undefined) {
        console.error(refused)
        return 1
      }
    }
    const appRole = decodeURIComponent(new URL(appUrl).username)
    const { failed, busy } = await rebuild({
      ...{
        log,
        models,
        ownerUrl,
        appRole,
        skips: readSkips(log, secrets.sealKeys),
        signal: stop.signal,
        progress: show,
      },
    })
    for (const [name, error] of failed) report(`${name} serves as it was`, error)
    for (const name of busy) console.error(`${name} is being built by another process`)
    return failed.size + busy.length === 0 ? 0 : 1
  } finally {
    await store.close()
    await pool.end()
    await found.stop?.()
  }
}

process.exitCode = await main().catch((error: unknown) => {
  showEnd(error, HELP)
  return 1
})
