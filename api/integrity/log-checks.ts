import { createPublicKey } from 'node:crypto'
import { join } from 'node:path'
import type { Secrets } from '#api/secrets.ts'
import type { Integrity } from '#commands/integrity/integrity.ts'
import { checkLastSeals } from '#commands/integrity/last-seals.ts'
import { type NightlyOptions, runNightly } from '#commands/integrity/nightly.ts'
import { pacedRows } from '#commands/integrity/paced-rows.ts'
import { logTypes } from '#commands/log/postgres-connection.ts'
import { sealFileIn } from '#commands/log/seal-file.ts'
import { sealKeyFrom } from '#commands/log/seal.ts'
import type { SecondPlace } from '#commands/log/second-place.ts'
import { postgresRows, type StoredRows } from '#commands/log/verify-rows.ts'
import { verifyLog } from '#commands/log/verify.ts'
import { createPool } from '#commands/postgres.ts'
import { createSoleTurns } from '#commands/sole-turn.ts'
import type { Run } from '#commands/supervise.ts'

/** Of one core, for the check of the whole log while people work. */
const SHARE = 0.15

type LogChecks = {
  /** Looks at the end of the log before anything is written; what it cannot look at, it says, and stops nobody. */
  lookAtEnd(): Promise<void>
  /** Checks the whole log every night; for the supervisor. */
  readonly nightly: Run
}

type Options = Pick<NightlyOptions, 'now' | 'report' | 'lookEvery'> & {
  readonly appUrl: string
  /** The seals are in here. */
  readonly dataDir: string
  readonly secrets: Pick<Secrets, 'sealSecret' | 'eventKeys'>
  readonly integrity: Integrity
  /** Where the seals go as well. */
  readonly secondPlace: SecondPlace | undefined
}

/** The checks of a Postgres log beside the portal's work. */
export function createLogChecks({ appUrl, dataDir, secrets, integrity, secondPlace, ...options }: Options): LogChecks {
  const { eventKeys } = secrets
  const publicKey = createPublicKey(sealKeyFrom(secrets.sealSecret))
  const held = { publicKey, eventKeys, sealFile: sealFileIn(join(dataDir, 'seals')) }

  /** Over connections of their own, for as long as it takes. */
  async function withRows<T>(check: (rows: StoredRows) => Promise<T>): Promise<T> {
    const pool = createPool(appUrl, { name: 'log check', patience: 'batch', types: logTypes, max: 2 })
    try {
      return await check(postgresRows(pool))
    } finally {
      await pool.end()
    }
  }
  const verify = (signal: AbortSignal) =>
    withRows((rows) => verifyLog({ ...held, secondPlace, rows: pacedRows(rows, { share: SHARE, eventKeys, signal }) }))

  return {
    async lookAtEnd() {
      try {
        const found = await withRows((rows) => checkLastSeals({ ...held, rows }))
        await integrity.found(found, 'start')
      } catch (error) {
        options.report('The end of the log could not be checked', error)
      }
    },
    nightly: (signal) =>
      runNightly({ ...options, verify, integrity, takeTurn: createSoleTurns(appUrl, 'log check') }, signal),
  }
}
