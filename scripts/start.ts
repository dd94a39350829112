import { join } from 'node:path'
import { HEALTH_HOST } from '#api/health/own-thread.ts'
import { type CapRegistry, localRegistry, NO_REGISTRY } from '#api/people/cap/cap-registry.ts'
import { remoteRegistry } from '#api/people/cap/remote-registry.ts'
import { soon } from '#api/soon.ts'
import { createSmtp } from '#commands/mail/smtp.ts'
import { openSystem } from '#api/system.ts'
import { CAP_PATIENTS } from './demo/people/cap-patients.ts'
import { mustNotBeRestoring } from './restore/target.ts'
import { retryPassing } from './postgres/retry-passing.ts'
import { buildWeb } from './start/build-web.ts'
import { catchUp } from './start/catch-up.ts'
import { openDatabases } from './start/databases.ts'
import { findEventStore } from './start/event-store.ts'
import { firstAdmins } from './start/first-admins.ts'
import { loadFirstData } from './start/first-data.ts'
import { checkAddress, listen } from './start/listen.ts'
import { HELP, readOptions, type StartOptions } from './start/options.ts'
import { roomForConnections } from './start/open-files.ts'
import { refuseUnsafe } from './start/production.ts'
import { createProgress } from './start/progress.ts'
import { report, showEnd } from './start/refusal.ts'
import { openSecondPlace } from './start/second-place.ts'
import { createShutdown, type Shutdown } from './start/shutdown.ts'
import { signInLines } from './start/sign-ins.ts'
import { startOver, wasStartingOver } from './start/start-over.ts'

const root = join(import.meta.dirname, '..')

const NO_SECOND_PLACE =
  'The seals of the log are kept in DATA_DIR alone: a second place (SEALS_DIR or SEALS_URL) is for production, docs/seals.md'

/** Whom to ask about patients of the CAP programme. */
function registryOf({ capUrl, withDemo }: StartOptions): CapRegistry {
  if (capUrl !== undefined) return remoteRegistry(capUrl)
  return withDemo ? localRegistry(CAP_PATIENTS) : NO_REGISTRY
}

async function start(options: StartOptions, shutdown: Shutdown): Promise<void> {
  const { roles, host, port, healthPort, dataDir, secretsDir, production, eventStoreUrl } = options
  if (options.fresh || (await wasStartingOver(dataDir))) await startOver(dataDir)
  await mustNotBeRestoring(dataDir)
  if (roles.api) roomForConnections()
  if (roles.api) await checkAddress(host, port)
  await checkAddress(HEALTH_HOST, healthPort, 'HEALTH_PORT')
  const progress = createProgress((roles.api ? 5 : 3) + (eventStoreUrl === undefined ? 0 : 1))

  const databases = await progress.step('Database', (say) => {
    const opening = openDatabases(options, say, (reason) => report(reason), shutdown.signal)
    // From its first moment: what is only half open is ended as well.
    shutdown.add(async () => (await opening.catch(() => undefined))?.stop())
    return opening
  })
  if (production) await refuseUnsafe(options, databases, root)

  const eventStore = eventStoreUrl === undefined ? undefined : await findEventStore(eventStoreUrl)
  if (eventStore !== undefined) await progress.step('EventStoreDB', eventStore.check)
  const secondPlace = roles.processes ? await openSecondPlace(options.secondPlace, secretsDir, dataDir) : undefined
  if (roles.processes && secondPlace === undefined) console.log(NO_SECOND_PLACE)
  const web = roles.api ? await progress.step('Web app', () => buildWeb(root, { signal: shutdown.signal })) : undefined
  const system = await progress.step('Tables and read models', () =>
    openSystem({
      ...databases,
      ...{ dataDir, secretsDir, secondPlace, roles, production, report },
      ...(web === undefined ? {} : { webFolder: web.folder }),
      ...(eventStore === undefined ? {} : { eventStore }),
      portalUrl: options.portalUrl,
      cap: registryOf(options),
      deliver: options.smtp === undefined ? undefined : createSmtp(options.smtp),
      ...(options.trustProxy === undefined ? {} : { trustProxy: options.trustProxy }),
      logger: { level: options.logLevel },
    }),
  )
  shutdown.add(system.close)

  await progress.step('Data', async (say) => {
    const { ownerUrl } = databases
    const isLogHere = eventStore === undefined
    const data = { dataDir, secretsDir, ownerUrl, withDemo: options.withDemo, isLogHere }
    // A database server that dies meanwhile is started again, and a load that was cut short is done again.
    await retryPassing(async () => {
      await loadFirstData(system, data, say)
      if (roles.projections) await catchUp(system, say)
    }, shutdown.signal)
  })
  if (roles.api)
    await progress.step('API', async (say) => {
      await listen(system.app, host, port)
      const room = roomForConnections()
      if (room !== undefined) say(room)
    })
  shutdown.started()
  // A thread that cannot listen is tried again, and told of: nobody waits for it.
  const shownOn = await soon(system.showHealth(healthPort))
  const health = shownOn === undefined ? '' : `How it is, whatever it is busy with: http://${HEALTH_HOST}:${shownOn}/\n`
  if (!roles.api) return console.log(`\nRunning. Ctrl-C stops it.\n${health}`)
  const shown = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host
  if (options.smtp === undefined)
    console.log(`\nMail is not sent, it is read at http://${shown}:${port}/dev/mailbox (SMTP_URL sends it)`)
  const { portalUrl, firstAdmins: emails } = options
  const lines = options.withDemo ? signInLines() : await firstAdmins(system.context, { emails, portalUrl })
  if (lines.length > 0) console.log(`\n${lines.join('\n')}`)
  console.log(`\n${health}The portal is at http://${shown}:${port}   (Ctrl-C stops it)`)
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options === 'help') return console.log(HELP)
  const shutdown = createShutdown((error) => showEnd(error, 'npm start -- --help tells more.'))
  await start(options, shutdown).catch(shutdown.fail)
}

await main().catch((error: unknown) => {
  showEnd(error, HELP)
  process.exitCode = 2
})
