import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mustHoldSecrets, openSealKeys } from '#api/secrets.ts'
import { sealFileIn } from '#commands/log/seals/seal-file.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { lostGuards } from '#commands/log/postgres/log-schema.ts'
import { type SealKeys, signedSealIn } from '#commands/log/seals/seal.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { openRegular } from '#commands/open-regular.ts'
import { createPool } from '#commands/postgres.ts'
import { createSoleTurns } from '#commands/sole-turn.ts'
import { type CopiedDocuments, copyDocuments } from './documents.ts'
import { checkedPiecesOf, linesOf, onDisk, unlessMissing, writeFileOf } from './files.ts'
import { damaged, type Manifest, manifestOf, readManifest, type TableFile, writeManifest } from './manifest.ts'
import { makeIn, momentOf, nameOf, namesIn } from './place.ts'
import { type Snapshot, writeSnapshot } from './snapshot.ts'

/** Where the parts of a backup are: each in a folder of its moment. */
export type Places = { readonly data: string; readonly keys: string }

export type BackupOptions = {
  readonly ownerUrl: string
  readonly appUrl: string
  readonly dataDir: string
  /** The manifests are signed by the key of the seals. */
  readonly secretsDir: string
  readonly places: Places
  /** Leaves the data out. */
  readonly keysOnly: boolean
  /** Told of each table that is written, while the snapshot is open. */
  readonly told?: (table: TableFile) => void | Promise<void>
}

export type MadeBackup = {
  readonly name: string
  readonly head: Manifest['head']
  readonly lastSeal: Manifest['lastSeal']
  readonly hasSealFile: boolean
  readonly documents: CopiedDocuments
  /** What of the guards of the log's own table is not as it was made: a restore makes them anew. */
  readonly lostGuards: readonly Difference[]
  /** Keys that were older than keys may be, and are removed. */
  readonly forgotten: readonly string[]
}

/** How long the keys of somebody who is erased may be found in a backup (docs/decisions/0028). */
const KEYS_KEPT_MS = 35 * 86_400_000

export const SEALS = 'seals.jsonl'
export const DOCUMENTS = 'documents'

/**
 * Backs up a portal, which may run meanwhile: the tables as they stand at one moment, then the documents that they name.
 * Whole or not at all, each part beside its place until it is. Throws `StartRefused` when another backup of this portal
 * is being made, the place is another portal's, or a disk is full.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { appUrl, places } = options
  if (places.data === places.keys)
    throw new StartRefused('Keys are kept apart from data: name another folder for them.')
  const turn = await createSoleTurns(appUrl, 'backup')()
  if (turn === undefined) throw new StartRefused('Another backup of this portal is being made: wait until it is there.')
  try {
    return await inPlaces(options)
  } finally {
    await turn.end()
  }
}

const NOT_MADE = 'No backup was made, and those before it are as they were.'

async function inPlaces(options: BackupOptions): Promise<MadeBackup> {
  const { places, keysOnly } = options
  const keys = await makeIn(places.keys)
  const data = keysOnly ? undefined : await makeIn(places.data).catch(dropping(keys))
  try {
    const folders = { keys: keys.folder, ...(data === undefined ? {} : { data: data.folder }) }
    const written = await onDisk(Object.values(folders).join(' or '), NOT_MADE, () => fill(options, folders))
    const name = nameOf(written.snapshot.takenAt)
    // The keys first: data without them could not be restored.
    await keys.keep(name)
    await data?.keep(name)
    const { head } = written.snapshot
    const lost = await guardsLost(options)
    return { name, head, ...written, lostGuards: lost, forgotten: await forgetKeys(places.keys, name) }
  } finally {
    await keys.drop()
    await data?.drop()
  }
}

async function guardsLost({ appUrl }: BackupOptions): Promise<readonly Difference[]> {
  const pool = createPool(appUrl, { name: 'backup', patience: 'batch', max: 1 })
  return lostGuards(pool).finally(() => pool.end())
}

const dropping =
  (made: { drop(): Promise<void> }) =>
  async (error: unknown): Promise<never> => {
    await made.drop()
    throw error
  }

type Folders = { readonly keys: string; readonly data?: string }

async function fill(options: BackupOptions, folders: Folders) {
  const { ownerUrl, dataDir, secretsDir, places, told = () => undefined } = options
  // Before the snapshot, as it is written behind the log: so that the log has each of its seals.
  const seals = folders.data === undefined ? undefined : await copySeals(dataDir, folders.data)
  const snapshot = await writeSnapshot({ ownerUrl, folders, told })
  await mustHoldSecrets(secretsDir, new Map(Object.entries(snapshot.secrets)))
  const sealKeys = await openSealKeys(secretsDir)
  await mustBeOwn(places, snapshot)
  const documents = await documentsOf(options, folders, snapshot)
  const { takenAt, migration, secrets, head } = snapshot
  const lastSeal = lastSealIn(snapshot, sealKeys.all())
  const moment = { takenAt, migration, secrets, head, lastSeal }
  const nothing = { files: [], cleared: [], lost: [] }
  const keys = manifestOf({ ...moment, ...nothing, part: 'keys', tables: [...snapshot.keys] })
  await writeManifest(folders.keys, keys, sealKeys.signing())
  if (folders.data !== undefined) {
    const files = [snapshot.documents, seals].filter((file) => file !== undefined)
    const [cleared, lost] = [[...documents.cleared], [...documents.lost]]
    const data = manifestOf({ ...moment, part: 'data', tables: [...snapshot.data], files, cleared, lost })
    await writeManifest(folders.data, data, sealKeys.signing())
  }
  return { snapshot, lastSeal, documents, hasSealFile: seals !== undefined }
}

/** The last seal of these keys among what was read. */
function lastSealIn({ seals }: Pick<Snapshot, 'seals'>, sealKeys: SealKeys): Manifest['lastSeal'] {
  const signed = seals.flatMap((data) => signedSealIn(data, sealKeys) ?? [])
  const [last] = signed.toSorted((one, other) => other.number - one.number)
  return last === undefined ? null : { number: last.number, position: last.position, at: last.at }
}

