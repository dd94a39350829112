import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import Emittery from 'emittery'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { join } from 'node:path'
import { allEvents } from '#domain/events.ts'
import { createClock } from '#commands/clock.ts'
import { createPostgresCodes } from '#commands/codes.ts'
import { guardCodes } from '#commands/guarded-codes.ts'
import { tellingCounters } from '#commands/integrity/telling-counters.ts'
import { createHandler } from '#commands/handle.ts'
import { createBeganAt } from '#commands/log/began-at.ts'
import { createDecisions } from '#commands/log/decisions.ts'
import { type SealWatchOptions, watchSeals } from '#commands/log/seals/seal-watch.ts'
import { createIntegrity, INTEGRITY_LOOK_EVERY_MS } from '#commands/integrity/integrity.ts'
import { lookAtEnd, tellingItsEnd } from '#commands/integrity/end-of-log.ts'
import { closedWhileFound, whileOpen } from '#commands/integrity/read-only.ts'
import type { Unread } from '#commands/log/domain-log.ts'
import { tellUnread } from '#commands/integrity/tell-unread.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import type { ClosableRows } from '#commands/log/verify/rows.ts'
import { withOneFeed } from '#commands/log/one-feed.ts'
import { passingOver } from '#commands/log/passing-over.ts'
import { createPostgresKeys } from '#commands/log/postgres/keys.ts'
import { installPostgresLog } from '#commands/log/postgres/log-schema.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { runSealer, type SealerOptions } from '#commands/log/seals/sealer.ts'
import { postgresStreamEnds } from '#commands/log/seals/stream-ends.ts'
import type { SecondPlace } from '#commands/log/seals/second-place.ts'
import { createPool as createOwnerPool } from '#commands/postgres.ts'
import { allTemplates } from '#commands/mail/all-templates.ts'
import { createSender, type Deliver, type MailOptions } from '#commands/mail/send.ts'
import { type Invitation, invitationToken } from '#commands/people/user/invitation.ts'
import { codeToMail } from '#commands/people/user/mailed-code.ts'
import { mailAddress } from '#commands/people/user/mail-address.ts'
import { allProcesses } from '#commands/processes/all-processes.ts'
import { findOrphans, sayOrphans } from '#commands/processes/orphans.ts'
import { runOutbox } from '#commands/processes/outbox.ts'
import { runProcesses } from '#commands/processes/runner.ts'
import { rarely, type Report } from '#commands/rarely.ts'
import { createRowMacs } from '#commands/row-macs.ts'
import { createSoleTurns } from '#commands/sole-turn.ts'
import { createSupervisor } from '#commands/supervise.ts'
import { createCredentials, signOldPasswords } from '#commands/people/user/credentials.ts'
import { createCaughtUp, type ReadModelEvents } from '#projections/caught-up.ts'
import { migrate } from '#projections/migrations/migrate.ts'
import { createDb, createPool } from '#projections/postgres.ts'
import { type Database, READ_MODEL_NAMES, readModels } from '#projections/read-models.ts'
import { createReadModelRunner, prepareReadModels } from '#projections/runner.ts'
import { createStandsAt } from '#projections/stands-at.ts'
import { readSkips } from '#commands/log/skips.ts'
import { beyondAtStart } from './same-log.ts'
import { buildApp } from './app.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { setToday } from './contracts/today.ts'
import { createKnownPeople } from './people/known-people.ts'
import type { AppContext } from './context.ts'
import { createRequestKeys } from './idempotency/request-keys.ts'
import { createPostgresTurns } from './idempotency/turns.ts'
import { watchAppends } from './health/append-watch.ts'
import { LOOK_EVERY_MS, openDatabaseWatch } from './health/database-watch.ts'
import { createGlance, GLANCE_EVERY_MS } from './health/glance.ts'
import { createHealthText } from './health/health-now.ts'
import { createHealthThread } from './health/own-thread.ts'
import { watchLostKeys } from './health/lost-keys.ts'
import { watchUnreadStreams } from './health/unread-streams.ts'
import { lookAtTables } from './health/tables-now.ts'
import { seeSystem } from './health/sight.ts'
import { createLogChecks } from './integrity/log-checks.ts'
import { createDocumentStore } from './documents/document-store.ts'
import { makeFolderAtFirst } from './documents/make-folder.ts'
import { signOldTables } from './signed-tables.ts'
import { restoredNoteIn } from './people/erasure/restored-note.ts'
import { HOUSEKEEPING_EVERY_MS, keepHouse } from './housekeeping.ts'
import { createLanes } from './limits/lanes.ts'
import { createLoad } from './limits/load.ts'
import { raiseCodes } from './raise-codes.ts'
import { createExportLane, type ExportPatience } from './report/export-lane.ts'
import { BEAT_EVERY_MS, createPostgresHeartbeats } from './running/heartbeat.ts'
import type { PartName, Roles } from './running/parts.ts'
import { createMailbox } from './people/mail/mailbox.ts'
import { ACCOUNTS_EVERY_MS, finishAccounts } from './people/account/finish-accounts.ts'
import { createCodeWindow } from './people/account/code-window.ts'
import { type CapRegistry, NO_REGISTRY } from './people/cap/cap-registry.ts'
import { createTickets, OFFER_LIFE_MS, STEP_LIFE_MS } from './people/second-factor/tickets.ts'
import { createKnownBrowsers } from './people/session/known-browser.ts'
import { createSealedTexts } from './sealed-bytes.ts'
import { openPeppers, openSecrets } from './secrets.ts'

