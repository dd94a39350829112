import { join } from 'node:path'
import type pg from 'pg'
import type { Secrets } from '#api/secrets.ts'
import { verifyPortal } from '#api/verify/verify-portal.ts'
import type { Integrity } from '#commands/integrity/integrity.ts'
import { checkLastSeals } from '#commands/integrity/last-seals.ts'
import { type NightlyOptions, runNightly } from '#commands/integrity/nightly.ts'
import { createPace } from '#commands/log/verify/pace.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { sealFileIn } from '#commands/log/seals/seal-file.ts'
import type { SecondPlace } from '#commands/log/seals/second-place.ts'
import { type ClosableRows, postgresRows, type StoredRows } from '#commands/log/verify/rows.ts'
import { createPool } from '#commands/postgres.ts'
import { createSoleTurns } from '#commands/sole-turn.ts'
import type { Run } from '#commands/supervise.ts'

/** Of one core, this process and the database together, for the check of everything while people work. */
const SHARE = 0.15
/** Of read models, folded in memory before they are spilled: some 100 MB. */
const CELLS_IN_MEMORY = 500_000

type LogChecks = {
  /** Looks at the end of the log before anything is written; what it cannot look at, it says, and stops nobody. */
  lookAtEnd(): Promise<void>
  /** Checks the whole log, and all that is kept beside it, every night; for the supervisor. */
  readonly nightly: Run
}

type Options = Pick<NightlyOptions, 'now' | 'report' | 'lookEvery' | 'beganAt'> & {
  readonly appUrl: string
  /** The raw log of the portal that runs. */
  readonly log: EventLog
  /** The seals are in here, and, where this process keeps them, the documents. */
  readonly dataDir: string
  readonly keepsDocuments: boolean
  readonly secrets: Secrets
  readonly integrity: Integrity
  /** Where the seals go as well. */
  readonly secondPlace: SecondPlace | undefined
  /** Of one core, this process and the database together, when not as usual. */
  readonly share?: number
  /** What is stored of a log elsewhere; of the one in Postgres when left out. */
  readonly openRows: (() => ClosableRows) | undefined
}

/** The checks of the log, and of all that is kept beside it, next to the portal's work. */
export function createLogChecks(given: Options): LogChecks {
  const {
    appUrl,
    log,
    dataDir,
    keepsDocuments,
    secrets,
    integrity,
    secondPlace,
    openRows,
    share = SHARE,
    ...options
  } = given
  const { eventKeys, sealKeys } = secrets
  const sealFile = sealFileIn(join(dataDir, 'seals'))
  // Another process may have sealed under a newer key since this one began.
  const heldNow = async () => {
    await sealKeys.refresh()
    return { sealKeys: sealKeys.all(), eventKeys, sealFile }
  }

  /** Over two connections of its own, for as long as it takes. */
  async function withRows<T>(check: (rows: StoredRows, pool: pg.Pool) => Promise<T>): Promise<T> {
    const elsewhere = openRows?.()
    const pool = createPool(appUrl, { name: 'log check', patience: 'batch', types: logTypes, max: 2 })
    try {
      return await check(elsewhere ?? postgresRows(pool), pool)
    } finally {
      await elsewhere?.close()
      await pool.end()
    }
  }

  const verify = (signal: AbortSignal) =>
    withRows(async (rows, pool) =>
      verifyPortal({
        held: { ...(await heldNow()), secondPlace, rows },
        portal: {
          ...{ log, appUrl, pool, dataDir, keepsDocuments, secrets, logOnly: false, now: options.now },
          cellsInMemory: CELLS_IN_MEMORY,
        },
        paced: { pace: createPace({ share, signal }), eventKeys },
      }),
    )

  return {
    async lookAtEnd() {
      try {
        const found = await withRows(async (rows) => checkLastSeals({ ...(await heldNow()), rows }))
        await integrity.found(found, 'start')
      } catch (error) {
        options.report('The end of the log could not be checked', error)
      }
    },
    nightly: (signal) =>
      runNightly(
        {
          ...options,
          verify,
          integrity,
          eventKeys,
          head: () => log.head(),
          takeTurn: createSoleTurns(appUrl, 'log check'),
        },
        signal,
      ),
  }
}