/** The file of the seals as far as its lines are whole; undefined where there is none. */
async function copySeals(dataDir: string, to: string) {
  const file = await unlessMissing(openRegular(sealFileIn(join(dataDir, 'seals'))))
  const seals = await file?.readFile().finally(() => file.close())
  if (seals === undefined) return undefined
  const whole = seals.subarray(0, seals.lastIndexOf('\n') + 1)
  return { file: SEALS, ...(await writeFileOf(join(to, SEALS), pieceOf(whole))) }
}

async function* pieceOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** Two portals in one place would have the newest keys of each other. */
async function mustBeOwn(places: Places, { secrets }: Snapshot): Promise<void> {
  for (const place of Object.values(places)) {
    const last = (await namesIn(place)).at(-1)
    if (last === undefined) continue
    const other = await readManifest(join(place, last)).catch(() => undefined)
    if (other !== undefined && other.manifest.secrets['wrapping-key'] !== secrets['wrapping-key'])
      throw new StartRefused(`${place} holds backups of another portal: name a folder for this one. ${NOT_MADE}`)
  }
}

const NO_DOCUMENTS: CopiedDocuments = { count: 0, bytes: 0, cleared: [], lost: [] }

async function documentsOf({ ownerUrl, dataDir }: BackupOptions, { data }: Folders, { documents }: Snapshot) {
  if (data === undefined || documents === undefined) return NO_DOCUMENTS
  const pool = createPool(ownerUrl, { name: 'backup', patience: 'batch', max: 1 })
  const isNamed = async (sha256: string) => {
    const named = await pool.query(`select from document where sha256 = $1 and state <> 'cleared' limit 1`, [sha256])
    return named.rowCount !== 0
  }
  try {
    const way = [join(dataDir, DOCUMENTS), join(data, DOCUMENTS)] as const
    const path = join(data, documents.file)
    const list = linesOf(checkedPiecesOf(path, documents, damaged(path)))
    return await copyDocuments(list, way, isNamed)
  } finally {
    await pool.end()
  }
}

/** Newer keys serve older data too; older ones would bring back who was erased. */
async function forgetKeys(place: string, newest: string): Promise<readonly string[]> {
  const old = (await namesIn(place)).filter((name) => momentOf(newest) - momentOf(name) > KEYS_KEPT_MS)
  for (const name of old) await rm(join(place, name), { recursive: true })
  return old
}
