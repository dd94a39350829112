import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BilledAnswer, UploadedDocument } from '#api/money/contracts/billing.ts'
import { type Answer, type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { upload } from '#tests/support/upload.ts'
import { CONSULTATION, demoPatient, fund, OWN, refusal } from '#tests/api/money/billing/hospital.ts'

/** A picture that is darker at its left. */
function drawn(width: number, height: number): Sharp {
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at % (width * 3) < 6 ? 20 : 220)))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}
const PDF = Buffer.from('%PDF-1.7\n% a report\n')
/** One grey pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)
const JPG = await drawn(4, 2).jpeg().toBuffer()
const MOST = 5 * 1024 * 1024

let demo: DemoApp
let staff: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  staff = await demo.as('COE_STAFF')
  await fund(demo, demoPatient(), OWN, 10_000_000)
})
afterAll(() => demo.end())

const uploaded = async (by: Caller, name: string, bytes: Buffer, key?: string): Promise<UploadedDocument> => {
  const answer = await upload(demo, by, name, bytes, key === undefined ? {} : { key })
  expect(answer.statusCode).toBe(200)
  return answer.json<UploadedDocument>()
}
const fileForm = (disposition: string) => `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nx\r\n--b--\r\n`
const billWith = (document: object): Promise<Answer> =>
  staff.post('/api/coestaff/billings', {
    patient_id: demoPatient(),
    services: [{ service_id: CONSULTATION, quantity: 1 }],
    documents: [{ document_name: 'Histology', ...document }],
  })

test.each([
  ['scan.pdf', PDF, 'application/pdf'],
  ['scan.PNG', PNG, 'image/png'],
  ['scan.jpg', JPG, 'image/jpeg'],
  ['scan.jpeg', JPG, 'image/jpeg'],
])('%s comes back byte for byte, as a file to keep and never as a page', async (name, bytes, type) => {
  const { data, document } = await uploaded(staff, name, bytes)
  expect(document).toMatchObject({ file_name: name, bytes: bytes.length, media_type: type })
  expect(data).toBe(`/api/documents/${document.id}`)
  const answer = await staff.get(data)
  expect(answer.rawPayload.equals(bytes)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'no-store',
  })
})

/** As a phone writes it: lying on its side, with the place it was taken at. */
const located = (picture: Sharp) =>
  picture
    .withExif({ IFD0: { Make: 'Some phone' }, IFD3: { GPSLatitude: '9/1 3/1 27/1' } })
    .withMetadata({ orientation: 6 })

test.each(['jpeg', 'png'] as const)('a %s keeps its picture, upright, and not where it was taken', async (format) => {
  const sent = await located(drawn(40, 20)).toFormat(format, { quality: 100 }).toBuffer()
  expect((await sharp(sent).metadata()).exif?.includes('Some phone')).toBe(true)
  const { data } = await uploaded(staff, `photo.${format}`, sent)
  const kept = (await staff.get(data)).rawPayload
  const facts = await sharp(kept).metadata()
  expect(facts).toMatchObject({ format, width: 20, height: 40 })
  expect([facts.exif, facts.xmp, facts.iptc, facts.orientation]).toEqual([undefined, undefined, undefined, undefined])
  expect(kept.includes('Some phone')).toBe(false)
  // What was at the left is at the top now.
  const { data: pixels } = await sharp(kept).greyscale().raw().toBuffer({ resolveWithObject: true })
  expect(pixels[0]).toBeLessThan(60)
  expect(pixels.at(-1)).toBeGreaterThan(180)
})

test('a picture that is cut off, or too large to look at, is refused at `file`', async () => {
  const cut = (await located(drawn(400, 200)).jpeg().toBuffer()).subarray(0, -800)
  const bomb = Buffer.from(PNG)
  bomb.writeUInt32BE(20_000, 16)
  bomb.writeUInt32BE(20_000, 20)
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
  for (const [name, bytes, message] of [
    ['cut.jpg', cut, 'The picture cannot be read'],
    ['bomb.png', bomb, 'A picture may have at most 40 megapixels'],
  ] as const) {
    expect(refusal(await upload(demo, staff, name, bytes))).toEqual({ status: 422, message, fields: ['file'] })
  }
})

