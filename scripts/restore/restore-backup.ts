import { join } from 'node:path'
import { documentPath, makeDocumentFolder } from '#api/documents/document-store.ts'
import { openSealKeys } from '#api/secrets.ts'
import { finishErasures } from '#api/people/erasure/unfinished-erasures.ts'
import { sealFileIn } from '#commands/log/seals/seal-file.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { copyDocuments, type CopiedDocuments } from '#scripts/backup/documents.ts'
import { checkedPiecesOf, copyFile, linesOf, onDisk } from '#scripts/backup/files.ts'
import { DOCUMENTS, type Places, SEALS } from '#scripts/backup/make-backup.ts'
import { damaged, type Manifest } from '#scripts/backup/manifest.ts'
import { DOCUMENT_LIST } from '#scripts/backup/snapshot.ts'
import { type ErasingPortal, withEraser } from '#scripts/erase/with-eraser.ts'
import { completeSealFile } from './complete-seals.ts'
import { isEmpty, loadTables, mustBeFree } from './load-tables.ts'
import { mustBeWhole, type OpenedBackup, openBackup } from './opened-backup.ts'
import { clearTarget, releaseTarget, takeTarget, type Target } from './target.ts'

type Databases = { readonly appUrl: string; readonly ownerUrl: string; stop?(): Promise<void> }

export type RestoreOptions = {
  readonly places: Places
  /** The moment of the data, as the folder is named; the newest when left out. The keys are always the newest. */
  readonly name?: string
  readonly dataDir: string
  readonly secretsDir: string
  /** The database to fill; called when the backup has been looked at. */
  readonly openDatabases: () => Promise<Databases>
  readonly say?: (line: string) => void
}

export type Restored = {
  readonly data: Manifest
  readonly keys: Manifest
  readonly documents: CopiedDocuments
  /** Events that were written because the newer keys know of more who were erased. */
  readonly erasing: number
  /** Why that could not be gone through with: the portal does, as soon as it writes. */
  readonly notErased?: unknown
}

/**
 * Restores the data of one moment with the newest keys into an empty place, and erases again whom those know as erased.
 * What a restore that was killed left is removed by the next, but what it has filled a named database with: that one refuses until
 * somebody has emptied it, and so does every start. Throws `StartRefused`, with what to do, when nothing was restored.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { places, name, dataDir, secretsDir, say = () => undefined } = options
  const data = await openBackup(places.data, 'data', secretsDir, name)
  const keys = await openBackup(places.keys, 'keys', secretsDir)
  if (keys.manifest.takenAt < data.manifest.takenAt)
    throw new StartRefused(
      `The keys in ${places.keys} are of ${keys.manifest.takenAt}, before the data (${data.manifest.takenAt}): nobody ` +
        'who came in between could be read. Name the place of the newest keys (--keys). Nothing was changed.',
    )
  say(`Data of ${data.manifest.takenAt}, keys of ${keys.manifest.takenAt}`)
  for (const part of [data, keys]) await mustBeWhole(part)
  const { databases, documents } = await intoPlace(
    options,
    data,
    keys,
    await takeTarget(dataDir, data.manifest.takenAt),
  )
  try {
    const restored = { data: data.manifest, keys: keys.manifest, documents }
    // All is in its place. What fails from here on is done by the portal as well (docs/decisions/0028).
    return await eraseAgain({ ...databases, dataDir, secretsDir }, data.manifest).then(
      (erasing) => ({ ...restored, erasing }),
      (notErased: unknown) => ({ ...restored, erasing: 0, notErased }),
    )
  } finally {
    await databases.stop?.()
  }
}

async function intoPlace(options: RestoreOptions, data: OpenedBackup, keys: OpenedBackup, target: Target) {
  const { dataDir, secretsDir, openDatabases, say = () => undefined } = options
  let databases: Databases | undefined
  const { wasCut } = target
  let isBegun = wasCut
  try {
    const full = 'Make some, and restore again. Nothing of this try is left.'
    const documents = await onDisk(dataDir, full, () => files(data, dataDir))
    say(`${documents.count} documents are in their place`)
    databases = await openDatabases()
    await mustBeFree(databases.ownerUrl, data, wasCut)
    isBegun = true
    await loadTables(databases, data, keys)
    await completeSealFile(databases.ownerUrl, dataDir, (await openSealKeys(secretsDir)).all())
    await target.mustBeMine()
    await releaseTarget(dataDir)
    return { databases, documents }
  } catch (error) {
    const isHalf = isBegun && !(await isGone(databases))
    await databases?.stop?.()
    // What another has brought meanwhile is not touched.
    await target.mustBeMine()
    await clearTarget(dataDir, isHalf ? 'half' : 'nothing')
    throw error
  }
}

/** Whether nothing is left in the database of what was filled in: the embedded one goes with its folder. */
async function isGone(databases: Databases | undefined): Promise<boolean> {
  if (databases === undefined) return false
  return databases.stop !== undefined || isEmpty(databases.ownerUrl).catch(() => false)
}

async function eraseAgain(portal: ErasingPortal, { head }: Manifest): Promise<number> {
  return withEraser(portal, async (eraser) => {
    await finishErasures(eraser, new AbortController().signal)
    const { rows } = await eraser.pool.query<{ position: string }>('select position from event_log_head')
    return Number(rows[0]?.position) - head.position
  })
}

async function files({ folder, manifest }: OpenedBackup, dataDir: string): Promise<CopiedDocuments> {
  const isLeftOut = new Set([...manifest.cleared, ...manifest.lost])
  const seals = manifest.files.find(({ file }) => file === SEALS)
  if (seals !== undefined) {
    const copied = await copyFile(join(folder, SEALS), sealFileIn(join(dataDir, 'seals')), seals.sha256)
    if (copied === undefined) throw damaged(join(folder, SEALS))
  }
  const way = [join(folder, DOCUMENTS), join(dataDir, DOCUMENTS)] as const
  await makeDocumentFolder(way[1])
  const [path, due] = [join(folder, DOCUMENT_LIST), manifest.files.find(({ file }) => file === DOCUMENT_LIST)]
  if (due === undefined) throw damaged(path)
  return copyDocuments(linesOf(checkedPiecesOf(path, due, damaged(path))), way, async (sha256) => {
    if (isLeftOut.has(sha256)) return false
    throw damaged(documentPath(way[0], sha256))
  })
}
