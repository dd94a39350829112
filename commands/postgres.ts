import { errorMonitor } from 'node:events'
import type { Socket } from 'node:net'
import type { Stream } from 'node:stream'
import pg from 'pg'

/**
 * How long somebody waits for Postgres, in milliseconds. The server cancels a statement first (and the connection stays
 * whole); a server that says nothing at all is given up a little later, and the connection with it.
 */
const PATIENCE = {
  /** Somebody sits in front of it. */
  call: { connect: 5_000, statement: 10_000 },
  /** Tried again under the same ids when it was not answered. */
  append: { connect: 3_000, statement: 5_000 },
  /** A batch of a follower, which begins again from its checkpoint. */
  batch: { connect: 10_000, statement: 60_000 },
  /** Migrations, builds of tables and indexes, exports. */
  hours: { connect: 10_000, statement: 6 * 3_600_000 },
} as const
const SILENCE_MS = 2_000
/** How long a COPY may stand still: its reader is gone, or the server is. */
const COPY_SILENCE_MS = 120_000
const FAREWELL_MS = 2_000
const IDLE_IN_TRANSACTION_MS = 60_000

/** The server lets go of a client that vanished, and of its locks, in a minute instead of two hours. */
const SERVER_SETTINGS = {
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
}

/**
 * What a query means, what its answer and the text of a COPY look like, and what is acknowledged: never as the server has it,
 * or a role, which may change its own settings itself (ALTER ROLE), also while the portal runs.
 */
const MEANING = {
  search_path: 'public',
  datestyle: 'ISO,MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  array_nulls: 'on',
  quote_all_identifiers: 'off',
  default_transaction_isolation: 'read\\ committed',
  default_transaction_read_only: 'off',
  synchronous_commit: 'on',
  lock_timeout: '0',
  idle_session_timeout: '0',
  // What a policy would hide is an error, and never an answer with fewer rows.
  row_security: 'off',
  // One that is not there would end each connection as it begins.
  local_preload_libraries: '',
}

export type Connecting = {
  /** What the connection is for: shown in pg_stat_activity. */
  readonly name: string
  readonly patience: keyof typeof PATIENCE
  readonly types?: pg.CustomTypesConfig
  /** Settings of its sessions. */
  readonly settings?: Readonly<Record<string, string>>
}

/** One connection, not yet made. Connections and pools are made here and nowhere else (tests/architecture). */
export function createClient(target: string | pg.ClientConfig, connecting: Connecting): pg.Client {
  return new Connection(configOf(target, connecting))
}

/** Whether a question is under way on one of our connections. */
export const isAsked = (client: pg.Client): boolean => client instanceof Connection && client.isAsked

/** A pool whose connections may be cut, idle or in use, without harm to anything but the question under way. */
export function createPool(
  target: string | pg.ClientConfig,
  { max, ...connecting }: Connecting & { readonly max: number },
): pg.Pool {
  const pool = new pg.Pool({ ...configOf(target, connecting), max, Client: Connection })
  pool.on('error', () => undefined) // the pool replaces an idle connection that was cut
  return pool
}

