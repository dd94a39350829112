import type pg from 'pg'
import { erasedBy } from '#commands/log/erasing.ts'
import { erasedBetween } from '#commands/log/verify/erased-between.ts'
import type { EventLog, Position, StoredEvent } from '#commands/log/event-log.ts'
import { type PersonKeys, WrongPersonKey } from '#commands/log/keys.ts'
import type { LogCheck, MakeCheck } from '#commands/log/verify/log-check.ts'
import type { Pace } from '#commands/log/verify/pace.ts'
import { createEventReader } from '#commands/log/event-reader.ts'
import { UnreadEvent } from '#commands/log/unread-event.ts'
import { type DisputeCommented, disputeEvents } from '#domain/money/dispute/events.ts'
import {
  type BilledDocument,
  BRINGS_DOCUMENTS,
  type BringsDocuments,
  transactionEvents,
} from '#domain/money/transaction/events.ts'
import { openName } from './document-cipher.ts'
import type { DocumentStore } from './document-store.ts'
import { DocumentsUnreachable } from './documents-unreachable.ts'

type DocumentsToVerify = {
  readonly pool: pg.Pool
  readonly log: EventLog
  readonly keys: Pick<PersonKeys, 'load'>
  readonly documents: Pick<DocumentStore, 'open' | 'kept'>
  readonly pace: Pace
}

type Row = {
  readonly id: string
  readonly sha256: string
  readonly bytes: number
  readonly person_id: string
  readonly file_name: Buffer
  readonly media_type: string
  readonly state: 'loose' | 'attached'
}

/** A document as its bill names it. */
type Named = Pick<BilledDocument, 'sha256'> & {
  readonly id: string
  readonly patientId: string
  readonly position: Position
  readonly stream: string
}

type Missing = Named & { readonly found: string }

const AT_ONCE = 200
/** What a dispute was raised with, the flag on its bill names. */
const BRINGS: ReadonlySet<string> = new Set([
  ...BRINGS_DOCUMENTS,
  'DisputeCommented' satisfies DisputeCommented['type'],
])

/**
 * Holds the documents of every bill against the log: each must be kept, as its patient's, with the file that it had when it
 * came on the bill, which must be there, be what its address says, and open with the patient's key, as must its name,
 * which is bound to that file and its type. What no bill has yet may be an upload that was cut, and
 * is said when it does not open; so is a file that no document has. One file at a time is in memory. What the disk does
 * not let be read is not checked, and that is said.
 */
