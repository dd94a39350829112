import { type Kysely, sql } from 'kysely'
import { deriveId } from '#commands/ids.ts'
import type { RowMacs } from '#commands/row-macs.ts'
import type { Database } from '#projections/read-models.ts'
import type { AppContext } from '#api/context.ts'
import { isAsLogged } from './as-logged.ts'
import { turnAtBytes } from './clear-unused.ts'
import { openName, sealName } from './document-cipher.ts'
import {
  documentColumns,
  documentMac,
  type DocumentRow,
  isOwnRow,
  type KeptRow,
  rewriteDocument,
} from './document-row.ts'

/** The bytes of a document are gone from the disk, or are not what was kept. */
export class DocumentDamaged extends Error {
  readonly documentId: string
  constructor(documentId: string) {
    super(`The bytes of document ${documentId} are gone or changed`)
    this.name = 'DocumentDamaged'
    this.documentId = documentId
  }
}

/**
 * Makes documents a patient's, under the patient's key, and marks them as attached; what no bill uses is cleared after
 * two days (clear-unused.ts), and either that or this comes first. Gives those that are the patient's now, with the hash of
 * the file that stays: one that was cleared, or is on another patient's bill, is not. Safe to be killed at any step and to be called again. Should the
 * event that says so never come, one document too many is kept. Throws `DocumentDamaged`, and has attached none then.
 *
 * First a copy, by a row of its own that housekeeping clears like any upload that nobody used; then both rows change
 * places in one transaction, and what was under the uploader's key is cleared.
 */
export async function attachDocuments(
  context: AppContext,
  patientId: string,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly sha256: string }[]> {
  const { db, rowMacs } = context
  const { rows } = await sql<KeptRow>`
    select ${documentColumns} from document where id = any(${ids}::uuid[]) and state <> 'cleared'`.execute(db)
  const copies: Copy[] = []
  for (const row of rows)
    if (!isOwnRow(rowMacs, row)) throw new DocumentDamaged(row.id)
    else if (row.state === 'loose') copies.push(...(await copyFor(context, patientId, row)))
    else if (!(await isAsLogged(context, row))) throw new DocumentDamaged(row.id)
  return db.transaction().execute(async (turn) => {
    const { rows: locked } = await sql<KeptRow>`
      select ${documentColumns} from document where id = any(${ids}::uuid[]) order by id for update`.execute(turn)
    for (const row of locked) {
      if (row.state === 'cleared') continue
      if (!isOwnRow(rowMacs, row)) throw new DocumentDamaged(row.id)
      if (row.state === 'attached') continue
      const copy = copies.find(({ of, from }) => of === row.id && from === row.sha256)
      if (copy === undefined) throw new DocumentDamaged(row.id)
      await changePlaces(turn, rowMacs, row, copy.row)
    }
    const { rows: attached } = await sql<{ id: string; sha256: string }>`
      select id, sha256 from document
       where id = any(${ids}::uuid[]) and state = 'attached' and person_id = ${patientId}`.execute(turn)
    return attached
  })
}

type Copy = {
  /** The document, and the file that it had. */
  readonly of: string
  readonly from: string
  /** What holds the copy until they change places. */
  readonly row: DocumentRow
}

/** The document's bytes once more, under the patient's key, as a loose upload of its own; none when they are gone. */
async function copyFor(context: AppContext, patientId: string, original: DocumentRow): Promise<readonly Copy[]> {
  const { keys, documents, db, now, rowMacs } = context
  const { id: of, sha256: from, person_id: person, media_type: type, uploaded_by: by } = original
  const uploader = (await keys.load([person])).get(person)
  if (uploader === undefined) return []
  const key = await keys.getOrCreate(patientId)
  const plain = openName(uploader, original.file_name, original)
  if (plain === undefined) throw new DocumentDamaged(of)
  const sealed = await documents.reseal(original, uploader, key)
  if (sealed === undefined) return []
  try {
    const { sha256: to } = sealed
    const row: DocumentRow = {
      ...original,
      ...{ id: deriveId(of, 'for', patientId), sha256: to, bytes: 0, state: 'loose', person_id: patientId },
      ...{ file_name: sealName(key, plain, { ...original, sha256: to }), uploaded_at: new Date(now()).toISOString() },
    }
    await sql`
      with turn as materialized (select ${turnAtBytes(to)})
      insert into document (id, sha256, file_name, media_type, bytes, uploaded_by, uploaded_at, person_id, mac)
      select ${row.id}::uuid, ${to}, ${row.file_name}::bytea, ${type}, 0, ${by}, ${row.uploaded_at}::timestamptz,
             ${patientId}, ${documentMac(rowMacs, row)}
        from turn
      on conflict (id) do update set file_name = excluded.file_name, media_type = excluded.media_type, bytes = 0,
             uploaded_by = excluded.uploaded_by, uploaded_at = excluded.uploaded_at, person_id = excluded.person_id,
             state = 'loose', mac = excluded.mac
        where document.sha256 = excluded.sha256`.execute(db)
    await sealed.keep()
    return [{ of, from, row }]
  } finally {
    await sealed.drop()
  }
}

/** The document has the copy's bytes, and the copy's row has what is to be cleared. */
async function changePlaces(turn: Kysely<Database>, macs: RowMacs, original: DocumentRow, copy: DocumentRow) {
  const { sha256, file_name: name, person_id: patient } = copy
  await rewriteDocument(turn, macs, { ...original, sha256, file_name: name, person_id: patient, state: 'attached' })
  await rewriteDocument(turn, macs, { ...copy, sha256: original.sha256, state: 'cleared' })
}