test.each([
  ['a page', 'page.html', Buffer.from('<script>alert(1)</script>')],
  ['a page called a picture', 'page.png', Buffer.from('<script>alert(1)</script>')],
  ['a pdf called a picture', 'scan.png', PDF],
  ['a picture cut off after its mark', 'scan.png', PNG.subarray(0, 10)],
  ['a picture without an end to its name', 'scan', PNG],
  ['a picture behind another end', 'scan.png.exe', PNG],
])('%s is no document', async (_, name, bytes) => {
  expect(refusal(await upload(demo, staff, name, bytes))).toEqual({
    status: 422,
    message: 'A document must be a pdf, png or jpg file',
    fields: ['file'],
  })
})

test('an empty file, a file under another name, and none at all are refused at `file`', async () => {
  expect(refusal(await upload(demo, staff, 'scan.pdf', Buffer.alloc(0)))).toMatchObject({
    status: 422,
    fields: ['file'],
  })
  expect(refusal(await upload(demo, staff, 'scan.pdf', PDF, { field: 'other' }))).toMatchObject({
    status: 422,
    fields: ['file'],
  })
  expect(refusal(await staff.post('/api/documents', {}))).toMatchObject({ status: 422, fields: ['file'] })
})

test.each([
  ['no boundary', 'multipart/form-data', 'x'],
  [
    'an end that never comes',
    'multipart/form-data; boundary=b',
    fileForm('name="file"; filename="a.png"').slice(0, -7),
  ],
  ['a part without a name', 'multipart/form-data; boundary=b', fileForm('filename="a.png"')],
  ['a part without anything', 'multipart/form-data; boundary=b', '--b\r\n\r\nx\r\n--b--\r\n'],
  ['a file without a name', 'multipart/form-data; boundary=b', fileForm('name="file"')],
])('a form with %s is refused at `file`', async (_, type, payload) => {
  const headers = { authorization: `Bearer ${staff.token}`, 'content-type': type }
  const answer = await demo.app.inject({ method: 'POST', url: '/api/documents', headers, payload })
  expect(refusal(answer)).toMatchObject({ status: 422, fields: ['file'] })
})

test('a long name is cut where no character is', async () => {
  const { document } = await uploaded(staff, `${'x'.repeat(5)}${'😀'.repeat(99)}.png`, PNG)
  expect(document.file_name.isWellFormed()).toBe(true)
})

test('five MiB are taken, one byte more is not', async () => {
  const padded = (bytes: number) => Buffer.concat([PDF, Buffer.alloc(bytes - PDF.length, 32)])
  expect((await upload(demo, staff, 'large.pdf', padded(MOST))).statusCode).toBe(200)
  expect(refusal(await upload(demo, staff, 'larger.pdf', padded(MOST + 1)))).toMatchObject({
    status: 413,
    message: 'A document may have at most 5 MB',
  })
})

test('a name keeps no folder and no control character', async () => {
  const { document } = await uploaded(staff, '..\\\\..\\\\etc/pass\u202ewd.pdf', PDF)
  expect(document.file_name).toBe('passwd.pdf')
})

test('the same upload again is the same document; the same key with another file is refused', async () => {
  const first = await uploaded(staff, 'once.pdf', PDF, 'upload-once')
  expect((await uploaded(staff, 'once.pdf', PDF, 'upload-once')).document.id).toBe(first.document.id)
  expect((await upload(demo, staff, 'once.png', PNG, { key: 'upload-once' })).statusCode).toBe(409)
})

test('bytes that were changed or removed on the disk are not handed out, and it is said why', async () => {
  const bytes = Buffer.concat([PDF, Buffer.from('to be changed')])
  const { data } = await uploaded(staff, 'changed.pdf', bytes)
  const etag = String((await staff.get(data)).headers.etag).replaceAll('"', '')
  const path = join(demo.dataDir, 'documents', etag.slice(0, 2), etag)
  const kept = await readFile(path)
  kept[kept.length - 1] = (kept.at(-1) ?? 0) ^ 1
  const expectDamaged = async () =>
    expect(refusal(await staff.get(data))).toMatchObject({
      status: 410,
      message: 'This document is damaged or gone, and cannot be opened. The operators have been told.',
    })
  await writeFile(path, kept)
  await expectDamaged()
  await writeFile(path, 'something else')
  await expectDamaged()
  await rm(path)
  await expectDamaged()
})

