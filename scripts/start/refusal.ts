import { ENOUGH_CONNECTIONS } from '#api/health/role-settings.ts'
import { isDiskFull, isPassingFault, isShutOut, isWrongPassword } from '#commands/postgres.ts'
import { PersonKeyMissing, WrongPersonKey } from '#commands/log/keys.ts'
import { UnreadEvent } from '#commands/log/unread-event.ts'
import { EventUnread } from '#projections/engine/fold.ts'
import { LogUnavailable } from '#commands/log/event-log.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { plainError } from '#domain/kernel/plain-error.ts'
import { WrongUsage } from './options.ts'

/** Nothing that was kept is lost or half done: the next start meets it whole, and goes on. */
const AGAIN = 'Then start again: what was kept is whole.'

/** What has come in the way, and what an operator can do about it. */
type Words = { readonly why: string; readonly todo: string }

/**
 * What ended a start or a tool, in words and with what to do, where it is something that an operator can mend;
 * undefined where it is a fault of ours.
 */
export function refusalOf(error: unknown): StartRefused | undefined {
  if (error instanceof StartRefused) return error
  const words = wordsFor(error)
  return words === undefined ? undefined : new StartRefused(`${words.why}. ${words.todo}`)
}

/** Shows why a program ends: a sentence where there is one, else what may be said of the error. */
export function showEnd(error: unknown, help: string): void {
  const isUsage = error instanceof WrongUsage || /^ERR_PARSE_ARGS/.test(factOf(error, 'code'))
  if (isUsage && error instanceof Error) console.error(`${error.message}\n\n${help}`)
  else console.error(refusalOf(error)?.message ?? plainError(error))
}

/** What an operator should hear of while the portal goes on: in one line where it is nothing of ours. */
export function report(message: string, error?: unknown): void {
  const why = error instanceof StartRefused ? error.message : wordsFor(error)?.why
  if (error === undefined || why !== undefined) console.error([message, why].filter(Boolean).join(': '))
  else console.error(message, plainError(error))
}

function wordsFor(error: unknown): Words | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof EventUnread) return wordsFor(error.cause)
  if (error instanceof UnreadEvent)
    return {
      why: error.message,
      todo: 'npm run verify names every place that does not hold; docs/decisions/0038 says more.',
    }
  const [code, path] = [factOf(error, 'code'), factOf(error, 'path')]
  // Its own words say whose, and what to restore.
  if (error instanceof PersonKeyMissing || error instanceof WrongPersonKey) return { why: error.message, todo: AGAIN }
  if (isDiskFull(error)) {
    const where = path === '' ? 'the disk of the database' : `the disk that holds ${path}`
    return { why: `There is no room left on ${where}`, todo: `Make some. ${AGAIN}` }
  }
  if (error instanceof LogUnavailable)
    return {
      why: `The event log does not answer${because(error.cause)}`,
      todo: `See that its server runs and can be reached. ${AGAIN}`,
    }
  if (code === TOO_MANY_CONNECTIONS)
    return {
      why: `Postgres has no connection left (${error.message})`,
      todo: `Raise its max_connections (${ENOUGH_CONNECTIONS} will do), or the role's or the database's own limit (alter … connection limit -1). ${AGAIN}`,
    }
  if (isPassingFault(error))
    return { why: `Postgres does not answer${because(error)}`, todo: `See that it runs and can be reached. ${AGAIN}` }
  if (path !== '' && UNWRITABLE.test(code))
    return {
      why: `${path} cannot be read and written by this user (${code})`,
      todo: 'Change its owner or mode, or name another folder (DATA_DIR).',
    }
  if (path !== '' && code === 'ENOENT') return { why: `${path} is not there`, todo: 'Name a file or a folder that is.' }
  if (path !== '' && IN_THE_WAY.test(code))
    return {
      why: `${path} is a file where a folder should be, or the other way round (${code})`,
      todo: 'Move it away, or name another folder (DATA_DIR).',
    }
  if (path !== '' && code === 'ELOOP')
    return { why: `${path} is a link that leads to itself`, todo: 'Put there what it should lead to.' }
  if (isWrongPassword(error))
    return {
      why: `Postgres takes another password of this role (${error.message})`,
      todo: 'Correct DATABASE_URL and DATABASE_OWNER_URL; without them, stop the portal and start it: that sets those of DATA_DIR/postgres/passwords.json, or new ones when that file is removed.',
    }
  if (code !== NO_RIGHT && isShutOut(error))
    return {
      why: `Postgres does not let a role of the portal in, or ends each connection as it begins (${error.message})`,
      todo: `Correct DATABASE_URL and DATABASE_OWNER_URL, or take back what was set for the role or the database, such as session_preload_libraries (select * from pg_db_role_setting). ${AGAIN}`,
    }
  if (code === NO_RIGHT)
    return {
      why: `A role of Postgres lacks a right (${error.message})`,
      todo: 'The tables belong to the role of DATABASE_OWNER_URL, which gives that of DATABASE_URL its rights: give it back what it had.',
    }
  if (NO_SUCH_THING.test(code))
    return {
      why: `The database lacks something that the portal made in it (${error.message})`,
      todo: 'It is another database, or somebody has removed it: correct DATABASE_URL, or restore the database from its backup.',
    }
  return undefined
}

const TOO_MANY_CONNECTIONS = '53300'
const UNWRITABLE = /^(EACCES|EPERM|EROFS)$/
const IN_THE_WAY = /^(ENOTDIR|EISDIR|EEXIST|ERR_FS_EISDIR)$/
/** Postgres' words for these name tables, columns and roles, and nothing that somebody typed. */
const NO_RIGHT = '42501'
const NO_SUCH_THING = /^(42P01|42703|42883|3F000)$/

const because = (error: unknown): string => {
  const code = factOf(error, 'code') || (error instanceof Error ? error.message : '')
  return code === '' ? '' : ` (${code})`
}

function factOf(error: unknown, name: string): string {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : ''
}
