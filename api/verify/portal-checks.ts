import { join } from 'node:path'
import type pg from 'pg'
import type { Secrets } from '#api/secrets.ts'
import { createDocumentStore } from '#api/documents/document-store.ts'
import { checkDocuments } from '#api/documents/verify-documents.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import type { EventLog, Position } from '#commands/log/event-log.ts'
import type { MakeCheck } from '#commands/log/log-check.ts'
import { createPostgresKeys } from '#commands/log/postgres-keys.ts'
import { checkPersonKeys } from '#commands/log/verify-keys.ts'
import { allProcesses } from '#commands/processes/all-processes.ts'
import { checkProcesses } from '#commands/processes/verify-processes.ts'
import { allEvents } from '#domain/events.ts'
import { readModels } from '#projections/read-models.ts'
import { readSkips } from '#projections/skips.ts'
import { checkReadModels } from '#projections/verify-read-models.ts'

/** A portal whose database, files and keys are held against its log. */
export type PortalToVerify = {
  readonly log: EventLog
  readonly appUrl: string
  /** To the same database, as the same role. */
  readonly pool: pg.Pool
  /** The folder of the documents is in here. */
  readonly dataDir: string
  /** Undefined where they are not at hand: only processes are checked then. */
  readonly secrets: Secrets | undefined
  /** Only what the log itself says: the read models and the documents are left out. */
  readonly logOnly: boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Told while the log is folded into read models. */
  readonly progress?: (position: Position, head: Position) => void
}

/** What is held against the log beside its own chains, seals and money: whatever there is beside the log. */
export function portalChecks(given: PortalToVerify): readonly MakeCheck[] {
  const { log, appUrl, pool, dataDir, secrets, logOnly, now, progress } = given
  const processes = checkProcesses({ definitions: allProcesses, pool, log, now })
  if (secrets === undefined)
    return [processes, unchecked('The keys of persons, documents and read models: the secrets are not at hand')]
  const keys = createPostgresKeys(pool, secrets.wrappingKey, now)
  const ofLog = [processes, checkPersonKeys({ keys, log })]
  if (logOnly) return [...ofLog, unchecked('Documents and read models: only the log was asked for')]
  const codec = createCodec(allEvents, keys, secrets)
  const read = (one: EventLog) => createDomainLog(one, codec, keys)
  const models = { models: readModels, appUrl, log, read, skips: readSkips(read(log)) }
  return [
    ...ofLog,
    checkDocuments({ pool, keys, documents: createDocumentStore(join(dataDir, 'documents')) }),
    checkReadModels({ ...models, ...(progress === undefined ? {} : { progress }) }),
  ]
}

const unchecked =
  (what: string): MakeCheck =>
  () => ({ unchecked: () => [what] })
