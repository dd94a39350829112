import { attachmentName } from '#domain/kernel/attachment-name.ts'
import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BilledAnswer, UploadedDocument } from '#api/money/contracts/billing.ts'
import { type Answer, type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { pipeAt } from '#tests/support/pipe.ts'
import { filesOf, upload } from '#tests/support/upload.ts'
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

test('a document with any letters in its name comes back under it, upload and download', async () => {
  for (const name of ["Ọláwálé (Sa'adatu).pdf", 'Ƙarin bayani; 100%.pdf']) {
    const { data, document } = await uploaded(staff, name, PDF)
    expect(document.file_name).toBe(name)
    expect(attachmentName(String((await staff.get(data)).headers['content-disposition']))).toBe(name)
  }
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

/** A chunk of a PNG, and a segment of a JPEG. */
function chunk(type: string, data: Buffer): Buffer {
  const [length, check, body] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), data])]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
const PLACE = Buffer.from('at home, 9.0515 north')
const END_OF_PNG = 12
const behindPixels = (type: string, begin = '') =>
  Buffer.concat([
    PNG.subarray(0, -END_OF_PNG),
    chunk(type, Buffer.concat([Buffer.from(begin), PLACE])),
    PNG.subarray(-END_OF_PNG),
  ])
const behindStart = (marker: number, begin = '') =>
  Buffer.concat([JPG.subarray(0, 2), segment(marker, Buffer.concat([Buffer.from(begin), PLACE])), JPG.subarray(2)])

test.each<readonly [what: string, name: string, sent: Buffer]>([
  ['tEXt behind the pixels', 'a.png', behindPixels('tEXt', 'Comment\0')],
  ['iTXt behind the pixels', 'a.png', behindPixels('iTXt', 'Comment\0\0\0\0\0')],
  ['eXIf behind the pixels', 'a.png', behindPixels('eXIf', 'MM\0*')],
  ['a chunk of its own', 'a.png', behindPixels('plAc')],
  ['a chunk that is longer than it says anything', 'a.png', behindPixels('pHYs', '123456789')],
  ['something behind the end of a PNG', 'a.png', Buffer.concat([PNG, PLACE])],
  ['something behind the end of a JPEG', 'a.jpg', Buffer.concat([JPG, PLACE])],
  ['a second JPEG behind the first', 'a.jpg', Buffer.concat([JPG, behindStart(0xfe)])],
  ['APP2 of several pictures', 'a.jpg', behindStart(0xe2, 'MPF\0')],
  ['APP3', 'a.jpg', behindStart(0xe3)],
  ['APP11', 'a.jpg', behindStart(0xeb, 'JP')],
  ['another APP1', 'a.jpg', behindStart(0xe1, 'mine\0')],
  ['another APP13', 'a.jpg', behindStart(0xed)],
  ['a thumbnail in APP0', 'a.jpg', behindStart(0xe0, 'JFXX\0')],
])('a picture with %s keeps nothing of it', async (_, name, sent) => {
  expect(sent.includes(PLACE)).toBe(true)
  const { data } = await uploaded(staff, name, sent)
  const kept = (await staff.get(data)).rawPayload
  expect(kept.includes(PLACE)).toBe(false)
  const { data: pixels } = await sharp(kept).greyscale().raw().toBuffer({ resolveWithObject: true })
  const { data: before } = await sharp(sent).greyscale().raw().toBuffer({ resolveWithObject: true })
  expect(pixels.length).toBe(before.length)
})

test('a picture of the usual kinds stays byte for byte: in scans, with a profile of its colours, with a palette', async () => {
  for (const [name, picture] of [
    ['scans.jpg', drawn(40, 20).jpeg({ progressive: true })],
    ['profile.jpg', drawn(40, 20).withIccProfile('p3')],
    ['profile.png', drawn(40, 20).withIccProfile('p3').png()],
    ['palette.png', drawn(40, 20).png({ palette: true })],
    ['interlaced.png', drawn(40, 20).png({ progressive: true })],
  ] as const) {
    const sent = await (name === 'profile.jpg' ? picture.jpeg() : picture).toBuffer()
    const { data } = await uploaded(staff, name, sent)
    expect((await staff.get(data)).rawPayload.equals(sent), name).toBe(true)
  }
})

