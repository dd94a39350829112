import type pg from 'pg'
import { type PersonKeys, WrongPersonKey } from '#commands/log/keys.ts'
import type { LogCheck, MakeCheck } from '#commands/log/log-check.ts'
import { openName } from './document-cipher.ts'
import type { DocumentStore } from './document-store.ts'

type DocumentsToVerify = {
  readonly pool: pg.Pool
  readonly keys: Pick<PersonKeys, 'load'>
  readonly documents: Pick<DocumentStore, 'open' | 'kept'>
}

type Row = { readonly id: string; readonly sha256: string; readonly person_id: string; readonly file_name: Buffer }

const AT_ONCE = 200

/**
 * Reads every document that is kept: its file must be there, be what its address says, and open with its person's key, as
 * must its name; and every document of a bill must be kept. A file that no document has is said. One file at a time is in
 * memory.
 */
export const checkDocuments =
  ({ pool, keys, documents }: DocumentsToVerify): MakeCheck =>
  (differs) => {
    const notes: string[] = []

    /** Why a document cannot be opened; undefined when it can. */
    async function wrongIn({ sha256, person_id: person, file_name: name }: Row): Promise<string | undefined> {
      try {
        const key = (await keys.load([person])).get(person)
        if (key === undefined) return 'one of a person without a key'
        openName(key, name)
        return (await documents.open(sha256, key)) === undefined
          ? 'a file that is gone, changed or not theirs'
          : undefined
      } catch (error) {
        return error instanceof WrongPersonKey ? 'a key that is not its person’s' : 'a name that is not under their key'
      }
    }

    async function* rows(): AsyncGenerator<Row> {
      let after = '00000000-0000-0000-0000-000000000000'
      for (;;) {
        const { rows: page } = await pool.query<Row>(
          `select id, sha256, person_id, file_name from document
            where state <> 'cleared' and id > $1 order by id limit ${AT_ONCE}`,
          [after],
        )
        yield* page
        if (page.length < AT_ONCE) return
        after = page.at(-1)?.id ?? after
      }
    }

    /** As it is now: one that was attached meanwhile has changed its place, one that was cleared is gone. */
    async function again({ id }: Row): Promise<string | undefined> {
      const { rows: now } = await pool.query<Row>(
        `select id, sha256, person_id, file_name from document where state <> 'cleared' and id = $1`,
        [id],
      )
      return now[0] === undefined ? undefined : wrongIn(now[0])
    }

    async function unknownFiles(): Promise<number> {
      let unknown = 0
      for await (const files of documents.kept()) {
        const { rows: known } = await pool.query<{ sha256: string }>(
          'select distinct sha256 from document where sha256 = any($1)',
          [files],
        )
        unknown += files.length - known.length
      }
      return unknown
    }

    return {
      async end(position) {
        const check = 'document'
        let opened = 0
        for await (const row of rows()) {
          opened += 1
          const found = (await wrongIn(row)) === undefined ? undefined : await again(row)
          if (found !== undefined)
            differs({
              position,
              row: { table: 'document', key: row.id },
              check,
              expected: 'a document that opens',
              found,
            })
        }
        const { rows: lost } = await pool.query<{ id: string; transaction: string }>(
          `select b.document_id as id, min(b.transaction_id) as transaction
             from transaction_document b left join document d on d.id::text = b.document_id
            where d.state is distinct from 'attached' group by b.document_id`,
        )
        for (const { id, transaction } of lost) {
          const expected = `the document of transaction ${transaction}`
          differs({ position, row: { table: 'document', key: id }, check, expected, found: 'none that is kept' })
        }
        notes.push(`${opened} documents were read and opened`)
        const unknown = await unknownFiles()
        if (unknown > 0) notes.push(`${unknown} files in the documents' folder are of no document`)
      },
      notes: () => notes,
    } satisfies LogCheck
  }
