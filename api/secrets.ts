import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { eventKeysFrom, type LiveEventKeys } from '#commands/log/event-mac.ts'
import { type LiveSealKeys, sealKeysFrom } from '#commands/log/seals/seal.ts'
import { type Peppers, peppersFrom } from '#commands/peppers.ts'
import { readIfThere } from '#commands/read-if-there.ts'
import { makeFile, replaceFile } from '#commands/whole-file.ts'
import { StartRefused } from '#commands/log/start-refused.ts'

/** What must stay the same for ever, and outside the database (design: reliability 4, rules 16 and 27). */
export type Secrets = {
  /** Wraps the persons' keys. */
  readonly wrappingKey: Buffer
  /** Keys the hashes of commands and of e-mails, as hex. */
  readonly commandSecret: string
  readonly emailSecret: string
  /** Sign the seals of the log. */
  readonly sealKeys: LiveSealKeys
  /** Under which the MACs of the log's events are made. */
  readonly eventKeys: LiveEventKeys
}

const NAMES = ['wrapping-key', 'command-secret', 'email-secret'] as const
/** `event-key-1`, and one more each time that the key is changed: the last is in use, by the others what is older is checked. */
export const CHANGED_KEYS = ['event-key', 'seal-key', 'password-pepper'] as const
export type ChangedKey = (typeof CHANGED_KEYS)[number]
const NUMBERED = new RegExp(`^(?:${CHANGED_KEYS.join('|')})-([1-9]\\d{0,5})$`)
const firstOf = (key: ChangedKey) => `${key}-1`

/**
 * The secrets that a database was written with, from the files of a folder (32 random bytes as hex in each, mode 0600).
 * Makes them for a database that has none yet, and keeps a check value of each in it (`secret_check`). Throws
 * `StartRefused` when a file is missing or holds another secret: with it no person could be read, every e-mail would be
 * free again, and repeated commands would be done twice. `isLogEmpty`: of a log that has events nothing is made anew.
 */
export async function openSecrets(pool: pg.Pool, folder: string, isLogEmpty: () => Promise<boolean>): Promise<Secrets> {
  const known = await checksIn(pool)
  // Whatever the database says that it knows: a row of it is easily taken out.
  const mayMake = await isLogEmpty()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const missing: string[] = []
  const changed = [...known.keys()].filter((name) => NUMBERED.test(name))
  const wanted = new Set([...NAMES, ...CHANGED_KEYS.map(firstOf), ...changed])
  for (const name of wanted) {
    const file = join(folder, name)
    if (mayMake && !known.has(name)) await makeSecret(file)
    else if ((await readSecret(file)) === undefined) missing.push(file)
  }
  if (missing.length > 0) throw missingSecrets(missing)
  const secrets = await loadSecrets(folder)
  // Before the database knows of any: one that nobody made stays unknown to it.
  for (const key of CHANGED_KEYS) await keysIn(folder, key)
  await mustMatch(pool, folder)
  return secrets
}

/** The secrets of a folder, which must all be there. */
export async function loadSecrets(folder: string): Promise<Secrets> {
  const [wrapping = '', commandSecret = '', emailSecret = ''] = await Promise.all(
    NAMES.map((name) => secretIn(folder, name)),
  )
  const [eventKeys, sealKeys] = [await openEventKeys(folder), await openSealKeys(folder)]
  return { wrappingKey: Buffer.from(wrapping, 'hex'), commandSecret, emailSecret, sealKeys, eventKeys }
}

/**
 * All keys of a kind, the oldest first. Throws `StartRefused` when there is none, one is missing among them, or `rotate` did not make one.
 */
async function keysIn(folder: string, key: ChangedKey): Promise<readonly Buffer[]> {
  const { made, others } = await foundIn(folder, key)
  if (others.length > 0) throw notMade(key, others)
  return made
}

