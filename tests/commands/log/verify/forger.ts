import { createPool } from '#commands/postgres.ts'
import { readFile, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { hashOfEvent, metaWith } from '#commands/log/event-hash.ts'
import type { StoredEvent } from '#commands/log/event-log.ts'
import { macOf } from '#commands/log/event-mac.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { sealFileIn } from '#commands/log/seals/seal-file.ts'
import { postgresRows } from '#commands/log/verify/rows.ts'
import { type VerifyOptions, verifyLog } from '#commands/log/verify/verify.ts'
import { followCount } from '#tests/support/stored-events.ts'
import { TEST_EVENT_KEYS } from '#tests/support/test-secrets.ts'
import { openSealedLog, tamper, writeHistory } from '#tests/commands/log/seals/sealed-log.ts'

export const literal = (text: string | number) => pg.escapeLiteral(String(text))
export const headRow = (position: number) => `update event_log_head set position = ${position}`

/** Two histories, sealed every ten events: positions 1 to 44 with the seals 1 to 4, which are 45 to 48. */
export async function openForger() {
  const sealed = await openSealedLog()
  const pool = createPool(sealed.appUrl, { name: 'test', patience: 'hours', max: 2, types: logTypes })
  await writeHistory(sealed, 'one')
  await writeHistory(sealed, 'two')
  await sealed.sealUntil((seals) => seals.length >= 4)
  const events = await followCount(sealed.log, 0, await sealed.log.head())
  const file = await readFile(sealFileIn(sealed.folder), 'utf8')
  const edit = (...statements: string[]) => tamper(sealed.owner, ...statements)
  await edit('create table kept as select * from event_log', 'create table kept_head as select * from event_log_head')

  const verify = (over: Partial<VerifyOptions> = {}) =>
    verifyLog({
      rows: postgresRows(pool),
      sealKeys: [sealed.publicKey],
      eventKeys: TEST_EVENT_KEYS,
      sealFile: sealFileIn(sealed.folder),
      ...over,
    })
  const at = (position: number): StoredEvent => {
    const event = events[position - 1]
    if (event === undefined) throw new Error(`Nothing at ${position}`)
    return event
  }

  return {
    ...{ sealed, events, verify, edit, at },
    difference: async () => (await verify()).differences[0],
    differences: async () => (await verify()).differences,

    /** The first event of a type, at or after a position. */
    firstOf: (type: string, from = 1): StoredEvent => {
      const event = events.find((one) => one.type === type && one.position >= from)
      if (event === undefined) throw new Error(`No ${type}`)
      return event
    },

    /** Changes an event's data and makes all hashes behind it in its stream again, and the MACs for who has their key. */
    forge: (position: number, data: string, key = EVENT_KEY): string[] => {
      const statements: string[] = []
      let prev: string | undefined
      for (const event of events.filter(({ stream, revision }) => {
        return stream === at(position).stream && revision >= at(position).revision
      })) {
        const made = rehashed(event, prev === undefined ? { data } : { prev }, key)
        prev = made.hash
        statements.push(
          `update event_log set data = ${literal(made.data)}, meta = ${literal(made.meta)} where position = ${event.position}`,
        )
      }
      return statements
    },

    /** Everything as it was, for the next test. */
    putBack: async () => {
      await edit(
        'truncate event_log, event_log_head',
        'alter table event_log drop constraint if exists event_log_pkey, add primary key (position)',
        'insert into event_log select * from kept',
        'insert into event_log_head select * from kept_head',
      )
      await writeFile(sealFileIn(sealed.folder), file)
    },

    end: async () => {
      await pool.end()
      await sealed.cleanUp()
    },
  }
}
export type Forger = Awaited<ReturnType<typeof openForger>>

const EVENT_KEY = TEST_EVENT_KEYS.current.key
/** Of somebody who has not the key. */
export const NO_KEY = Buffer.alloc(32, 'a guess')

/** What a forger who knows how hashes are made writes for an event: `data` changed, hash and MAC made again. */
export function rehashed(
  event: StoredEvent,
  change: { data?: string; prev?: string; revision?: number },
  key = EVENT_KEY,
) {
  const { stream, revision, id, type, data } = { ...event, ...change }
  const without = event.meta
    .replace(/,"hash":"[0-9a-f]*","mac":"[0-9a-f]*"}$/, '}')
    .replace(/"prev":"[0-9a-f]*"/, `"prev":"${change.prev ?? JSON.parse(event.meta).prev}"`)
  const hash = hashOfEvent({ stream, revision, id, type, data, meta: without })
  return { data, hash, meta: metaWith(without, hash, macOf(key, hash)) }
}