export type SystemOptions = {
  /** Owns the tables: migrations, and the read models' tables. */
  readonly ownerUrl: string
  /** What the app connects as: no superuser, not the owner. */
  readonly appUrl: string
  /** EventStoreDB, and what is stored there; the log is in Postgres when left out. */
  readonly eventStore?: { readonly open: () => EventLog; readonly openRows: () => ClosableRows }
  /** Documents, seals and, unless `secretsDir` says otherwise, secrets are kept in here. */
  readonly dataDir: string
  readonly secretsDir?: string
  readonly roles?: Roles
  /** How often the log is sealed, when not as usual. */
  readonly sealing?: Pick<SealerOptions, 'everyEvents' | 'everyMs' | 'pauses'> & Pick<SealWatchOptions, 'lateMs'>
  /** Where the seals go as well as into `dataDir`; nowhere when left out. */
  readonly secondPlace?: SecondPlace | undefined
  /** Of one core, for the check of everything at night, when not as usual. */
  readonly checkShare?: number
  /** How often what has ended is cleared, when not as usual. */
  readonly housekeepingEveryMs?: number
  /** Takes mail to its server; without one it goes into a mailbox of the portal's own, and waits in production. */
  readonly deliver?: Deliver | undefined
  /** The portal's own address, for links in mail. */
  readonly portalUrl?: string
  /** The registry of the other programme; without one it is away. */
  readonly cap?: CapRegistry
  /** How long exports wait for their readers, when not as usual. */
  readonly exportPatience?: ExportPatience
  /** The proxies before this process; nobody's word on addresses is taken without. */
  readonly trustProxy?: readonly string[]
  /** How long a command waits for the read models that its answer shows, when not as usual. */
  readonly readOwnWriteMs?: number
  readonly webFolder?: string
  readonly production?: boolean
  readonly logger?: FastifyServerOptions['logger']
  /** Milliseconds since 1970; by the database's clock when left out. */
  readonly now?: () => number
  /** What an operator should hear of. */
  readonly report?: Report
}

/** Everything, put together: the only place that knows which part is made of which. */
export type System = {
  readonly app: FastifyInstance
  readonly context: AppContext
  /** From now on health is answered on a port of its own too, by a thread of its own; gives the port. 0 is any free one. */
  showHealth(port: number): Promise<number>
  /** Ends what runs, in the order in which it may end. */
  close(): Promise<void>
}

const EVERY_ROLE: Roles = { api: true, projections: true, processes: true }
const READ_OWN_WRITE_MS = 5_000
const PORTAL_URL = 'http://localhost:3000'
/** How long calls under way may take to end when the portal does. */
const DRAIN_MS = 10_000

