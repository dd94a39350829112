import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ExportManifest } from '#api/contracts/report.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { bytesOf, growFundings, LARGE_LIST as LIST, listenOn, openAnswer } from '#tests/support/large-export.ts'

const MANY = 50_000
let demo: DemoApp
let port: number
let auditor: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  port = await listenOn(demo)
  auditor = await demo.as('AUDITOR')
  await growFundings(demo, { many: MANY })
})
afterAll(() => demo.end())

const get = (path: string, encoding: string) => openAnswer(port, path, auditor, encoding)

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync } as const

test.each(['br', 'gzip'] as const)(
  'answers and CSV come in %s to whoever takes it, and are the same',
  async (encoding) => {
    const page = await get(`${LIST}`, encoding)
    expect(page.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    const plain = await bytesOf(await get(`${LIST}`, 'identity'))
    const packed = await bytesOf(page)
    expect(DECODERS[encoding](packed).toString()).toBe(plain.toString())
    expect(packed.length).toBeLessThan(plain.length / 5)

    const csv = await get(`${LIST}/csv`, encoding)
    expect(csv.headers['content-encoding']).toBe(encoding)
    const bytes = DECODERS[encoding](await bytesOf(csv))
    const manifest = await auditor.get(`/api/exports/${String(csv.headers['x-export-id'])}`)
    const { sha256, rows } = ExportManifest.parse(manifest.json()).data
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(rows).toBe(MANY + 1)
  },
)

test('short answers, and answers to whoever takes no compression, come as they are', async () => {
  expect((await get('/api/sitesettings/pool_account_balance', 'br')).headers['content-encoding']).toBeUndefined()
  expect((await get(`${LIST}`, 'identity')).headers['content-encoding']).toBeUndefined()
})

test('what a client sends is not inflated', async () => {
  const headers = { authorization: `Bearer ${auditor.token}`, 'content-encoding': 'gzip' }
  const payload = Buffer.from('{}')
  const answer = await demo.app.inject({ method: 'POST', url: '/api/pool/credit', headers, payload })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
})

test.each(['identity', 'br'])(
  'a client that leaves in the middle of an export (%s) holds no connection',
  async (encoding) => {
    for (let round = 0; round < 5; round += 1) {
      const csv = await get(`${LIST}/csv`, encoding)
      await once(csv, 'readable')
      csv.destroy()
    }
    await expect.poll(() => demo.context.exports.used()).toBe(0)
  },
)
