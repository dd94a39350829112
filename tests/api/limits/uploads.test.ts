import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SLOWEST } from '#api/limits/half-sent.ts'
import { MAX_DOCUMENT_BYTES } from '#api/money/contracts/choices.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { listenOn } from '#tests/support/large-export.ts'
import { beginUpload, type BegunUpload, filesOf, upload } from '#tests/support/upload.ts'

/** What lanes.ts allows one account. */
const RECEIPTS = 20
const PDF = Buffer.from('%PDF-1.7\n% a report\n')

let demo: DemoApp
let port: number
let [staff, doctor, pharmacist] = [] as unknown as [Caller, Caller, Caller]
beforeAll(async () => {
  demo = await startDemoApp()
  port = await listenOn(demo)
  staff = await demo.as('COE_STAFF')
  doctor = await demo.as('DOCTOR')
  pharmacist = await demo.as('PHARMACIST')
})
const begun: BegunUpload[] = []
afterEach(async () => {
  for (const { sent } of begun.splice(0)) sent.destroy()
  await expect.poll(async () => (await filesOf(demo)).drafts).toEqual([])
})
afterAll(() => demo.end())

/** Begins many uploads of an account, and waits until each has a draft. */
async function drip(by: Caller, many: number): Promise<BegunUpload[]> {
  const before = (await filesOf(demo)).drafts.length
  const uploads = Array.from({ length: many }, () => beginUpload(port, by, 'slow.pdf'))
  begun.push(...uploads)
  for (const { sent } of uploads) sent.write(PDF.subarray(0, 1))
  await expect.poll(async () => (await filesOf(demo)).drafts.length).toBe(before + many)
  return uploads
}

test.each([4, RECEIPTS])('two accounts that drip %s uploads each hold up nobody else', async (many) => {
  const slow = [...(await drip(staff, many)), ...(await drip(doctor, many))]
  const quick = beginUpload(port, pharmacist, 'quick.pdf')
  quick.finish(PDF)
  expect(await quick.status).toBe(200)
  expect((await filesOf(demo)).drafts).toHaveLength(2 * many)
  // A slow line is a line all the same.
  for (const one of slow) one.finish(PDF.subarray(1))
  expect(await Promise.all(slow.map(({ status }) => status))).toEqual(slow.map(() => 200))
})

test('an account has twenty uploads in progress, and 429 with Retry-After for one more', async () => {
  const slow = await drip(staff, RECEIPTS)
  const refused = await upload(demo, staff, 'one-more.pdf', PDF)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  slow[0]?.finish(PDF.subarray(1))
  expect(await slow[0]?.status).toBe(200)
  expect((await upload(demo, staff, 'one-more.pdf', PDF)).statusCode).toBe(200)
})

test('five megabytes over a line of 2 KB/s come in time', () => {
  // Nothing else bounds how long a call may be on its way.
  expect(demo.app.server.requestTimeout).toBe(0)
  expect(SLOWEST.bytes / SLOWEST.inMs).toBeLessThan(2_000 / 1_000 / 10)
  expect(demo.app.server.timeout).toBeGreaterThan(SLOWEST.inMs)
})

test('uploads that stop are ended with 408, and give their places back', async () => {
  const stalled = await drip(staff, RECEIPTS)
  expect((await upload(demo, staff, 'one-more.pdf', PDF)).statusCode).toBe(429)
  expect(new Set(await Promise.all(stalled.map(({ status }) => status)))).toEqual(new Set([408]))
  await expect.poll(async () => (await filesOf(demo)).drafts).toEqual([])
  expect((await upload(demo, staff, 'one-more.pdf', PDF)).statusCode).toBe(200)
}, 120_000)

test('uploads that are cut, refused or too large leave no file behind', async () => {
  const { kept } = await filesOf(demo)
  const slow = await drip(staff, 3)
  for (const { sent } of slow) sent.destroy()
  await expect.poll(async () => (await filesOf(demo)).drafts).toEqual([])
  const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#888' } })
    .withExif({ IFD0: { Make: 'Some phone' } })
    .jpeg()
    .toBuffer()
  for (const [name, bytes, status] of [
    ['page.html', Buffer.from('<script>'), 422],
    ['scan.png', PDF, 422],
    ['cut.jpg', picture.subarray(0, -300), 422],
    ['empty.pdf', Buffer.alloc(0), 422],
    ['large.pdf', Buffer.concat([PDF, Buffer.alloc(MAX_DOCUMENT_BYTES)]), 413],
  ] as const) {
    expect((await upload(demo, staff, name, bytes)).statusCode, name).toBe(status)
  }
  expect(await filesOf(demo)).toEqual({ drafts: [], kept })
  // What is written anew is kept, and what was sent is not.
  expect((await upload(demo, staff, 'photo.jpg', picture)).statusCode).toBe(200)
  const after = await filesOf(demo)
  expect(after.drafts).toEqual([])
  expect(after.kept).toHaveLength(kept.length + 1)
})