export async function openSystem(options: SystemOptions): Promise<System> {
  const { ownerUrl, appUrl, dataDir, roles = EVERY_ROLE } = options
  const { production = false, readOwnWriteMs = READ_OWN_WRITE_MS } = options
  const report = rarely(options.report ?? (() => undefined), () => performance.now())
  await mkdir(dataDir, { recursive: true })
  const lostGuards = await prepareDatabase(ownerUrl, appUrl, report)
  const clock = createClock({ report })
  const { now = clock.now } = options
  setToday(() => lagosDay(new Date(now()).toISOString()))
  const database = await openDatabaseWatch({ appUrl, clock, now, report })

  const { supervise, every, parts, close: endParts } = createSupervisor<PartName>({ report, now })
  const { eventLog: openLog, waitMs: appendsWaitMs } = watchAppends(
    withOneFeed(
      options.eventStore?.open() ?? createPostgresLog({ connection: { connectionString: appUrl }, supervise }),
    ),
  )
  const pool = createPool(appUrl, { name: 'api', patience: 'call', max: 20 })
  let beyond: readonly Difference[] = []
  const openOwn = async () => {
    beyond = await beyondAtStart(pool, openLog, options.eventStore !== undefined)
    const secretsDir = options.secretsDir ?? join(dataDir, 'secrets')
    const opened = await openSecrets(pool, secretsDir, async () => (await openLog.head()) === 0)
    const macs = createRowMacs(opened.commandSecret)
    await signOldPasswords(pool, ownerUrl, macs)
    await signOldTables(pool, ownerUrl, { macs, wrappingKey: opened.wrappingKey })
    return { secrets: opened, rowMacs: macs, peppers: await openPeppers(secretsDir) }
  }
  const { secrets, rowMacs, peppers } = await openOwn().catch(async (error: unknown) => {
    await Promise.all([endParts(), openLog.close(), pool.end(), database.close()])
    throw error
  })
  // Of their own: a process whose other connections are all in use is busy, and neither silent nor gone.
  const ownPool = createPool(appUrl, { name: 'health', patience: 'append', max: 3 })
  const { eventKeys } = secrets
  const decisions = createDecisions(openLog, secrets)
  const integrity = createIntegrity({ pool: ownPool, eventKeys, decisions, now, report })
  // Without its table the portal starts as without others: health says which is lost.
  await integrity.look().catch((error: unknown) => report('The list of failed log positions could not be read', error))
  const beganAt = createBeganAt({ pool: ownPool, eventLog: openLog, isHere: options.eventStore === undefined, now })
  const checks = roles.processes
    ? createLogChecks({
        ...{ appUrl, dataDir, keepsDocuments: roles.api, secrets, integrity, now, report, log: openLog, beganAt },
        ...{ secondPlace: options.secondPlace, openRows: options.eventStore?.openRows },
        ...(options.checkShare === undefined ? {} : { share: options.checkShare }),
      })
    : undefined
  await integrity.found([...beyond, ...lostGuards], 'start')
  await checks?.lookAtEnd()
  // Of a log elsewhere its server says where it ends.
  const lookAtLogsEnd = async () => {
    if (options.eventStore === undefined) await integrity.found(await lookAtEnd(ownPool), 'reader')
  }
  const told = tellingItsEnd(passingOver(openLog, decisions), { look: lookAtLogsEnd, integrity })
  const eventLog = closedWhileFound(told, integrity)
  const lostKeys = watchLostKeys(createPostgresKeys(pool, secrets.wrappingKey, now, createKnownPeople(pool)), openLog)
  const { keys } = lostKeys
  const [unreadStreams, tell] = [watchUnreadStreams(), tellUnread(integrity, report)]
  const met = async (unread: Unread) => {
    unreadStreams.met(unread)
    await tell(unread)
  }
  const log = createDomainLog(eventLog, createCodec(allEvents, keys, secrets), keys, { decisions, met })
  const handler = createHandler(log)
  const moved = new Emittery<ReadModelEvents>()
  const caughtUp = createCaughtUp(appUrl, readModels, moved)
  const ownDb = createDb<Database>(ownPool)
  const heartbeats = createPostgresHeartbeats(ownPool, randomUUID(), () => eventKeys.current.id)
  database.onAway(caughtUp.letGo)
  const db = createDb<Database>(pool)
  const standsAt = createStandsAt({ pool: ownPool, head: () => eventLog.head(), models: readModels, now })
  const documents = createDocumentStore(join(dataDir, 'documents'), now)
  if (roles.api)
    await makeFolderAtFirst(ownPool, documents).catch((error: unknown) =>
      report('The folder of the documents could not be made', error),
    )
  const keptHere = roles.api ? documents : undefined
  const startedAt = now()
  const glance = createGlance(() =>
    seeSystem({
      ...{ db: ownDb, pool: ownPool, eventLog, standsAt, heartbeats, lostKeys, dataDir, documents: keptHere },
      ...{ eventKeys, beganAt, startedAt, unreadStreams: () => unreadStreams.look(log) },
    }),
  )
  const lostTables = createGlance(lookAtTables(ownPool, report))
  const mailbox = options.deliver === undefined && !production ? createMailbox({ pool, keys }) : undefined
  const deliver = options.deliver ?? mailbox?.deliver
  const windows = { secret: secrets.emailSecret, secure: production, now }
  const context: AppContext = {
    handler,
    log,
    eventLog,
    keys,
    db,
    pool,
    codes: tellingCounters(guardCodes(createPostgresCodes(pool)), { eventLog, integrity }),
    credentials: createCredentials(pool, rowMacs, peppers),
    peppers,
    rowMacs,
    eventKeys,
    emailSecret: secrets.emailSecret,
    documents,
    restored: restoredNoteIn(dataDir),
    requestKeys: createRequestKeys({
      ...{ pool, now, secret: secrets.commandSecret },
      turns: createPostgresTurns(appUrl),
    }),
    sealedTexts: createSealedTexts(secrets.commandSecret),
    exports: createExportLane(appUrl, options.exportPatience),
    lanes: createLanes(),
    cap: options.cap ?? NO_REGISTRY,
    recoveryWindow: createCodeWindow('recovery', windows),
    staffWindow: createCodeWindow('staff', windows),
    signInSteps: createTickets(secrets.emailSecret, 'chf sign-in step 1', STEP_LIFE_MS, now),
    enrolmentOffers: createTickets(secrets.emailSecret, 'chf enrolment 1', OFFER_LIFE_MS, now),
    knownBrowsers: createKnownBrowsers(secrets.emailSecret, production, now),
    behind: (position, models) => caughtUp.waitFor(position, models, readOwnWriteMs),
    caughtUp: async (position) => (await caughtUp.waitFor(position, READ_MODEL_NAMES, readOwnWriteMs)).length === 0,
    standsAt,
    integrity,
    parts,
    database,
    clock,
    glance,
    lostTables,
    appendsWaitMs,
    load: createLoad(),
    now,
    production,
    ...(mailbox === undefined ? {} : { mailbox }),
    ...(options.webFolder === undefined ? {} : { webFolder: options.webFolder }),
    ...(options.trustProxy === undefined ? {} : { trustProxy: options.trustProxy }),
  }

  supervise('read model listener', caughtUp.listen)
  const sealing = { sealKeys: secrets.sealKeys, ...options.sealing }
  const isFound = () => integrity.open().length > 0
  supervise('seal watch', (signal, remark) => watchSeals({ eventLog, isFound, ...sealing }, signal, remark))
  if (roles.projections) {
    const runner = createReadModelRunner({
      log,
      models: readModels,
      appUrl,
      ownerUrl,
      events: moved,
      report,
      skips: readSkips(log, secrets.sealKeys),
    })
    supervise('read models', runner.drive)
    supervise('read model builder', runner.build)
  }
  if (roles.processes) {
    const processes = {
      ...{ definitions: allProcesses, macs: rowMacs, log, handler, report },
      takeTurn: createSoleTurns(appUrl, 'process manager'),
    }
    const sealer = {
      ...{ eventLog, log, now, report, eventKeys, folder: join(dataDir, 'seals') },
      streamEnds: postgresStreamEnds(pool),
      secondPlace: options.secondPlace,
      takeTurn: createSoleTurns(appUrl, 'sealer'),
      decisions: integrity.decisions,
      found: (difference: Difference) => integrity.found([difference], 'sealer'),
      ...sealing,
    }
    const processManager = async (signal: AbortSignal) => {
      for (const orphans of await findOrphans(pool, allProcesses)) report(sayOrphans(orphans))
      await runProcesses(processes, signal)
    }
    supervise('process manager', whileOpen(integrity, processManager))
    supervise('sealer', (signal, remark) => whileOpen(integrity, (open) => runSealer(sealer, open, remark))(signal))
    if (checks !== undefined) supervise('log check', checks.nightly)
    const accounts = whileOpen(integrity, () => finishAccounts(context))
    every('accounts', ACCOUNTS_EVERY_MS, accounts)
    if (deliver !== undefined) {
      const addressOf = (userId: string) => mailAddress(handler, userId)
      const { portalUrl = PORTAL_URL } = options
      const codeFor: MailOptions['codeFor'] = (asked, email) => codeToMail(secrets.emailSecret, asked, email)
      const invitationOf = (invitation: Invitation) => invitationToken(secrets.emailSecret, invitation)
      const send = createSender({ templates: allTemplates, deliver, addressOf, portalUrl, codeFor, invitationOf, now })
      const asked = { definitions: allProcesses, macs: rowMacs, log }
      const found = (difference: Difference) => integrity.found([difference], 'reader')
      const outbox = { ...asked, send, report, found, takeTurn: createSoleTurns(appUrl, 'outbox') }
      supervise(
        'outbox',
        whileOpen(integrity, (signal) => runOutbox(outbox, signal)),
      )
    }
  }
  if (roles.api) {
    const housekeeping = whileOpen(integrity, (signal) => keepHouse(context, signal))
    every('housekeeping', options.housekeepingEveryMs ?? HOUSEKEEPING_EVERY_MS, housekeeping)
  }
  // Whoever asks for health first is not told that nothing is known; what cannot be seen, its part will say.
  const look = async () => {
    await lostTables.look() // without some of them the other fails
    await glance.look()
  }
  await look().catch(() => undefined)
  every('database watch', LOOK_EVERY_MS, database.look)
  every('health glance', GLANCE_EVERY_MS, look)
  every('integrity watch', INTEGRITY_LOOK_EVERY_MS, async () => {
    await integrity.look()
    await lookAtLogsEnd()
  })

  if (options.eventStore !== undefined && roles.api) {
    await raiseCodes(context)
  }
  const app = await buildApp(context, options.logger ?? false)
  // Last: others are told of this process only when it can take its leave of them.
  every('heartbeat', BEAT_EVERY_MS, () => heartbeats.beat(parts()))
  return {
    app,
    context,
    showHealth(port) {
      const healthText = createHealthText(context)
      const thread = createHealthThread({ port, now, tell: () => healthText().text })
      supervise('health listener', thread.run)
      return thread.port
    },
    async close() {
      // What was never sent whole is not waited for, or the parts below would never end in good order.
      const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
      await app.close().finally(() => clearTimeout(cut))
      await endParts()
      await heartbeats
        .leave()
        .catch((error: unknown) => report('Other processes could not be notified of the end', error))
      await context.requestKeys.close()
      await caughtUp.close()
      await database.close()
      await ownPool.end()
      await eventLog.close()
      // Kysely ends the pool only if it ever used it.
      await context.db.destroy()
      await context.exports.close()
      if (!pool.ended) await pool.end()
    },
  }
}

/** Tables of the log, of the app and of the read models; safe at every start. Gives what of the log's own guards was gone. */
async function prepareDatabase(ownerUrl: string, appUrl: string, report: Report): Promise<readonly Difference[]> {
  const appRole = decodeURIComponent(new URL(appUrl).username)
  const owner = createOwnerPool(ownerUrl, { name: 'log tables', patience: 'hours', max: 1 })
  const lost = await installPostgresLog(owner, appRole, report).finally(() => owner.end())
  await migrate(ownerUrl, appRole, report)
  await prepareReadModels({ models: readModels, appUrl, ownerUrl, report })
  return lost
}
