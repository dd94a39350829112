import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attachDocuments } from '#api/documents/attach-documents.ts'
import { clearUnused } from '#api/documents/clear-unused.ts'
import type { AppContext } from '#api/context.ts'
import type { BilledAnswer, UploadedDocument } from '#api/money/contracts/billing.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { filesOf, upload } from '#tests/support/upload.ts'
import { CONSULTATION, demoPatient, fund, OWN } from '#tests/api/money/billing/hospital.ts'

const CANARY = 'zzcanary'
const HOUR_MS = 3_600_000

let demo: DemoApp
let [staff, doctor] = [] as unknown as [Caller, Caller]
let now = Date.parse('2026-11-22T09:00:00Z')
beforeAll(async () => {
  // It keeps house at its start, and not again for minutes: the tests say when.
  demo = await startDemoApp({ now: () => now, roles: { api: true, projections: true, processes: false } })
  await fund(demo, demoPatient(), OWN, 10_000_000)
  staff = await demo.as('COE_STAFF')
  doctor = await demo.as('DOCTOR')
})
afterAll(() => demo.end())

let uploads = 0
const content = () => Buffer.from(`%PDF-1.7\n% ${CANARY} ${(uploads += 1)}\n${'x'.repeat(200_000)}`)
async function uploaded(bytes: Buffer, by = staff): Promise<string> {
  const answer = await upload(demo, by, `${CANARY}.pdf`, bytes)
  expect(answer.statusCode).toBe(200)
  return answer.json<UploadedDocument>().document.id
}
const billWith = (id: string, patientId = demoPatient()) =>
  staff.post('/api/coestaff/billings', {
    patient_id: patientId,
    services: [{ service_id: CONSULTATION, quantity: 1 }],
    documents: [{ document_id: id, document_name: 'Histology' }],
  })
type Row = { sha256: string; person_id: string; state: string }
const rowOf = async (id: string) =>
  (await demo.context.pool.query<Row>('select sha256, person_id, state from document where id = $1', [id])).rows[0]
/** By the clock of those who clear, what is under way here is days old. */
const keep = (hours = 0) => {
  const documents = { ...demo.context.documents, removeDrafts: async () => undefined }
  return clearUnused({ ...demo.context, documents, now: () => now + hours * HOUR_MS }, new AbortController().signal)
}

/** Every file below the documents folder, by its name, and its bytes. */
async function files(): Promise<ReadonlyMap<string, Buffer>> {
  const found = await readdir(join(demo.dataDir, 'documents'), { recursive: true, withFileTypes: true })
  const read = found
    .filter((one) => one.isFile())
    .map(async ({ name, parentPath }) => [name, await readFile(join(parentPath, name))] as const)
  return new Map(await Promise.all(read))
}

test('bytes are kept encrypted, each file under the hash of itself; nothing that was typed is beside it', async () => {
  const bytes = content()
  const id = await uploaded(bytes)
  for (const [name, kept] of await files()) {
    expect(kept.includes(CANARY)).toBe(false)
    expect(createHash('sha256').update(kept).digest('hex')).toBe(name)
  }
  const { rowCount } = await demo.context.pool.query(`select from document d where d::text ilike '%${CANARY}%'`)
  expect(rowCount).toBe(0)
  expect((await staff.get(`/api/documents/${id}`)).rawPayload.equals(bytes)).toBe(true)
})

test('what comes is encrypted as it comes', async () => {
  const seen: boolean[] = []
  const pieces = async function* () {
    for (let piece = 0; piece < 3; piece += 1) {
      yield Buffer.from(`${CANARY} ${'x'.repeat(100_000)}`)
      seen.push([...(await files()).values()].some((file) => file.includes(CANARY)))
    }
  }
  const draft = await demo.context.documents.draft(pieces())
  expect([seen, draft.bytes]).toEqual([[false, false, false], 3 * 100_009])
  expect((await draft.read()).toString('utf8', 100_009, 100_017)).toBe(CANARY)
  await draft.drop()
})

test('the same content of one person is one file, of two people two', async () => {
  const bytes = content()
  const [one, again, theirs] = [await uploaded(bytes), await uploaded(bytes), await uploaded(bytes, doctor)]
  const [first, second, third] = [await rowOf(one), await rowOf(again), await rowOf(theirs)]
  expect(first?.sha256).toBe(second?.sha256)
  expect(first?.sha256).not.toBe(third?.sha256)
})

