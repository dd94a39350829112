import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { appendSeals, lastSealsIn } from '#commands/log/seals/seal-file.ts'
import { SEAL_STREAM, type SealKeys, signedSealIn } from '#commands/log/seals/seal.ts'
import { createPool } from '#commands/postgres.ts'

/**
 * Puts into the seal file what the restored log has behind it. The file is copied before the snapshot is taken: seals that
 * were made in between are in the log alone, and a sealer takes a file that lacks more than one for one that was cut.
 */
export async function completeSealFile(ownerUrl: string, dataDir: string, sealKeys: SealKeys): Promise<void> {
  const folder = join(dataDir, 'seals')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const held = (await lastSealsIn(folder)).at(-1)?.number ?? 0
  const pool = createPool(ownerUrl, { name: 'restored seals', patience: 'hours', max: 1 })
  try {
    const { rows } = await pool.query<{ data: string }>(
      'select data from event_log where stream = $1 and revision >= $2 order by revision',
      [SEAL_STREAM, held],
    )
    const signed = rows.flatMap(({ data }) => signedSealIn(data, sealKeys) ?? [])
    // Each once, and in order: anybody could append a copy.
    const missing = [...new Map(signed.map((seal) => [seal.number, seal])).values()].filter(
      ({ number }) => number > held,
    )
    if (missing.length > 0) await appendSeals(folder, missing)
  } finally {
    await pool.end()
  }
}