test('a document whose bytes were changed or removed on the disk goes on no bill: its field is named, and nothing is done', async () => {
  const { pool, log } = demo.context
  const whole = (await uploaded(staff, 'whole.pdf', Buffer.concat([PDF, Buffer.from('whole')]))).document.id
  const { data, document } = await uploaded(staff, 'damaged.pdf', Buffer.concat([PDF, Buffer.from('to be damaged')]))
  const etag = String((await staff.get(data)).headers.etag).replaceAll('"', '')
  const path = join(demo.dataDir, 'documents', etag.slice(0, 2), etag)
  const rows = async () =>
    (await pool.query('select id, sha256, state from document where id = any($1) order by id', [[whole, document.id]]))
      .rows
  const [head, before] = [await log.head(), await rows()]
  const billed = () =>
    staff.post('/api/coestaff/billings', {
      patient_id: demoPatient(),
      services: [{ service_id: CONSULTATION, quantity: 1 }],
      documents: [
        { document_id: whole, document_name: 'Whole' },
        { document_id: document.id, document_name: 'Histology' },
      ],
    })
  const expectRefused = async () =>
    expect(refusal(await billed())).toEqual({
      status: 422,
      message: 'The document Histology is damaged or gone: upload it again. The operators have been told.',
      fields: ['documents.1.document_id'],
    })
  await writeFile(path, 'something else')
  await expectRefused()
  await rm(path)
  await expectRefused()
  expect([await log.head(), await rows()]).toEqual([head, before])
})

test('until it is on a bill, a document opens to nobody but who uploaded it', async () => {
  const { data } = await uploaded(staff, 'mine.pdf', PDF)
  for (const role of ['DOCTOR', 'COE_ADMIN', 'SUPER_ADMIN', 'AUDITOR', 'PATIENT'])
    expect((await (await demo.as(role)).get(data)).statusCode, role).toBe(404)
})

test('a document on a bill opens to those who may judge or read the bill, and to nobody else', async () => {
  const { data, document } = await uploaded(staff, 'histology.pdf', PDF)
  expect((await billWith({ document_id: document.id })).statusCode).toBe(200)
  const opens = async (role: string, second?: 2) => (await (await demo.as(role, second)).get(data)).statusCode === 200
  for (const role of ['COE_STAFF', 'DOCTOR', 'PHARMACIST', 'COE_ADMIN', 'PATIENT', 'SUPER_ADMIN', 'AUDITOR'])
    expect(await opens(role), role).toBe(true)
  for (const role of ['COE_STAFF', 'COE_ADMIN', 'PATIENT'] as const) expect(await opens(role, 2), role).toBe(false)
  for (const role of ['FINANCE', 'PERMSEC', 'SECRETARIAT']) expect(await opens(role), role).toBe(true)
  for (const role of ['ANALYST', 'HELP_DESK', 'SUPPORT', 'SOCIAL_WORKER']) expect(await opens(role), role).toBe(false)
})

test("the spec's document_url names a document as well as its id", async () => {
  const { data, document } = await uploaded(staff, 'by-address.pdf', PDF)
  const { id } = (await billWith({ document_url: data })).json<BilledAnswer>().data
  const [requested] = await demo.context.log.read(`transaction-${id}`)
  expect(requested?.event.data).toMatchObject({ documents: [{ documentId: document.id, name: 'Histology' }] })
})

test("somebody else's document cannot be attached", async () => {
  const { document } = await uploaded(await demo.as('DOCTOR'), 'theirs.pdf', PDF)
  expect(refusal(await billWith({ document_id: document.id }))).toMatchObject({
    status: 422,
    fields: ['documents.0.document_id'],
  })
})

test('what is no id of a document reads as not found', async () => {
  for (const id of ['nothing', '..%2f..%2fsecrets', '00000000-0000-4000-8000-000000000000'])
    expect((await staff.get(`/api/documents/${id}`)).statusCode, id).toBe(404)
})
