import Emittery from 'emittery'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import type { ReadModelEvents } from '#projections/caught-up.ts'
import { createSupervisor } from '#commands/supervise.ts'
import { createReadModelRunner } from '#projections/runner.ts'
import { tallyEvents, tallyModels } from './tallies.ts'
import { testSecrets } from '#tests/support/test-secrets.ts'

/** A runner in a process of its own, to be killed; writes a line for every batch that it has taken. */
const [appUrl = '', ownerUrl = ''] = process.argv.slice(2)
const { hostname, port, pathname, username, password } = new URL(appUrl)
const connection = { host: hostname, port: Number(port), database: pathname.slice(1), user: username, password }
const keys = createMemoryKeys()
const log = createDomainLog(createPostgresLog({ connection }), createCodec(tallyEvents, keys, testSecrets()), keys)
const events = new Emittery<ReadModelEvents>()
events.on('moved', ({ position }) => void process.stdout.write(`${position}\n`))
const runner = createReadModelRunner({ log, models: tallyModels, appUrl, ownerUrl, events, lookEvery: 20 })
const { supervise } = createSupervisor({ report: () => undefined, now: Date.now, firstPause: 2, longestPause: 50 })
supervise('builder', runner.build)
await supervise('read models', runner.drive).done