test('under the uploader’s key until it is on a bill, then under the patient’s; the old bytes go', async () => {
  const bytes = content()
  const id = await uploaded(bytes)
  const before = await rowOf(id)
  expect(before).toMatchObject({ person_id: personOf('COE_STAFF').userId, state: 'loose' })
  const billed = await billWith(id)
  expect(billed.statusCode).toBe(200)
  const after = await rowOf(id)
  expect(after).toMatchObject({ person_id: personOf('PATIENT').userId, state: 'attached' })
  expect(after?.sha256).not.toBe(before?.sha256)
  await keep()
  const { kept } = await filesOf(demo)
  expect([kept.includes(before?.sha256 ?? ''), kept.includes(after?.sha256 ?? '')]).toEqual([false, true])
  for (const by of [staff, await demo.as('PATIENT'), await demo.as('PERMSEC')]) {
    const answer = await by.get(`/api/documents/${id}`)
    expect([answer.statusCode, answer.rawPayload.equals(bytes)]).toEqual([200, true])
    expect(String(answer.headers['content-disposition'])).toContain(`${CANARY}.pdf`)
  }
  // On a second bill of the same patient it stays as it is.
  const again = await billWith(id)
  expect(again.statusCode).toBe(200)
  expect(await rowOf(id)).toEqual(after)
  // Both bills say what is kept in the end.
  const { id: second } = again.json<BilledAnswer>().data
  for (const bill of [billed.json<BilledAnswer>().data.id, second]) {
    const [requested] = await demo.context.log.read(`transaction-${bill}`)
    const documents = [{ documentId: id, name: 'Histology', sha256: after?.sha256 }]
    expect(requested?.event.data).toMatchObject({ documents })
  }
})

test('a document on one patient’s bill goes on no other patient’s', async () => {
  const id = await uploaded(content())
  const attach = (patientId: string) => attachDocuments(demo.context, patientId, [id])
  const [attached] = await attach('ngozi')
  expect(attached).toEqual({ id, sha256: (await rowOf(id))?.sha256 })
  expect(await attach('ada')).toEqual([])
  expect(await attach('ngozi')).toEqual([attached])
  const both = await uploaded(content())
  const [one, two] = await Promise.all(['ngozi', 'ada'].map((to) => attachDocuments(demo.context, to, [both])))
  expect([one?.length, two?.length].sort()).toEqual([0, 1])
})

test('killed at any step of coming under the patient’s key, it opens, and called again it is the patient’s', async () => {
  const steps = ['a row for the copy', 'the copy in its place', 'the change of places'] as const
  for (const step of steps) {
    const bytes = content()
    const id = await uploaded(bytes)
    await expect(attachDocuments(killedAt(step), 'ngozi', [id])).rejects.toThrow('killed')
    expect((await staff.get(`/api/documents/${id}`)).rawPayload.equals(bytes), step).toBe(true)
    // What it left is cleared as any upload that nobody used, and the document is not.
    now += 40 * HOUR_MS
    await keep()
    expect(await attachDocuments(demo.context, 'ngozi', [id]), step).toMatchObject([{ id }])
    await keep(20)
    expect((await rowOf(id))?.person_id).toBe('ngozi')
    staff = await demo.as('COE_STAFF')
    expect((await staff.get(`/api/documents/${id}`)).rawPayload.equals(bytes), step).toBe(true)
  }
  await keep(100)
  // No file is left without a row, whatever was cut short.
  const { rows } = await demo.context.pool.query<{ sha256: string }>('select distinct sha256 from document')
  expect((await filesOf(demo)).kept.sort()).toEqual(rows.map(({ sha256 }) => sha256).sort())
})

/** The same parts, of a process that ends at a step. */
function killedAt(step: 'a row for the copy' | 'the copy in its place' | 'the change of places'): AppContext {
  const { documents, db } = demo.context
  const killed = () => Promise.reject(new Error('killed'))
  const reseal: AppContext['documents']['reseal'] = async (...given) => {
    const sealed = await documents.reseal(...given)
    if (sealed === undefined || step === 'the change of places') return sealed
    return {
      ...sealed,
      keep: () => (step === 'a row for the copy' ? killed() : sealed.keep().then(killed)),
    }
  }
  const dying = step === 'the change of places' ? { transaction: () => ({ execute: killed }) } : {}
  const broken = new Proxy(db, { get: (target, name) => Reflect.get(dying, name) ?? bound(target, name) })
  return { ...demo.context, documents: { ...documents, reseal }, db: broken }
}

function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name)
  return typeof value === 'function' ? value.bind(target) : value
}
