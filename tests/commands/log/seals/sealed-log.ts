import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { inject } from 'vitest'
import type pg from 'pg'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { createHandler, handle } from '#commands/handle.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { sealFileIn } from '#commands/log/seals/seal-file.ts'
import { createSoleTurns } from '#commands/sole-turn.ts'
import { type LiveSealKeys, SEAL_STREAM, sealKeyFrom } from '#commands/log/seals/seal.ts'
import { runSealer, type SealerOptions } from '#commands/log/seals/sealer.ts'
import { postgresStreamEnds } from '#commands/log/seals/stream-ends.ts'
import { createPool } from '#commands/postgres.ts'
import { createSupervisor } from '#commands/supervise.ts'
import { billPatient } from '#commands/money/transaction/bill-patient.ts'
import { allEvents } from '#domain/events.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { kobo } from '#domain/kernel/money.ts'
import { Seal } from '#domain/seal/events.ts'
import { transaction } from '#domain/money/transaction/transaction.ts'
import { streamEnds as streamEndTables } from '#projections/migrations/0021-stream-ends.ts'
import { createDb } from '#projections/postgres.ts'
import { command } from '#tests/support/command.ts'
import { APP_ROLE, openPostgresLog } from '#tests/commands/log/postgres/storage.ts'
import { TEST_EVENT_KEYS, testSecrets } from '#tests/support/test-secrets.ts'

/** A log on a real Postgres behind the real codec, with a sealer that tests start when they want seals. */
export async function openSealedLog() {
  const opened = await openPostgresLog()
  const folder = await mkdtemp(join(inject('runDir'), 'seals-'))
  const keys = createMemoryKeys()
  const log = createDomainLog(opened.log, createCodec(allEvents, keys, testSecrets()), keys)
  const privateKey = sealKeyFrom(randomBytes(32))
  const { user, password, host, port, database } = opened.connection
  const appUrl = `postgres://${user}:${String(password)}@${host}:${port}/${database}`
  await makeStreamEnds(opened.owner)
  const pool = createPool(appUrl, { name: 'stream ends', patience: 'call', max: 2 })
  const streamEnds = postgresStreamEnds(pool)
  const reports: string[] = []
  const remarks: (string | undefined)[] = []
  const seals = async () => (await log.read(SEAL_STREAM)).map(({ event }) => Seal.parse(event.data))

  /** Runs a sealer until `enough` says so of the seals in the log, then stops it. */
  const sealUntil = async (enough: (seals: readonly Seal[]) => boolean, over: Partial<SealerOptions> = {}) => {
    const stop = new AbortController()
    const running = startSealer(stop.signal, over)
    while (!enough(await seals())) await Promise.race([opened.log.head(), running])
    stop.abort()
    await running
  }
  const report = (message: string, error?: unknown) => reports.push(`${message}: ${String(error ?? '')}`)
  const startSealer = (signal: AbortSignal, over: Partial<SealerOptions> = {}) => {
    const options = {
      ...{
        eventLog: opened.log,
        log,
        sealKeys: fixedSealKeys(privateKey),
        eventKeys: TEST_EVENT_KEYS,
        streamEnds,
        folder,
        takeTurn: createSoleTurns(appUrl, 'sealer'),
        report,
      },
      ...{ now: Date.now, everyEvents: 10, everyMs: Number.POSITIVE_INFINITY, lookEvery: 20 },
      ...over,
    }
    const { supervise } = createSupervisor({ report, now: Date.now, firstPause: 20, longestPause: 20 })
    const sealer = supervise('sealer', (stop) => runSealer(options, stop, (says) => remarks.push(says)))
    signal.addEventListener('abort', () => void sealer.stop(), { once: true })
    return sealer.done
  }

  return {
    ...opened,
    ...{
      log: opened.log,
      domainLog: log,
      handler: createHandler(log),
      keys,
      folder,
      streamEnds,
      privateKey,
      appUrl,
      reports,
      remarks,
    },
    publicKey: createPublicKey(privateKey),
    ...{ seals, sealUntil, startSealer },
    /** What the file outside the database holds. */
    fileLines: async () => (await readFile(sealFileIn(folder), 'utf8')).trimEnd().split('\n'),
    cleanUp: async () => {
      await pool.end()
      await opened.cleanUp()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
/** Seals' keys that nobody adds to: the oldest first. */
export const fixedSealKeys = (...keys: readonly [KeyObject, ...KeyObject[]]): LiveSealKeys => ({
  signing: () => keys.at(-1) ?? keys[0],
  all: () => keys.map((key) => createPublicKey(key)),
  refresh: async () => undefined,
})
export type SealedLog = Awaited<ReturnType<typeof openSealedLog>>

/** The table of the migration, without all the others. */
async function makeStreamEnds(owner: pg.Pool): Promise<void> {
  await streamEndTables.up(createDb<unknown>(owner))
  await owner.query(`grant select, insert, update, delete on stream_end, stream_end_seal to ${APP_ROLE}`)
}

/** Changes rows as somebody with all rights on the database could: past the trigger that refuses it. */
export async function tamper(owner: pg.Pool, ...statements: string[]): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query("set session_replication_role = 'replica'")
    for (const statement of statements) await client.query(statement)
    await client.query("set session_replication_role = 'origin'")
  } finally {
    client.release()
  }
}

/** Money from a benefactor over the pool and an allocation to a patient, then a bill, paid out: 22 events. */
export async function writeHistory({ handler }: Pick<SealedLog, 'handler'>, name: string): Promise<void> {
  const [coeId, patientId] = ['uch', `patient-of-${name}`]
  const amount = kobo(5_000_00)
  const reason = 'Chemotherapy'
  const credit = { benefactor: 'A bank', amount: kobo(2 * amount) }
  await moveFunds(handler, `${name}-1`, command('RequestPoolCredit', credit))
  await moveFunds(handler, `${name}-2`, command('RequestAllocation', { coeId, amount }))
  await moveFunds(
    handler,
    `${name}-3`,
    command('RequestPatientFunding', { coeId, patientId, amount, reason, cap: amount }),
  )
  const line = { itemId: 'x-ray', name: 'X-ray', categoryId: 1, quantity: 2, price: kobo(1_000_00) }
  const bill = command('RequestBilling', {
    ...{ reference: `TRX-${name}`, kind: 'service' as const, patientId, coeId, lines: [line], documents: [] },
    comment: 'Seen twice in a week',
  })
  await billPatient(handler, name, bill)
  const period = { periodStart: '2026-03-01', periodEnd: '2026-03-02' }
  const basisPoints = { coe: 10_000, bank: 0, manufacturer: 0, emge: 0 }
  for (const [index, { step }] of PAYMENT_CHAIN.links.entries()) {
    const by = `actor-${index}`
    const act =
      step === 'initiate'
        ? command(
            'InitiatePayment',
            { paymentId: `payment-${name}`, paymentReference: `PAY-${name}`, ...period, basisPoints },
            { by },
          )
        : command('ApprovePaymentStep', { step }, { by })
    const done = await handle(handler, transaction, name, act)
    if (done.outcome === 'refused') throw new Error(done.refusal.refused)
  }
}
