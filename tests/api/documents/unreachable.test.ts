import { mkdir, mkdtemp, rename, rm, stat, statfs, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { lookAtDocuments } from '#api/health/document-disk.ts'
import { DocumentsUnreachable } from '#api/documents/documents-unreachable.ts'
import { removeCleared } from '#api/documents/clear-unused.ts'
import type { UploadedDocument } from '#api/money/contracts/billing.ts'
import { startTestApp } from '#tests/support/app.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { changeDocuments } from '#tests/support/document-rows.ts'
import { filesOf, upload } from '#tests/support/upload.ts'
import { CONSULTATION, demoPatient, fund, OWN } from '#tests/api/money/billing/hospital.ts'

let demo: DemoApp
let staff: Caller
let folder: string
let away: string
beforeAll(async () => {
  // It keeps house at its start, and not again for minutes: the tests say when.
  demo = await startDemoApp({ roles: { api: true, projections: true, processes: false } })
  staff = await demo.as('COE_STAFF')
  folder = join(demo.dataDir, 'documents')
  away = join(demo.dataDir, 'documents-away')
  await fund(demo, demoPatient(), OWN, 10_000_000)
})
const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
afterEach(async () => {
  if (!(await isThere(away))) return
  await rm(folder, { recursive: true, force: true })
  await rename(away, folder)
})
afterAll(() => demo.end())

let uploads = 0
const content = () => Buffer.from(`%PDF-1.7\n% upload ${(uploads += 1)}\n`)
const uploaded = async (): Promise<string> => {
  const answer = await upload(demo, staff, 'scan.pdf', content())
  expect(answer.statusCode).toBe(200)
  return answer.json<UploadedDocument>().document.id
}
const billWith = (id: string, key?: string) =>
  staff.post(
    '/api/coestaff/billings',
    {
      patient_id: demoPatient(),
      services: [{ service_id: CONSULTATION, quantity: 1 }],
      documents: [{ document_id: id, document_name: 'Histology' }],
    },
    key,
  )
/** What health says of the folder; that the test runs no processes is another matter. */
const health = async () => {
  await demo.context.glance.look()
  const { data } = (await demo.app.inject('/api/health')).json<{ data: { status: string; says: string[] } }>()
  return { status: data.status, says: data.says.filter((said) => said.includes('documents')) }
}
const LATER = 'The portal cannot reach its documents for now. Please try again in a minute.'
const expectLater = ({ statusCode, headers, json }: Awaited<ReturnType<Caller['get']>>) =>
  expect({ status: statusCode, after: headers['retry-after'], message: json<{ message: string }>().message }).toEqual({
    status: 503,
    after: '60',
    message: expect.stringContaining(LATER),
  })

const ways = [
  ['is gone', 'ENOENT', async () => undefined],
  ['is the empty place of a disk that is not mounted', 'ENOENT', () => mkdir(folder)],
  ['is a file', 'ENOTDIR', () => writeFile(folder, 'x')],
  ['leads nowhere but to itself', 'ELOOP', () => symlink(folder, folder)],
] as const

test.each(ways)(
  'while the folder %s, nobody is told that a document is damaged, and health names it',
  async (_, code, put) => {
    const id = await uploaded()
    const key = `bill with ${id}`
    expect((await health()).says).toEqual([])
    await rename(folder, away)
    await put()
    expectLater(await staff.get(`/api/documents/${id}`))
    expectLater(await upload(demo, staff, 'more.pdf', content(), { key: `more with ${id}` }))
    expectLater(await billWith(id, key))
    expect(await health()).toMatchObject({
      status: 'red',
      says: [expect.stringMatching(new RegExp(`^The folder of the documents cannot be reached \\(${code}\\)`))],
    })
    await rm(folder, { recursive: true, force: true })
    await rename(away, folder)
    expect((await health()).says).toEqual([])
    expect((await billWith(id, key)).statusCode).toBe(200)
    expect((await staff.get(`/api/documents/${id}`)).statusCode).toBe(200)
  },
)

test('one part of the folder that cannot be read is no damage either', async () => {
  const id = await uploaded()
  const { rows } = await demo.context.pool.query<{ sha256: string }>('select sha256 from document where id = $1', [id])
  const part = join(folder, String(rows[0]?.sha256).slice(0, 2))
  await rename(part, away)
  await writeFile(part, 'x')
  expectLater(await staff.get(`/api/documents/${id}`))
  expectLater(await billWith(id))
  await rm(part)
  await rename(away, part)
  expect((await staff.get(`/api/documents/${id}`)).statusCode).toBe(200)
})

test('what is cleared while the folder is away is forgotten only once its file is gone', async () => {
  const id = await uploaded()
  const { kept } = await filesOf(demo)
  await changeDocuments(demo.context, id, { state: 'cleared' })
  const { rows: cleared } = await demo.context.pool.query<{ sha256: string }>(
    'select sha256 from document where id = $1',
    [id],
  )
  const sha256 = cleared[0]?.sha256 ?? ''
  expect(kept).toContain(sha256)
  const clear = () => removeCleared(demo.context, new AbortController().signal)
  await rename(folder, away)
  await expect(clear()).rejects.toThrow('cannot be reached')
  await rename(away, folder)
  await clear()
  expect((await filesOf(demo)).kept).not.toContain(sha256)
  expect((await demo.context.pool.query('select from document where id = $1', [id])).rowCount).toBe(0)
})

test('a portal that has documents makes no empty folder for them at its next start', async () => {
  await uploaded()
  await rename(folder, away)
  const { dataDir, database } = demo
  const again = await startTestApp({ dataDir, secretsDir: demoSecrets(inject('runDir')) }, database)
  const { data } = (await again.app.inject('/api/health')).json<{ data: { says: string[] } }>()
  await again.close()
  expect(data.says).toContainEqual(expect.stringContaining('The folder of the documents cannot be reached (ENOENT)'))
  expect(await isThere(folder)).toBe(false)
})

const MEMORY = '/dev/shm'
const [memory, disk] = await Promise.all([MEMORY, inject('runDir')].map((path) => stat(path).catch(() => undefined)))
test.skipIf(memory === undefined || memory.dev === disk?.dev)(
  'documents on a disk of their own: health measures that one',
  async () => {
    const other = await mkdtemp(join(MEMORY, 'documents-'))
    try {
      await rename(folder, away)
      await mkdir(join(other, 'drafts'))
      await symlink(other, folder)
      await health()
      const { documents } = demo.context.glance.last().seen ?? {}
      const { blocks, bsize } = await statfs(MEMORY)
      expect(documents?.freeBytes).toBeLessThanOrEqual(blocks * bsize)
    } finally {
      await rm(other, { recursive: true })
    }
  },
)

test('of a disk that became read-only, health says that documents open all the same', async () => {
  const cause = new Error('EROFS: read-only file system')
  const mustBeReached = () => Promise.reject(new DocumentsUnreachable('EROFS', cause))
  const documents = await lookAtDocuments({ folder, mustBeReached }, demo.dataDir)
  expect(documents).toEqual({ away: expect.stringContaining('EROFS') as string, opens: true })
})