export const checkDocuments =
  ({ pool, log, keys, documents, pace }: DocumentsToVerify): MakeCheck =>
  (differs) => {
    const notes: string[] = []
    const reader = createEventReader({ ...transactionEvents, ...disputeEvents })
    const erased = new Set<string>()
    const lost = new Map<string, Named>()
    let [cut, unread, gone] = [0, 0, 0]
    const unchecked: string[] = []

    /** Why a document cannot be opened; undefined when it can. */
    async function wrongIn(row: Row): Promise<string | undefined> {
      const { person_id: person } = row
      const held = await keys.load([person]).catch((error: unknown) => {
        if (error instanceof WrongPersonKey) return undefined
        throw error // the database's, and no mismatch
      })
      if (held === undefined) return 'a key that is not its person’s'
      const key = held.get(person)
      if (key === undefined) return 'one of a person without a key'
      if (openName(key, row.file_name, row) === undefined)
        return 'a name that is not under their key, or not of this file and type'
      return (await documents.open(row, key)) === undefined ? 'a file that is gone, changed or not theirs' : undefined
    }

    async function* rows(): AsyncGenerator<Row> {
      let after = '00000000-0000-0000-0000-000000000000'
      for (;;) {
        const { rows: page } = await pool.query<Row>(
          `select id, sha256, bytes, person_id, file_name, media_type, state from document
            where state <> 'cleared' and id > $1 order by id limit ${AT_ONCE}`,
          [after],
        )
        yield* page
        if (page.length < AT_ONCE) return
        after = page.at(-1)?.id ?? after
      }
    }

    /**
     * What is wrong with a document that nobody is at work on: an attachment or an erasure changes its row first, so that
     * what does not open is held against its row until that has stood still.
     */
    async function settled(row: Row): Promise<{ readonly row: Row; readonly wrong: string } | undefined> {
      for (let known = row; ;) {
        const wrong = await wrongIn(known)
        if (wrong === undefined) return undefined
        const { rows: now } = await pool.query<Row>(
          `select id, sha256, bytes, person_id, file_name, media_type, state from document where state <> 'cleared' and id = $1`,
          [row.id],
        )
        const [found] = now
        if (found === undefined) return undefined
        if (found.sha256 === known.sha256 && found.state === known.state) return { row: found, wrong }
        known = found
      }
    }

    /** The documents that came on bills by these; of somebody who was erased the log names none. */
    async function namedIn(events: readonly StoredEvent[]): Promise<readonly Named[]> {
      const named: Named[] = []
      for (const stored of events.filter(({ type }) => BRINGS.has(type)))
        try {
          const known = await keys.load(reader.subjectsOf([stored]))
          const { data } = reader.decode(stored, known).event as BringsDocuments | DisputeCommented
          const { position, stream } = stored
          if (!known.has(data.patientId)) gone += 1
          for (const { documentId: id, sha256 } of data.documents)
            named.push({ id, sha256, patientId: data.patientId, position, stream })
        } catch (error) {
          // Which others tell of.
          if (!(error instanceof UnreadEvent || error instanceof WrongPersonKey)) throw error
        }
      return named
    }

    async function missingOf(asked: readonly Named[]): Promise<readonly Missing[]> {
      if (asked.length === 0) return []
      const { rows: kept } = await pool.query<Pick<Row, 'id' | 'person_id' | 'sha256'>>(
        `select id, person_id, sha256 from document where state = 'attached' and id::text = any($1)`,
        [asked.map(({ id }) => id)],
      )
      const rowOf = new Map(kept.map((row) => [row.id, row]))
      return asked.flatMap((named): readonly Missing[] => {
        const row = rowOf.get(named.id)
        if (row === undefined) return [{ ...named, found: 'none that is kept so' }]
        if (row.person_id !== named.patientId) return [{ ...named, found: `one of person ${row.person_id}` }]
        const found = `another file than it had when it was billed: ${row.sha256}`
        return row.sha256 === named.sha256 ? [] : [{ ...named, found }]
      })
    }

    async function unknownFiles(): Promise<number> {
      let unknown = 0
      for await (const files of documents.kept()) {
        const { rows: known } = await pool.query<{ sha256: string }>(
          'select distinct sha256 from document where sha256 = any($1)',
          [files],
        )
        unknown += files.length - known.length
        await pace.rest()
      }
      return unknown
    }

    async function hold(row: Row, head: Position): Promise<void> {
      const found = await settled(row).catch((error: unknown) => {
        if (!(error instanceof DocumentsUnreachable)) throw error
        unread += 1
        return undefined
      })
      if (found?.row.state !== 'attached') {
        if (found !== undefined) cut += 1
        return
      }
      const place = { position: head, through: head, row: { table: 'document', key: row.id } }
      differs({
        ...place,
        check: 'document',
        expected: 'a document that opens',
        found: `${found.wrong}: ${found.row.sha256}`,
      })
    }

    return {
      async page(events) {
        for (const one of await missingOf(await namedIn(events))) lost.set(one.id, one)
      },
      event(_, read) {
        const person = read && erasedBy(read.event)
        if (person !== undefined) erased.add(person)
      },
      async end(head) {
        let opened = 0
        for await (const row of rows()) {
          opened += 1
          await hold(row, head)
          await pace.rest()
        }
        const missing = await missingOf([...lost.values()])
        // Somebody may have been erased meanwhile.
        if (missing.length > 0)
          for (const person of await erasedBetween(log, head, await log.head())) erased.add(person)
        for (const { id, patientId, position, stream, found } of missing) {
          if (erased.has(patientId)) continue
          const row = { table: 'document', key: id }
          const expected = `the document of ${stream}, attached as its patient's`
          differs({ position, through: position, row, check: 'document', expected, found })
        }
        notes.push(`${opened - unread} documents were read and opened`)
        if (gone > 0)
          notes.push(`${gone} bills and answers about people without a key no longer say which documents they had`)
        if (unread > 0) unchecked.push(`${unread} of ${opened} documents: the disk does not let them be read`)
        if (cut > 0) notes.push(`${cut} uploads that no bill has yet do not open: they were cut, and will be cleared`)
        const unknown = await unknownFiles().catch((error: unknown) => {
          if (!(error instanceof DocumentsUnreachable)) throw error
          unchecked.push(`Files that no document has: ${error.message}`)
          return 0
        })
        if (unknown > 0) notes.push(`${unknown} files in the documents' folder are of no document`)
      },
      notes: () => notes,
      unchecked: () => unchecked,
    } satisfies LogCheck
  }