/** Runs some work in a transaction of a connection that nobody else uses meanwhile; throws what it throws, rolled back. */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that is gone has rolled back by itself.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** What `target` says itself wins. */
function configOf(
  target: string | pg.ClientConfig,
  { name, patience, types, settings = {} }: Connecting,
): pg.ClientConfig {
  const given: pg.ClientConfig = typeof target === 'string' ? { connectionString: target } : target
  const { connect, statement } = PATIENCE[patience]
  const options = Object.entries({ ...SERVER_SETTINGS, ...MEANING, ...settings }).map(
    ([key, value]) => `-c ${key}=${value}`,
  )
  return {
    application_name: `chf ${name}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: connect,
    statement_timeout: statement,
    query_timeout: statement + SILENCE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    ...(types === undefined ? {} : { types }),
    ...given,
    options: [...options, given.options ?? ''].join(' ').trim(),
  }
}

/** A connection that may die at any time, in anybody's hands, and ends nothing but itself. */
class Connection extends pg.Client {
  /** How many questions are under way, or wait for those before them. */
  #asked = 0
  /** Resolves when the last of them is answered. */
  #answered: Promise<unknown> = Promise.resolve()
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // Whoever is using it hears of its end from the query, and whoever waits on it from 'end'. Without a listener of its
    // own, one that dies while nobody asks (checked out of a pool, between two queries) would end the process.
    this.on('error', () => undefined)
    const query = this.query.bind(this) as (...question: unknown[]) => unknown
    const ask = (question: unknown[]) => {
      const answer = query(...question)
      if (answer instanceof Promise) this.#endWhenGivenUp(answer)
      else if (isStream(answer)) this.#watch(answer)
      return answer
    }
    this.query = ((...question: unknown[]) => {
      const answer = this.#asked === 0 ? ask(question) : this.#askLater(question, ask)
      this.#count(answer)
      return answer
    }) as pg.Client['query']
  }

  get isAsked(): boolean {
    return this.#asked > 0
  }

  /** pg sends nothing behind a question that is under way: from its version 9 on it refuses to keep a queue of them. */
  #askLater(question: unknown[], ask: (question: unknown[]) => unknown): unknown {
    const [first] = question
    const asked = this.#answered.then(() => ask(question))
    return isStream(first) ? first : asked
  }

  #count(answer: unknown): void {
    const over = () => void (this.#asked -= 1)
    if (answer instanceof Promise) this.#answered = answer.then(over, over)
    else if (isStream(answer)) this.#answered = ended(answer).then(over)
    else return
    this.#asked += 1
  }

  /** A question that was given up is still under way: the next one would wait behind it for ever. */
  #endWhenGivenUp(answer: Promise<unknown>): void {
    answer.catch((error: unknown) => {
      if (error instanceof Error && error.message === GIVEN_UP) void this.end()
    })
  }

  /** A COPY may take as long as it likes while it moves. pg's own timer would fire after its end: this call stops it. */
  #watch(copy: CopyStream): void {
    copy.callback?.()
    const socket = this.connection.stream as Socket
    const cut = () => socket.destroy()
    socket.setTimeout(COPY_SILENCE_MS).once('timeout', cut)
    copy.once('close', () => socket.setTimeout(0).removeListener('timeout', cut))
  }

  /** Does not wait for the goodbye of a server that has gone. */
  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const farewell = setTimeout(() => this.connection.stream.destroy(), FAREWELL_MS)
    this.connection.once('end', () => clearTimeout(farewell))
    farewell.unref()
    return callback === undefined ? super.end() : super.end(callback)
  }
}

/** Cut, serialization, deadlock, resources, lock timeout, cancelled or cut by a time limit, read-only after a failover: it passes. */
const PASSING_CODE =
  /^(08|57P|40001|40P01|53|55P03|57014|25006|25P0[34]|E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NET|NOTFOUND|AI_AGAIN))/
/** What pg and its pool throw without any code. */
const PASSING_MESSAGE =
  /^(Connection terminated|timeout e|Query read timeout|Client (was closed|has encountered a connection error)|Cannot use a pool after)/
/** What pg's pool says to whoever waited for one of its connections, and not for the server. */
const POOL_IN_USE = 'timeout exceeded when trying to connect'
const TOO_MANY_CLIENTS = '53300'
/** Cancelled by our own limit for a statement or for a lock; given up by pg's own timers. */
const GAVE_UP_CODE = /^(57014|55P03)$/
const GAVE_UP_MESSAGE = /^(Query read timeout|timeout expired|Connection terminated due to connection timeout)$/
const FULL = /^(53100|ENOSPC|EDQUOT)$/

/** A table, or a column of it, that was made and is gone. */
const GONE = /^(42P01|42703)$/
/**
 * No such function or operator for what is there now, columns of other types, something else under a table's name, or its form
 * changed; no key where there was one, no column that may be empty any more, a trigger that raises what it likes.
 */
const OTHERWISE = /^(42883|42725|42804|42809|42846|428C9|0A000|42P10|23502|P0001)$/
/** A row that is there already, or that a condition, a reference or an exclusion does not let in. */
const REFUSED = /^23(505|514|503|P01)$/

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** A connection of ours that was lost while nobody asked anything on it: it is made again. */
export class ConnectionLost extends Error {
  constructor(what: string) {
    super(what)
    this.name = 'ConnectionLost'
  }
}

/**
 * Whether the server's queue of notices is full, as somebody listens and reads none: whoever gives notice, as each append does,
 * is refused until it has room again (api/health/full-notices.ts).
 */
export const isNoticeQueueFull = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '54000' && /notify/i.test(error.routine ?? '')

/** Whether it is Postgres that cannot be reached, or is busy or short of something: the same may go well in a moment. */
export const isPassingFault = (error: unknown): boolean =>
  error instanceof ConnectionLost ||
  isNoticeQueueFull(error) ||
  (error instanceof Error &&
    (codeOf(error) === '' ? PASSING_MESSAGE.test(error.message) : PASSING_CODE.test(codeOf(error))))

/**
 * What somebody has waited for in vain: one of our connections, all of which are in use, or an answer that takes too long.
 * Either may be so while the server is there and answers others; undefined for every other fault.
 */
export function waitedFor(error: unknown): 'a connection' | 'an answer' | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.message === POOL_IN_USE || codeOf(error) === TOO_MANY_CLIENTS) return 'a connection'
  return GAVE_UP_CODE.test(codeOf(error)) || GAVE_UP_MESSAGE.test(error.message) ? 'an answer' : undefined
}

/** Whether a disk is full, Postgres' or our own. The statement that met it has done nothing; those before it stand. */
export const isDiskFull = (error: unknown): boolean =>
  FULL.test(codeOf(error)) || (error instanceof Error && error.cause !== undefined && isDiskFull(error.cause))

/** Whether somebody has taken a table or a column away from the database. */
export const isTableGone = (error: unknown): boolean => GONE.test(codeOf(error))

/** Whether somebody has made a table or a function of the database another than the portal did. */
export const isTableOther = (error: unknown): boolean => OTHERWISE.test(codeOf(error))

/** Whether the database itself has raised it, whatever it is. */
export const isRaised = (error: unknown): boolean => error instanceof pg.DatabaseError

/** Whether somebody has taken a right away from the role that the app connects as. */
export const isRightGone = (error: unknown): boolean => codeOf(error) === '42501'

/** The constraint by which the database has refused a row, as `table.constraint`; undefined for every other fault. */
export const refusedBy = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && REFUSED.test(error.code ?? '') ? `${error.table}.${error.constraint}` : undefined

/**
 * The portal's role is not let in: its password or its right to connect was changed, there is no such database, or each
 * connection is ended as it begins, by a setting of the role or the database.
 */
export const isShutOut = (error: unknown): boolean =>
  /^(28|3D000)/.test(codeOf(error)) ||
  (error instanceof pg.DatabaseError && error.severity === 'FATAL' && !isPassingFault(error))

/** A role is not let in with this password. */
export const isWrongPassword = (error: unknown): boolean => codeOf(error) === '28P01'

/** What pg says of a question that the server did not answer in time. */
const GIVEN_UP = 'Query read timeout'

/** When a COPY is over, also one that has failed and that nobody closes. */
const ended = (copy: CopyStream) =>
  new Promise<void>((resolve) => copy.once('close', resolve).once(errorMonitor, () => resolve()))

type CopyStream = Stream & { callback?: () => void }
const isStream = (answer: unknown): answer is CopyStream =>
  typeof answer === 'object' && answer !== null && 'pipe' in answer && 'once' in answer
