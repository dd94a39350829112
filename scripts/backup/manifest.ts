import { type KeyObject, sign, verify } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { SealKeys } from '#commands/log/seals/seal.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { unlessMissing } from './files.ts'

/** Raised when an older restore could not read what is written: it refuses the newer. */
const FORMAT = 1

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Whole = z.number().int().min(0)
const Facts = { file: z.string(), bytes: Whole, sha256: Sha256 }

const Table = z.strictObject({ ...Facts, table: z.string(), columns: z.array(z.string()).min(1), rows: Whole })

const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  part: z.enum(['data', 'keys']),
  /** When the snapshot was taken, by the clock of the database: ISO, UTC. */
  takenAt: z.iso.datetime(),
  /** The last migration that the tables had. */
  migration: z.string(),
  /** By which the database knows its secrets (docs/decisions/0010): whose portal this is. */
  secrets: z.record(z.string().regex(/^[a-z0-9-]+$/), z.string()),
  /** Where the log ended, and the hash of its last event. */
  head: z.strictObject({ position: Whole, recordedAt: z.string(), hash: z.string() }),
  /** The last seal of the log; what comes behind it was not sealed yet. */
  lastSeal: z.strictObject({ number: Whole, position: Whole, at: z.string() }).nullable(),
  tables: z.array(Table),
  /** The list of the documents, one SHA-256 a line, and the file of the seals, where there was one. */
  files: z.array(z.strictObject(Facts)),
  /**
   * Documents in the list that are no files: those that were cleared or erased while the files were copied, and those
   * that the disk had lost before.
   */
  cleared: z.array(Sha256),
  lost: z.array(Sha256),
})
export type Manifest = z.infer<typeof Manifest>
export type TableFile = Manifest['tables'][number]

const NAME = 'manifest.json'
const SIGNATURE = 'manifest.sig'

/** The manifest of this version. */
export const manifestOf = (facts: Omit<Manifest, 'format'>): Manifest => ({ format: FORMAT, ...facts })

const signed = (text: Buffer) => Buffer.concat([Buffer.from('chf-backup-1\n'), text])

/** Writes it, signed: who can change a backup must not be able to bring a password into a portal. */
export async function writeManifest(folder: string, manifest: Manifest, privateKey: KeyObject): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  const file = { mode: 0o600, flag: 'wx', flush: true } as const
  await writeFile(join(folder, SIGNATURE), `${sign(null, signed(text), privateKey).toString('base64')}\n`, file)
  await writeFile(join(folder, NAME), text, file)
}

/** What a folder holds, as it says itself; `isSignedBy` is asked before any of it is used. */
export type FoundManifest = { readonly manifest: Manifest; isSignedBy(keys: SealKeys): boolean }

/** Throws `StartRefused` where there is no whole backup, or none of this version. */
export async function readManifest(folder: string): Promise<FoundManifest> {
  const text = await unlessMissing(readFile(join(folder, NAME)))
  const signature = await unlessMissing(readFile(join(folder, SIGNATURE)))
  if (text === undefined || signature === undefined)
    throw new StartRefused(`${folder} is no whole backup: it has no manifest. Take another one.`)
  const bytes = Buffer.from(signature.toString(), 'base64')
  return {
    manifest: parsed(folder, text),
    isSignedBy: (keys) => keys.some((key) => verify(null, signed(text), key, bytes)),
  }
}

function parsed(folder: string, text: Buffer): Manifest {
  const file = join(folder, NAME)
  let read: unknown
  try {
    read = JSON.parse(text.toString())
  } catch {
    throw damaged(file)
  }
  const { success, data } = z.object({ format: Whole }).safeParse(read)
  if (success && data.format > FORMAT)
    throw new StartRefused(`${folder} was made by a newer portal (format ${data.format}): restore it with that one.`)
  const manifest = Manifest.safeParse(read)
  if (!manifest.success) throw damaged(file)
  return manifest.data
}

/** A file of a backup is not what was written. */
export const damaged = (file: string) =>
  new StartRefused(
    `${file} is not what the backup wrote: it was changed or damaged. Take another copy. Nothing was changed.`,
  )
