import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UploadedDocument } from '#api/money/contracts/billing.ts'
import { clearUnused } from '#api/documents/clear-unused.ts'
import type { DocumentStore } from '#api/documents/document-store.ts'
import { newId } from '#commands/ids.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { changeDocuments } from '#tests/support/document-rows.ts'
import { filesOf, upload } from '#tests/support/upload.ts'
import { CONSULTATION, demoPatient, fund, OWN, refusal } from '#tests/api/money/billing/hospital.ts'

const HOUR_MS = 3_600_000
const begun = Date.parse('2026-11-22T09:00:00Z')

let demo: DemoApp
let staff: Caller
let now = begun
beforeAll(async () => {
  // It keeps house at its start, and not again for minutes: the tests say when.
  demo = await startDemoApp({ now: () => now, roles: { api: true, projections: true, processes: false } })
  await fund(demo, demoPatient(), OWN, 10_000_000)
})
beforeEach(async () => {
  // What earlier tests uploaded is gone.
  now += 100 * HOUR_MS
  await keep()
  staff = await demo.as('COE_STAFF')
})
afterAll(() => demo.end())

/** By the clock of those who clear, what is under way here is days old: drafts stay, but in their own test. */
const keep = (hours = 0, removeDrafts: DocumentStore['removeDrafts'] = async () => undefined) => {
  const documents = { ...demo.context.documents, removeDrafts }
  return clearUnused({ ...demo.context, documents, now: () => now + hours * HOUR_MS }, new AbortController().signal)
}

let uploads = 0
/** Content that was never uploaded before. */
const content = () => Buffer.from(`%PDF-1.7\n% upload ${(uploads += 1)}\n`)

async function uploaded(bytes: Buffer): Promise<string> {
  const answer = await upload(demo, staff, 'scan.pdf', bytes)
  expect(answer.statusCode).toBe(200)
  return answer.json<UploadedDocument>().document.id
}
const billWith = (...ids: readonly string[]) =>
  staff.post('/api/coestaff/billings', {
    patient_id: demoPatient(),
    services: [{ service_id: CONSULTATION, quantity: 1 }],
    documents: ids.map((id) => ({ document_id: id, document_name: 'Histology' })),
  })
const opens = async (id: string) => (await staff.get(`/api/documents/${id}`)).statusCode
/** The address of a document's bytes, by which its file is found when its row is gone. */
const fileOf = async (id: string): Promise<string> =>
  (await demo.context.pool.query<{ sha256: string }>('select sha256 from document where id = $1', [id])).rows[0]
    ?.sha256 ?? 'none'
const isKept = async (file: string) => (await filesOf(demo)).kept.includes(file)
const rowsOf = async (id: string) =>
  (await demo.context.pool.query('select from document where id = $1', [id])).rowCount

test('an upload that nobody attaches is gone after two days, row and file; one on a bill stays', async () => {
  const [usedId, unusedId] = [await uploaded(content()), await uploaded(content())]
  expect((await billWith(usedId)).statusCode).toBe(200)
  const [used, unused] = [await fileOf(usedId), await fileOf(unusedId)]
  await keep(47)
  expect([await opens(usedId), await opens(unusedId)]).toEqual([200, 200])
  await keep(49)
  await keep(1_000)
  expect([await opens(usedId), await opens(unusedId)]).toEqual([200, 404])
  expect([await isKept(used), await isKept(unused)]).toEqual([true, false])
  expect([await rowsOf(usedId), await rowsOf(unusedId)]).toEqual([1, 0])
})

test('a file that a kept upload of the same person has too stays, however old the first is', async () => {
  const bytes = content()
  const old = await uploaded(bytes)
  now += 40 * HOUR_MS
  staff = await demo.as('COE_STAFF')
  const young = await uploaded(bytes)
  const file = await fileOf(young)
  await keep(10)
  expect([await rowsOf(old), await opens(young), await isKept(file)]).toEqual([0, 200, true])
  await keep(60)
  expect([await rowsOf(young), await isKept(file)]).toEqual([0, false])
  // And once more, as if it had never been there.
  expect(await opens(await uploaded(bytes))).toBe(200)
})

test('a document that was cleared cannot be attached: the bill is refused at its field, and nothing is billed', async () => {
  const [kept, gone] = [await uploaded(content()), await uploaded(content())]
  await changeDocuments(demo.context, gone, { state: 'cleared' })
  const before = await demo.context.eventLog.head()
  expect(refusal(await billWith(kept, gone))).toMatchObject({ status: 422, fields: ['documents.1.document_id'] })
  expect(await demo.context.eventLog.head()).toBe(before)
  expect(await opens(gone)).toBe(404)
})

