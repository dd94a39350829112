import { join } from 'node:path'
import type pg from 'pg'
import type { Secrets } from '#api/secrets.ts'
import { createDocumentStore } from '#api/documents/document-store.ts'
import { checkDocuments } from '#api/documents/verify-documents.ts'
import type { LiveDecisions } from '#commands/log/decisions.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import type { EventLog, Position } from '#commands/log/event-log.ts'
import type { MakeCheck } from '#commands/log/verify/log-check.ts'
import { type Pace, UNPACED } from '#commands/log/verify/pace.ts'
import { passingOver } from '#commands/log/passing-over.ts'
import { createPostgresKeys } from '#commands/log/postgres/keys.ts'
import { checkPersonKeys } from '#commands/log/verify/keys.ts'
import { allProcesses } from '#commands/processes/all-processes.ts'
import { checkParties } from '#commands/money/ledger/verify-parties.ts'
import { checkOutbox } from '#commands/processes/verify-outbox.ts'
import { checkProcesses } from '#commands/processes/verify-processes.ts'
import { allTemplates } from '#commands/mail/all-templates.ts'
import { createRowMacs } from '#commands/row-macs.ts'
import { checkRights } from '#commands/rights/verify-rights.ts'
import { checkCodes } from '#commands/verify-codes.ts'
import { allEvents } from '#domain/events.ts'
import { readModels } from '#projections/read-models.ts'
import { readSkips } from '#commands/log/skips.ts'
import { checkReadModels } from '#projections/verify-read-models.ts'
import { checkSignedRows } from './verify-signed-rows.ts'
import { checkWaysIn } from './verify-ways-in.ts'

/** A portal whose database, files and keys are held against its log. */
export type PortalToVerify = {
  readonly log: EventLog
  /** What operators have decided of it, learned by then. */
  readonly decisions: LiveDecisions
  readonly appUrl: string
  /** To the same database, as the same role. */
  readonly pool: pg.Pool
  /** The folder of the documents is in here, */
  readonly dataDir: string
  /** unless it is that of a process that keeps none: then they are not checked. */
  readonly keepsDocuments: boolean
  /** Undefined where they are not at hand: only processes are checked then. */
  readonly secrets: Secrets | undefined
  /** Only what the log itself says: the read models and the documents are left out. */
  readonly logOnly: boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Told while the log is folded into read models. */
  readonly progress?: (position: Position, head: Position) => void
  /** As fast as it goes when left out. */
  readonly pace?: Pace
  /** How many cells (rows times columns) of read models are folded in memory; as for whoever has the machine when left out. */
  readonly cellsInMemory?: number
}

/** What is held against the log beside its own chains, seals and money: whatever there is beside the log. */
export function portalChecks(given: PortalToVerify): readonly MakeCheck[] {
  const {
    decisions,
    appUrl,
    pool,
    dataDir,
    keepsDocuments,
    secrets,
    logOnly,
    now,
    progress,
    pace = UNPACED,
    cellsInMemory,
  } = given
  const log = passingOver(given.log, decisions)
  const always = [
    checkParties,
    checkRights,
    checkProcesses({ definitions: allProcesses, pool, log, now }),
    checkCodes(pool),
    checkWaysIn({ pool, appUrl }),
  ]
  if (secrets === undefined)
    return [
      ...always,
      unchecked('The keys of persons, documents and read models, and mail: the secrets are not at hand'),
    ]
  const keys = createPostgresKeys(pool, secrets.wrappingKey, now)
  const ofLog = [...always, checkPersonKeys({ keys, log })]
  if (logOnly) return [...ofLog, unchecked('Documents and read models, and mail: only the log was asked for')]
  const codec = createCodec(allEvents, keys, secrets)
  const read = (one: EventLog) => createDomainLog(one, codec, keys, { decisions })
  const models = {
    models: readModels,
    appUrl,
    log,
    read,
    skips: readSkips(read(log), secrets.sealKeys),
    decisions,
    pace,
  }
  const templates: ReadonlySet<string> = new Set(Object.keys(allTemplates))
  const macs = createRowMacs(secrets.commandSecret)
  return [
    ...ofLog,
    checkOutbox({ definitions: allProcesses, templates, pool, log, read: read(log), macs, now }),
    checkSignedRows({ pool, macs, pace }),
    keepsDocuments
      ? checkDocuments({ pool, keys, log, documents: createDocumentStore(join(dataDir, 'documents'), now), pace })
      : unchecked('Documents: this process keeps none'),
    checkReadModels({
      ...models,
      ...(progress === undefined ? {} : { progress }),
      ...(cellsInMemory === undefined ? {} : { cellsInMemory }),
    }),
  ]
}

const unchecked =
  (what: string): MakeCheck =>
  () => ({ unchecked: () => [what] })
