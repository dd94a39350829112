import { type Kysely, sql } from 'kysely'
import { deriveId } from '#commands/ids.ts'
import type { Database } from '#projections/read-models.ts'
import type { AppContext } from '#api/context.ts'
import { isAsLogged } from './as-logged.ts'
import { turnAtBytes } from './clear-unused.ts'
import { openName, sealName } from './document-cipher.ts'

type Row = {
  readonly id: string
  readonly sha256: string
  readonly file_name: Buffer
  readonly media_type: string
  readonly state: string
  readonly person_id: string
}

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
  const { db } = context
  const { rows } = await sql<Row>`
    select id, sha256, file_name, media_type, state, person_id from document
     where id = any(${ids}::uuid[]) and state <> 'cleared'`.execute(db)
  const copies: Copy[] = []
  for (const row of rows)
    if (row.state === 'loose') copies.push(...(await copyFor(context, patientId, row)))
    else if (!(await isAsLogged(context, row))) throw new DocumentDamaged(row.id)
  return db.transaction().execute(async (turn) => {
    const { rows: locked } = await sql<Row>`
      select id, sha256, file_name, media_type, state, person_id from document
       where id = any(${ids}::uuid[]) order by id for update`.execute(turn)
    for (const { id, state, sha256 } of locked) {
      const copy = copies.find((one) => one.of === id && one.from === sha256)
      if (state !== 'loose') continue
      if (copy === undefined) throw new DocumentDamaged(id)
      await changePlaces(turn, patientId, copy)
    }
    const { rows: attached } = await sql<{ id: string; sha256: string }>`
      select id, sha256 from document
       where id = any(${ids}::uuid[]) and state = 'attached' and person_id = ${patientId}`.execute(turn)
    return attached
  })
}

type Copy = {
  /** The document. */
  readonly of: string
  /** The row that holds the copy until they change places. */
  readonly id: string
  readonly from: string
  readonly to: string
  readonly name: Buffer
}

/** The document's bytes once more, under the patient's key, as a loose upload of its own; none when they are gone. */
async function copyFor(context: AppContext, patientId: string, row: Row): Promise<readonly Copy[]> {
  const { keys, documents, db, now } = context
  const { id: of, sha256: from } = row
  const uploader = (await keys.load([row.person_id])).get(row.person_id)
  if (uploader === undefined) return []
  const key = await keys.getOrCreate(patientId)
  const id = deriveId(of, 'for', patientId)
  const plain = openName(uploader, row.file_name, row)
  if (plain === undefined) throw new DocumentDamaged(of)
  const sealed = await documents.reseal(from, uploader, key)
  if (sealed === undefined) return []
  try {
    const { sha256: to } = sealed
    const name = sealName(key, plain, { ...row, sha256: to })
    await sql`
      with turn as materialized (select ${turnAtBytes(to)})
      insert into document (id, sha256, file_name, media_type, bytes, uploaded_by, uploaded_at, person_id)
      select ${id}::uuid, ${to}, ${name}, media_type, 0, uploaded_by, ${new Date(now())}::timestamptz, ${patientId}
        from document, turn where document.id = ${of}
      on conflict (id) do update set state = 'loose', uploaded_at = excluded.uploaded_at
        where document.sha256 = excluded.sha256`.execute(db)
    await sealed.keep()
    return [{ of, id, from, to, name }]
  } finally {
    await sealed.drop()
  }
}

/** The document has the copy's bytes, and the copy's row has what is to be cleared. */
async function changePlaces(turn: Kysely<Database>, patientId: string, { of, id, from, to, name }: Copy) {
  await sql`
    update document set sha256 = ${to}, file_name = ${name}, person_id = ${patientId}, state = 'attached'
     where id = ${of}`.execute(turn)
  await sql`update document set sha256 = ${from}, state = 'cleared' where id = ${id}`.execute(turn)
}
