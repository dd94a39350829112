import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

let folder: string
let app: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(inject('runDir'), 'web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>The page</title>')
  await writeFile(join(folder, 'assets', 'entry-abc.js'), 'export {}')
  app = await startTestApp({ webFolder: folder })
})
afterAll(async () => {
  await app.end()
  await rm(folder, { recursive: true })
})

test.each([
  '/',
  '/login',
  '/superadmin/transactions/0193',
  '/payments?status=billed',
  '/apiary',
  '/%00',
  '/a%00/b?c=%00',
  '/%ff',
  '/%',
  '/payments?search=%zz',
])('%s is the page, asked for anew each time', async (url) => {
  const answer = await app.app.inject({ url })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('The page')
  expect(answer.headers['cache-control']).toBe('no-cache')
})

test('a built file is kept for ever', async () => {
  const answer = await app.app.inject({ url: '/assets/entry-abc.js' })
  expect(answer.headers['content-type']).toMatch(/javascript/)
  expect(answer.headers['cache-control']).toMatch(/immutable/)
})

test.each(['/assets/entry-old.js', '/asset%73/entry-old.js', '/api/none', '/%61pi/none', '/api', '/ap%69?x'])(
  '%s is not found, and not the page',
  async (url) => {
    const answer = await app.app.inject({ url })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('The page')
  },
)