/** As `keysIn`, for a process that runs: what `rotate` did not make is not there, and neither is what stands behind it. */
const madeIn = async (folder: string, key: ChangedKey): Promise<readonly Buffer[]> => (await foundIn(folder, key)).made

async function foundIn(folder: string, key: ChangedKey) {
  const names = await numberedNames(folder, key)
  const all = Array.from({ length: numberOf(names.at(-1) ?? firstOf(key)) }, (_, index) => `${key}-${index + 1}`)
  const lost = all.filter((name) => !names.includes(name))
  if (lost.length > 0) throw missingSecrets(lost.map((name) => join(folder, name)))
  const made: Buffer[] = []
  const others: string[] = []
  for (const name of names) {
    const secret = await secretIn(folder, name)
    const before = made.at(-1)
    const isMade = before === undefined || (await recordIn(join(folder, name))) === recordOf(before, name, secret)
    if (isMade && others.length === 0) made.push(Buffer.from(secret, 'hex'))
    else others.push(join(folder, name))
  }
  return { made, others }
}

/** The keys of the log's seals from a folder of secrets. Throws `StartRefused` when there is none. */
export async function openSealKeys(folder: string): Promise<LiveSealKeys> {
  if ((await numberedNames(folder, 'seal-key')).length === 0)
    throw new StartRefused(`There is no seal key in ${folder}: set DATA_DIR or SECRETS_DIR`)
  let known = sealKeysFrom(await keysIn(folder, 'seal-key'))
  return {
    signing: () => known.signing,
    all: () => known.all,
    refresh: async () => void (known = sealKeysFrom(await madeIn(folder, 'seal-key'))),
  }
}

/** The keys of the events' MACs from a folder of secrets. Throws `StartRefused` when there is none. */
export async function openEventKeys(folder: string): Promise<LiveEventKeys> {
  return eventKeysFrom(await keysIn(folder, 'event-key'), () => madeIn(folder, 'event-key'))
}

/** What passwords are hashed under, from a folder of secrets. Throws `StartRefused` when there is none. */
export async function openPeppers(folder: string): Promise<Peppers> {
  return peppersFrom(await keysIn(folder, 'password-pepper'), () => madeIn(folder, 'password-pepper'))
}

/**
 * Makes the next key of a kind, which processes take into use as they start: with a record under the one before, without which
 * none is taken. Gives its file.
 */
export async function addKey(folder: string, key: ChangedKey): Promise<string> {
  const before = await keysIn(folder, key)
  const name = `${key}-${before.length + 1}`
  const secret = newSecret()
  const last = before.at(-1)
  await makeFile(join(folder, name), last === undefined ? secret : `${secret}\n${recordOf(last, name, secret)}`)
  return join(folder, name)
}

/**
 * Writes the record of each key of a kind that has none: of a version of the portal from before records. Gives their files. Who
 * calls it has made sure that they are the portal's. Throws `StartRefused` when there is none.
 */
export async function vouchForKeys(folder: string, key: ChangedKey): Promise<readonly string[]> {
  const names = await numberedNames(folder, key)
  if (names.length === 0) throw new StartRefused(`There is no ${key} in ${folder}: set DATA_DIR or SECRETS_DIR`)
  const vouched: string[] = []
  let before: Buffer | undefined
  for (const name of names) {
    const [secret, file] = [await secretIn(folder, name), join(folder, name)]
    const record = before && recordOf(before, name, secret)
    if (record !== undefined && (await recordIn(file)) !== record) {
      await replaceFile(file, `${secret}\n${record}`)
      vouched.push(file)
    }
    before = Buffer.from(secret, 'hex')
  }
  return vouched
}

/** That whoever made a key had the one before: the second line of its file. */
const recordOf = (before: Buffer, name: string, secret: string): string =>
  createHmac('sha256', before).update(`chf-next-key-1\n${name}\n${secret}`).digest('hex')

const recordIn = async (file: string): Promise<string | undefined> =>
  (await readIfThere(file))?.trim().split('\n')[1]?.trim()

