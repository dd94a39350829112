import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ExportManifest } from '../../api/contracts/report.ts'
import { type Caller, type DemoApp, startDemoApp } from '../support/demo-app.ts'

const LIST = '/api/fundings'
const MANY = 50_000
let demo: DemoApp
let port: number
let auditor: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  await demo.app.listen({ host: '127.0.0.1', port: 0 })
  port = (demo.app.server.address() as AddressInfo).port
  auditor = await demo.as('AUDITOR')
  const admin = await demo.as('FUND_ADMIN')
  const credited = await admin.post('/api/pool/credit', { benefactor: 'Lottery Trust', credit: '1,000,000.50' })
  expect(credited.statusCode, credited.body).toBe(200)
  await growFundings()
})
afterAll(() => demo.end())

async function get(path: string, encoding: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${auditor.token}`, 'accept-encoding': encoding }
  const sent = request({ host: '127.0.0.1', port, path, headers })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}
const bytesOf = async (answer: IncomingMessage): Promise<Buffer> => Buffer.concat(await answer.toArray())

/** Copies the one row of the read model: an export long enough to be under way for a while. */
async function growFundings(): Promise<void> {
  const owner = new pg.Client({ connectionString: demo.database.ownerUrl })
  await owner.connect()
  try {
    await owner.query(
      `insert into funding select (jsonb_populate_record(null::funding, to_jsonb(f) || jsonb_build_object('id', md5(n::text)::uuid))).*
         from (select * from funding limit 1) f cross join generate_series(1, $1::integer) n`,
      [MANY],
    )
  } finally {
    await owner.end()
  }
}

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
    const { pool } = demo.context
    for (let round = 0; round < 5; round += 1) {
      const csv = await get(`${LIST}/csv`, encoding)
      await once(csv, 'readable')
      csv.destroy()
    }
    await expect.poll(() => pool.totalCount - pool.idleCount).toBeLessThan(3)
  },
)
