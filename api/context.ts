import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Clock } from '#commands/clock.ts'
import type { Codes } from '#commands/codes.ts'
import type { Handler } from '#commands/handle.ts'
import type { Integrity } from '#commands/integrity/integrity.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import type { EventLog, Position } from '#commands/log/event-log.ts'
import type { LiveEventKeys } from '#commands/log/event-mac.ts'
import type { PersonKeys } from '#commands/log/keys.ts'
import type { CodeWindow } from './people/account/code-window.ts'
import type { CapRegistry } from './people/cap/cap-registry.ts'
import type { Credentials } from '#commands/people/user/credentials.ts'
import type { Peppers } from '#commands/peppers.ts'
import type { RowMacs } from '#commands/row-macs.ts'
import type { Behind } from '#projections/caught-up.ts'
import type { StandsAt } from '#projections/stands-at.ts'
import type { Database, ReadModelName } from '#projections/read-models.ts'
import type { RequestKeys } from './idempotency/request-keys.ts'
import type { DocumentStore } from './documents/document-store.ts'
import type { RestoredNote } from './people/erasure/restored-note.ts'
import type { DatabaseWatch } from './health/database-watch.ts'
import type { Glance } from './health/glance.ts'
import type { LostTable } from './health/own-tables.ts'
import type { Sight } from './health/sight.ts'
import type { Lanes } from './limits/lanes.ts'
import type { Load } from './limits/load.ts'
import type { ExportLane } from './report/export-lane.ts'
import type { SystemPart } from './running/parts.ts'
import type { SealedTexts } from './sealed-bytes.ts'
import type { Mailbox } from './people/mail/mailbox.ts'
import type { Offer, SignInStep, Tickets } from './people/second-factor/tickets.ts'
import type { KnownBrowsers } from './people/session/known-browser.ts'

/** Everything that an endpoint may use; made once by system.ts and passed as an argument. */
export type AppContext = {
  readonly handler: Handler
  readonly log: DomainLog
  /** The log below the codec: stored bytes and hashes, for proofs. */
  readonly eventLog: EventLog
  /** By which the events' MACs are checked. */
  readonly eventKeys: LiveEventKeys
  /** Under which what is personal is kept, each person's their own. */
  readonly keys: PersonKeys
  readonly db: Kysely<Database>
  readonly pool: pg.Pool
  readonly codes: Codes
  readonly credentials: Credentials
  /** Secrets outside of the database that people's own ones are hashed under. */
  readonly peppers: Peppers
  /** Of the rows that let people in. */
  readonly rowMacs: RowMacs
  /** Keys the claims of e-mails (commands/people/user/email-key.ts): whoever registers people needs it. */
  readonly emailSecret: string
  readonly recoveryWindow: CodeWindow
  /** Of those who may change the details of a member of staff. */
  readonly staffWindow: CodeWindow
  /** The registry of the other programme. */
  readonly cap: CapRegistry
  /** Of those whose password was right, and who show a code next. */
  readonly signInSteps: Tickets<SignInStep>
  /** What people bring into their phones, until it is enrolled. */
  readonly enrolmentOffers: Tickets<Offer>
  readonly documents: DocumentStore
  /** Behind a restore, until all was erased again that is known as erased. */
  readonly restored: RestoredNote
  readonly requestKeys: RequestKeys
  /** Where mail goes of a portal without a mail server; undefined where it has one, and in production. */
  readonly mailbox?: Mailbox
  /** What people type and nothing searches for, as it is kept. */
  readonly sealedTexts: SealedTexts
  /** The exports' own connections. */
  readonly exports: ExportLane
  /** Turns at what takes much memory or many cores. */
  readonly lanes: Lanes
  readonly knownBrowsers: KnownBrowsers
  /** Addresses and networks (`10.0.0.0/8`) of the proxies; without them a caller's address is the socket's. */
  readonly trustProxy?: readonly string[]
  /** Waits (bounded) until these read models have reached a position; gives those that have not, and why. */
  readonly behind: (position: Position, models: readonly ReadModelName[]) => Promise<readonly Behind<ReadModelName>[]>
  /** The same of every read model there is: whether all have. */
  readonly caughtUp: (position: Position) => Promise<boolean>
  /** Which of these read models show less than the log has, and up to when. */
  readonly standsAt: StandsAt
  /** Whether the log holds; nothing is written while it does not. */
  readonly integrity: Integrity
  /** The long-running parts of this process, as they are now. */
  readonly parts: () => readonly SystemPart[]
  /** How far this machine's clock is off the portal's. */
  readonly clock: Pick<Clock, 'machineAheadMs'>
  /** Whether the database answers. */
  readonly database: Pick<DatabaseWatch, 'awaySince' | 'isShut' | 'isHeard' | 'onAway'>
  /** What health shows, seen in the background. */
  readonly glance: Glance<Sight>
  /** Which of its tables the portal cannot use, seen in the background, and when a call meets one. */
  readonly lostTables: Glance<readonly LostTable[]>
  /** For how long (ms) the log has not taken what this process was to write; 0 while it does. */
  readonly appendsWaitMs: () => number
  /** How many calls are under way. */
  readonly load: Load
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly production: boolean
  /** Folder of the built web app; none when only the API runs. */
  readonly webFolder?: string
}