const notMade = (key: ChangedKey, files: readonly string[]) =>
  new StartRefused(
    `npm run rotate did not make these keys, or not behind the others that are there:\n${lines(files)}\n` +
      'A person who put one there could write as the portal. Find out who did, and remove it. Those that an earlier version of the ' +
      `portal has made have no record yet: npm run rotate -- ${key} --vouch`,
  )

const numberOf = (name: string): number => Number(NUMBERED.exec(name)?.[1])

/** The oldest first. */
async function numberedNames(folder: string, key: ChangedKey): Promise<readonly string[]> {
  const names = (await filesIn(folder)).filter((name) => NUMBERED.test(name) && name.startsWith(key))
  return names.sort((one, other) => numberOf(one) - numberOf(other))
}

const filesIn = (folder: string) =>
  readdir(folder).catch((error: unknown): readonly string[] => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })

/** Which secret a database knows under a name, without knowing it: who has the value learns nothing of 32 random bytes. */
const checkOf = (name: string, secret: string) =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(`chf secret check ${name}`).digest('hex')

async function checksIn(pool: pg.Pool): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ name: string; value: string }>('select name, value from secret_check')
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** Of two first starts at once one writes the check values, and the other must have its secrets. */
async function mustMatch(pool: pg.Pool, folder: string): Promise<void> {
  const names = [...NAMES, ...(await Promise.all(CHANGED_KEYS.map((key) => numberedNames(folder, key)))).flat()]
  const mine = new Map(
    await Promise.all(names.map(async (name) => [name, checkOf(name, await secretIn(folder, name))] as const)),
  )
  await pool.query(
    'insert into secret_check (name, value) select * from unnest($1::text[], $2::text[]) on conflict do nothing',
    [[...mine.keys()], [...mine.values()]],
  )
  await mustHoldSecrets(folder, await checksIn(pool))
}

/** Throws `StartRefused` unless a folder holds every secret of these check values (`secret_check`), by their names. */
export async function mustHoldSecrets(folder: string, known: ReadonlyMap<string, string>): Promise<void> {
  const [missing, others] = [[] as string[], [] as string[]]
  for (const [name, check] of known) {
    const file = join(folder, name)
    const secret = await readSecret(file)
    if (secret === undefined) missing.push(file)
    else if (checkOf(name, secret) !== check) others.push(file)
  }
  if (missing.length > 0) throw missingSecrets(missing)
  if (others.length === 0) return
  throw new StartRefused(
    `These secrets are not those that this portal's log was written with:\n${lines(others)}\n` +
      'Put the files of the first start (or of its backup) there, or set SECRETS_DIR to where they are. Nothing was changed.',
  )
}

const lines = (files: readonly string[]) => files.map((file) => `  ${file}`).join('\n')

const missingSecrets = (files: readonly string[]) =>
  new StartRefused(
    `The log has been written with secrets that are missing here:\n${lines(files)}\n` +
      'Restore them from their backup, or set SECRETS_DIR to where they are. New ones are never made for an old log: ' +
      'no personal data could be read with them. One that no backup has, and that neither a first start nor npm run rotate made, ' +
      'may be a forgery: check its row in the table secret_check (docs/mismatch.md says how, and how to continue).',
  )

const newSecret = () => randomBytes(32).toString('hex')
/** Of two starts at once one makes it, and the other reads it. */
const makeSecret = (file: string) => makeFile(file, newSecret())

async function secretIn(folder: string, name: string): Promise<string> {
  const secret = await readSecret(join(folder, name))
  if (secret === undefined) throw missingSecrets([join(folder, name)])
  return secret
}

async function readSecret(file: string): Promise<string | undefined> {
  const secret = (await readIfThere(file))?.trim().split('\n')[0]?.trim()
  if (secret !== undefined && !/^[0-9a-f]{64}$/.test(secret))
    throw new StartRefused(`${file} contains no secret (32 bytes in hex). Restore it from its backup.`)
  return secret
}
