import { type ClientRequest, request } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type DemoApp, startDemoApp } from '../../support/demo-app.ts'
import { listenOn } from '../../support/large-export.ts'

/** What lanes.ts allows one caller. */
const [AT_ONCE, WAITING] = [4, 16]
const LINE = '----------------------------a-boundary-of-tests'
const HEAD = `--${LINE}\r\nContent-Disposition: form-data; name="file"; filename="photo.jpg"\r\n\r\n`

let demo: DemoApp
let port: number
let [staff, doctor] = [] as unknown as [Caller, Caller]
beforeAll(async () => {
  demo = await startDemoApp()
  port = await listenOn(demo)
  staff = await demo.as('COE_STAFF')
  doctor = await demo.as('DOCTOR')
})
afterAll(() => demo.end())

/** A picture as a phone writes it: lying on its side. */
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888' }, limitInputPixels: false })
    .withExif({ IFD0: { Make: 'Some phone' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

const headersOf = (by: Caller) => ({
  authorization: `Bearer ${by.token}`,
  'content-type': `multipart/form-data; boundary=${LINE}`,
})
const upload = (by: Caller, bytes: Buffer) =>
  demo.app.inject({
    method: 'POST',
    url: '/api/documents',
    headers: headersOf(by),
    payload: Buffer.concat([Buffer.from(HEAD), bytes, Buffer.from(`\r\n--${LINE}--\r\n`)]),
  })

/** Begins an upload and never goes on with it. */
function begin(by: Caller): ClientRequest {
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/documents', headers: headersOf(by) })
  sent.on('error', () => undefined)
  sent.write(HEAD)
  return sent
}

test('twelve pictures of 59 megapixels are refused before they are decoded', async () => {
  const huge = await photo(8_000, 7_375)
  expect(huge.length).toBeLessThan(400_000)
  const answers = await Promise.all(Array.from({ length: 12 }, () => upload(staff, huge)))
  for (const answer of answers) {
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ errors: { file: ['A picture may have at most 40 megapixels'] } })
  }
})

test('pictures that come at once are taken one after the other, and other calls go on meanwhile', async () => {
  const large = await photo(3_000, 2_000)
  const uploads = Array.from({ length: 12 }, () => upload(staff, large))
  await expect
    .poll(() => demo.context.lanes.uploads.waiting() + demo.context.lanes.pictures.waiting())
    .toBeGreaterThan(0)
  expect((await doctor.get('/api/users/profile')).statusCode).toBe(200)
  expect((await Promise.all(uploads)).map(({ statusCode }) => statusCode)).toEqual(uploads.map(() => 200))
})

test('uploads that never end hold up nobody else, and beyond the queue there is 429 with Retry-After', async () => {
  const stuck = Array.from({ length: AT_ONCE + WAITING }, () => begin(staff))
  await expect.poll(() => demo.context.lanes.uploads.waiting()).toBe(WAITING)
  const refused = await upload(staff, await photo(4, 2))
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await upload(doctor, await photo(4, 2))).statusCode).toBe(200)
  for (const one of stuck) one.destroy()
  await expect.poll(() => demo.context.lanes.uploads.waiting()).toBe(0)
  await expect.poll(async () => (await upload(staff, await photo(4, 2))).statusCode).toBe(200)
})