test('documents of bills that were refused before they were written down go too', async () => {
  const id = await uploaded(content())
  const services = [{ service_id: CONSULTATION, quantity: 9_999 }]
  const documents = [{ document_id: id, document_name: 'Histology' }]
  const refused = await staff.post('/api/coestaff/billings', { patient_id: demoPatient(), services, documents })
  expect(refused.statusCode).toBe(422)
  await keep(49)
  expect(await rowsOf(id)).toBe(0)
})

test('bills that are completed while two keep house: either the file stays, or nothing was billed', async () => {
  const all = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const bytes = content()
      return { bytes, id: await uploaded(bytes) }
    }),
  )
  const [answers] = await Promise.all([
    Promise.all(all.map(({ id }) => billWith(id))),
    keep(49),
    keep(49),
    Promise.all(all.map(({ bytes }) => uploaded(bytes))),
  ])
  await keep(49)
  for (const [nth, answer] of answers.entries()) {
    const { id = '', bytes = Buffer.alloc(0) } = all[nth] ?? {}
    if (answer.statusCode === 422) {
      expect(refusal(answer).fields).toEqual(['documents.0.document_id'])
      expect(await rowsOf(id)).toBe(0)
    } else {
      expect(answer.statusCode).toBe(200)
      const opened = await staff.get(`/api/documents/${id}`)
      expect([opened.statusCode, opened.rawPayload.equals(bytes)]).toEqual([200, true])
    }
  }
  await keep(49)
})

test.each(['attaching', 'clearing'])('when %s comes first, the other one waits for it and sees it', async (first) => {
  const id = await uploaded(content())
  const file = await fileOf(id)
  const one = await demo.context.pool.connect()
  // The same bill's own twin, or housekeeping.
  const state = first === 'attaching' ? 'attached' : 'cleared'
  await one.query('begin')
  await changeDocuments(demo.context, id, { state, person_id: personOf('PATIENT').userId }, one)
  const clearing = keep(49)
  const billing = billWith(id)
  if (first === 'clearing') {
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    await expect.poll(async () => (await demo.context.pool.query(waiting)).rowCount).toBe(1)
  }
  await clearing
  await one.query('commit')
  one.release()
  expect((await billing).statusCode).toBe(first === 'attaching' ? 200 : 422)
  await keep(49)
  expect([await rowsOf(id), await isKept(file)]).toEqual(first === 'attaching' ? [1, true] : [0, false])
})

test('an upload of bytes that are about to be removed waits until they are, and writes them again', async () => {
  const bytes = content()
  const file = await fileOf(await uploaded(bytes))
  await changeDocuments(demo.context, file, { state: 'cleared' })
  let again: Promise<string> | undefined
  const documents = {
    ...demo.context.documents,
    removeDrafts: async () => undefined,
    // In the turn at the bytes, after the look at who has them.
    async remove(hash: string) {
      again = uploaded(bytes)
      const waiting = "select from pg_locks where locktype = 'advisory' and not granted"
      await expect.poll(async () => (await demo.context.pool.query(waiting)).rowCount).toBe(1)
      await demo.context.documents.remove(hash)
    },
  }
  await clearUnused({ ...demo.context, documents }, new AbortController().signal)
  expect(await opens((await again) ?? '')).toBe(200)
  expect(await isKept(file)).toBe(true)
})

test('what is cleared goes on where a killed process stopped, and drafts of killed processes go after a day', async () => {
  const file = await fileOf(await uploaded(content()))
  await changeDocuments(demo.context, file, { state: 'cleared' })
  await demo.context.documents.remove(file)
  const drafts = join(demo.dataDir, 'documents', 'drafts')
  await mkdir(drafts, { recursive: true })
  // By the names: a disk has a clock of its own, and these files are all of just now by it.
  const [ofKilled, underWay] = [newId(now - 25 * HOUR_MS), newId(now - 23 * HOUR_MS)]
  for (const name of [ofKilled, underWay, 'of-somebody-else']) await writeFile(join(drafts, name), 'half a docu')
  await keep(0, demo.context.documents.removeDrafts)
  expect((await filesOf(demo)).drafts.toSorted()).toEqual([underWay, 'of-somebody-else'].toSorted())
  expect((await demo.context.pool.query("select from document where state = 'cleared'")).rowCount).toBe(0)
})
