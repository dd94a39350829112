import { join } from 'node:path'
import { mustHoldSecrets, openSealKeys } from '#api/secrets.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { MIGRATIONS } from '#projections/migrations/migrate.ts'
import { factsOf } from '#scripts/backup/files.ts'
import { damaged, type Manifest, readManifest } from '#scripts/backup/manifest.ts'
import { nameOf, namesIn } from '#scripts/backup/place.ts'

/** One part of a backup, by the portal's own secrets. */
export type OpenedBackup = { readonly folder: string; readonly manifest: Manifest }

/**
 * The newest part of a place, or the one of that name. Throws `StartRefused`, with what to do, where there is none that is
 * whole, that this portal can read, and that was written with these secrets.
 */
export async function openBackup(
  place: string,
  part: Manifest['part'],
  secretsDir: string,
  name?: string,
): Promise<OpenedBackup> {
  const names = await namesIn(place)
  const chosen = name ?? names.at(-1)
  if (chosen === undefined || !names.includes(chosen)) {
    const of = name === undefined ? 'no backup' : `no backup ${name}`
    throw new StartRefused(
      `There is ${of} of the ${part} in ${place}${names.length > 0 ? `: there are ${names.join(', ')}` : ''}. ` +
        'One that was cut while it was made is none.',
    )
  }
  const folder = join(place, chosen)
  const { manifest, isSignedBy } = await readManifest(folder)
  if (manifest.part !== part) throw new StartRefused(`${folder} holds ${manifest.part}, where the ${part} should be.`)
  await mustHoldSecrets(secretsDir, new Map(Object.entries(manifest.secrets)))
  if (!isSignedBy((await openSealKeys(secretsDir)).all())) throw damaged(join(folder, 'manifest.json'))
  // Older keys under a newer name would bring back who was erased.
  if (nameOf(manifest.takenAt) !== chosen)
    throw new StartRefused(`${folder} is of ${manifest.takenAt}: give it its own name, ${nameOf(manifest.takenAt)}.`)
  if (!MIGRATIONS.includes(manifest.migration))
    throw new StartRefused(`${folder} was made by a newer portal (${manifest.migration}): restore it with that one.`)
  return { folder, manifest }
}

/** Throws `StartRefused` when a file is gone or has other bytes; documents are looked at as they are copied. */
export async function mustBeWhole({ folder, manifest }: OpenedBackup): Promise<void> {
  for (const { file, bytes, sha256 } of [...manifest.tables, ...manifest.files]) {
    const path = join(folder, file)
    const found = await factsOf(path)
    if (found === undefined) throw new StartRefused(`${path} is missing: take another copy. Nothing was changed.`)
    if (found.bytes !== bytes || found.sha256 !== sha256) throw damaged(path)
  }
}
