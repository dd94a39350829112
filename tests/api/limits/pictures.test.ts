import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { upload } from '#tests/support/upload.ts'

let demo: DemoApp
let [staff, doctor] = [] as unknown as [Caller, Caller]
beforeAll(async () => {
  demo = await startDemoApp()
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

test('twelve pictures of 59 megapixels are refused before they are decoded', async () => {
  const huge = await photo(8_000, 7_375)
  expect(huge.length).toBeLessThan(400_000)
  const answers = await Promise.all(Array.from({ length: 12 }, () => upload(demo, staff, 'photo.jpg', huge)))
  for (const answer of answers) {
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ errors: { file: ['Choose a picture of up to 40 megapixels'] } })
  }
})

test('pictures that come at once are taken one after the other, and other calls go on meanwhile', async () => {
  const large = await photo(3_000, 2_000)
  const uploads = Array.from({ length: 12 }, () => upload(demo, staff, 'photo.jpg', large))
  await expect
    .poll(() => demo.context.lanes.uploads.waiting() + demo.context.lanes.pictures.waiting())
    .toBeGreaterThan(0)
  expect((await doctor.get('/api/users/profile')).statusCode).toBe(200)
  expect((await Promise.all(uploads)).map(({ statusCode }) => statusCode)).toEqual(uploads.map(() => 200))
})