test('half a picture is refused at `file`, whatever it says of itself', async () => {
  const noise = (at: number) => (at * 7919) % 251
  const pixels = Buffer.from(Array.from({ length: 200 * 100 * 3 }, (_, at) => noise(at)))
  const raw = sharp(pixels, { raw: { width: 200, height: 100, channels: 3 } })
  const [png, jpg] = [await raw.clone().png().toBuffer(), await raw.clone().jpeg().toBuffer()]
  const large = (await drawn(400, 400).png().toBuffer()).subarray(0, 100)
  for (const [name, sent] of [
    ['half.png', png.subarray(0, png.length / 2)],
    ['half.jpg', jpg.subarray(0, jpg.length / 2)],
    ['begun.png', large],
    ['closed.jpg', Buffer.concat([jpg.subarray(0, jpg.length / 2), jpg.subarray(-2)])],
  ] as const)
    expect(refusal(await upload(demo, staff, name, sent)), name).toEqual({
      status: 422,
      message: 'The picture cannot be read',
      fields: ['file'],
    })
})

test('a form with two files is refused, and neither is kept', async () => {
  const before = await filesOf(demo)
  const file = (name: string, field: string) =>
    `--b\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n%PDF-1.7 ${name}\r\n`
  for (const second of ['file', 'other']) {
    const headers = { authorization: `Bearer ${staff.token}`, 'content-type': 'multipart/form-data; boundary=b' }
    const payload = `${file('one.pdf', 'file')}${file('two.pdf', second)}--b--\r\n`
    const answer = await demo.app.inject({ method: 'POST', url: '/api/documents', headers, payload })
    expect(refusal(answer)).toEqual({
      status: 422,
      message: 'Send one file at a time',
      fields: ['file'],
    })
  }
  expect(await filesOf(demo)).toEqual(before)
})

test('a picture that is cut off, or too large to look at, is refused at `file`', async () => {
  const cut = (await located(drawn(400, 200)).jpeg().toBuffer()).subarray(0, -800)
  const bomb = Buffer.from(PNG)
  bomb.writeUInt32BE(20_000, 16)
  bomb.writeUInt32BE(20_000, 20)
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
  for (const [name, bytes, message] of [
    ['cut.jpg', cut, 'The picture cannot be read'],
    ['bomb.png', bomb, 'Choose a picture of up to 40 megapixels'],
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
    message: 'Choose a PDF, PNG or JPG file',
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
    message: 'Choose a file of up to 5 MB',
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
      message: 'This document is damaged or missing and cannot be opened. The operators have been informed.',
    })
  await writeFile(path, kept)
  await expectDamaged()
  await writeFile(path, 'something else')
  await expectDamaged()
  await truncate(path, 2 ** 32)
  await expectDamaged()
  await pipeAt(path)
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
      message: 'The document Histology is damaged or missing. Upload it again. The operators have been informed.',
      fields: ['documents.1.document_id'],
    })
  await writeFile(path, 'something else')
  await expectRefused()
  await pipeAt(path)
  await expectRefused()
  await rm(path)
  await expectRefused()
  expect([await log.head(), await rows()]).toEqual([head, before])
})

test('another document of the same patient is not handed out in the place of one that is on a bill, and goes on no bill', async () => {
  const { pool } = demo.context
  const attached = async (name: string) => {
    const { data, document } = await uploaded(staff, `${name}.pdf`, Buffer.concat([PDF, Buffer.from(name)]))
    expect((await billWith({ document_id: document.id })).statusCode).toBe(200)
    return { data, id: document.id }
  }
  const [one, other] = [await attached('one'), await attached('other')]
  const swap = () =>
    pool.query(
      `update document d set sha256 = o.sha256 from document o
        where d.id = any($1) and o.id = any($1) and o.id <> d.id`,
      [[one.id, other.id]],
    )
  await swap()
  for (const { data, id } of [one, other]) {
    expect((await staff.get(data)).statusCode).toBe(410)
    const refused = refusal(await billWith({ document_id: id }))
    expect([refused.status, refused.message]).toEqual([422, expect.stringContaining('damaged or missing')])
  }
  await swap()
  for (const { data } of [one, other]) expect((await staff.get(data)).statusCode).toBe(200)
})

test('until it is on a bill, a document opens to nobody but who uploaded it', async () => {
  const { data, document } = await uploaded(staff, 'mine.pdf', PDF)
  expect([data, document.file_url]).toEqual([`/api/documents/${document.id}`, data])
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
