import { onTestFinished } from 'vitest'
import { createHandler, handle, type Handler } from '#commands/handle.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createCodec } from '#commands/log/codec.ts'
import { type LiveDecisions, NEVER_DECIDED } from '#commands/log/decisions.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { createMemoryLog } from '#commands/log/memory/log.ts'
import { createRowMacs } from '#commands/row-macs.ts'
import { createPool } from '#commands/postgres.ts'
import { type OutboxOptions, runOutbox } from '#commands/processes/outbox.ts'
import { type ProcessRunnerOptions, runProcesses } from '#commands/processes/runner.ts'
import { createSoleTurns } from '#commands/sole-turn.ts'
import { createSupervisor } from '#commands/supervise.ts'
import { command } from '#tests/support/command.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { parcel, parcelEvents, parcels } from './parcels.ts'
import { testSecrets } from '#tests/support/test-secrets.ts'

/** As long as it takes on a busy machine. */
export const SOON = { timeout: 120_000, interval: 10 }
/** When parcels are sent, in ms: the clock of a world begins there. */
export const SENT_AT = Date.parse('2026-03-02T09:00:00.000Z')

export type ParcelLog = { readonly log: DomainLog; readonly handler: Handler }
const keys = createMemoryKeys()
export const macs = createRowMacs('ab'.repeat(32))
export const keysOfParcels = keys

export function parcelLog(log: EventLog, decisions: LiveDecisions = NEVER_DECIDED): ParcelLog {
  const coded = createDomainLog(log, createCodec(parcelEvents, keys, testSecrets()), keys, { decisions })
  return { log: coded, handler: createHandler(coded) }
}

/** Parcels in a log in memory, and the tables of processes on a real Postgres; both are gone when the test ends. */
export async function parcelWorld() {
  const database = await freshDatabase()
  const pool = createPool(database.appUrl, { name: 'test', patience: 'call', max: 4 })
  const store = createMemoryLog()
  const own = parcelLog(store)
  let clock = SENT_AT
  const ends: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    for (const end of ends) await end()
    await pool.end()
    await database.drop()
  })
  const reports: string[] = []
  const found: Difference[] = []
  const report = (message: string, error?: unknown) => void reports.push(`${message}: ${String(error ?? '')}`)

  /** Runs something until the test ends, or until it is stopped, as the portal does. */
  const supervised = (run: (signal: AbortSignal) => Promise<void>) => {
    const { supervise, close } = createSupervisor({ report, now: Date.now, firstPause: 2, longestPause: 50 })
    supervise('under test', run)
    ends.push(close)
    return { stop: close }
  }
  const common = { now: () => clock, lookEvery: 10, report, pauses: { firstMs: 1_000, longestMs: 60_000 } }
  const turns = (what: string, url = database.appUrl) => createSoleTurns(url, what)

  return {
    ...{ database, pool, store, ...own, reports, found },
    passes: (ms: number) => void (clock += ms),
    now: () => clock,
    send: (id: string, can: 'arrive' | 'return' | 'neither' = 'arrive', { handler } = own) =>
      handle(
        handler,
        parcel,
        id,
        command('Send', { to: `somebody-${id}`, can }, { at: new Date(clock).toISOString() }),
      ),
    /** One runner at a time, unless it is given a `takeTurn`; has begun when this comes back. */
    run: async (over: Partial<ProcessRunnerOptions> = {}) => {
      let begin = () => {}
      const begun = new Promise<void>((resolve) => (begin = resolve))
      const log: ProcessRunnerOptions['log'] = over.log ?? own.log
      const told = { ...log, follow: (...asked: Parameters<typeof log.follow>) => (begin(), log.follow(...asked)) }
      const given = { definitions: [parcels], macs, ...own, takeTurn: turns('test'), ...common, ...over, log: told }
      const runner = supervised((signal) => runProcesses(given, signal))
      await begun
      return runner
    },
    post: async (over: Pick<OutboxOptions, 'send'> & Partial<OutboxOptions>) =>
      supervised((signal) =>
        runOutbox(
          {
            definitions: [parcels],
            macs,
            log: own.log,
            takeTurn: turns('test mail'),
            found: async (one) => void found.push(one),
            ...common,
            ...over,
          },
          signal,
        ),
      ),
    turns,
    /** The types of a parcel's events. */
    storyOf: async (id: string) => (await own.log.read(`parcel-${id}`)).map(({ event }) => event.type),
    items: async () =>
      (await pool.query<Row>('select key, due_at, attempts, error, is_dead from process_item order by key')).rows,
    mail: async () =>
      (
        await pool.query<{ template: string; recipient: string; sent: boolean; is_dead: boolean; attempts: number }>(
          `select template, recipient, sent_at is not null as sent, is_dead, attempts
             from outbox order by template, recipient`,
        )
      ).rows,
    at: async (name = 'parcels') =>
      Number(
        (await pool.query<{ position: string }>('select position from process_checkpoint where name = $1', [name]))
          .rows[0]?.position,
      ),
  }
}

type Row = { key: string; due_at: Date | null; attempts: number; error: string | null; is_dead: boolean }
export type ParcelWorld = Awaited<ReturnType<typeof parcelWorld>>

/** Until the runner has taken all that is in the log. */
export async function untilTaken({ log, at }: ParcelWorld, name = 'parcels'): Promise<void> {
  const head = await log.head()
  while ((await at(name)) !== head) await new Promise((resolve) => setTimeout(resolve, 5))
}
