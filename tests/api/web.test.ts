import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

const IN_PAGE = 'document.title += "."'

let folder: string
let app: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(inject('runDir'), 'web-'))
  await mkdir(join(folder, 'assets'))
  const page = `<!doctype html><title>The page</title><script>${IN_PAGE}</script><script src="/assets/entry-abc.js"></script>`
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'icon.svg'), '<svg/>')
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

test('a built file is kept for ever; one without its hash in its name is asked for anew', async () => {
  const answer = await app.app.inject({ url: '/assets/entry-abc.js' })
  expect(answer.headers['content-type']).toMatch(/javascript/)
  expect(answer.headers['cache-control']).toMatch(/immutable/)
  const icon = await app.app.inject({ url: '/icon.svg' })
  expect(icon.statusCode).toBe(200)
  expect(icon.headers['cache-control']).toBe('no-cache')
})

test('of scripts in the page only those that were built into it may run', async () => {
  const { headers } = await app.app.inject({ url: '/login' })
  const [, scripts] = /script-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
  expect(scripts).toBe(`'self' 'sha256-${createHash('sha256').update(IN_PAGE).digest('base64')}'`)
})

test.each(['/assets/entry-old.js', '/asset%73/entry-old.js', '/api/none', '/%61pi/none', '/api', '/ap%69?x'])(
  '%s is not found, and not the page',
  async (url) => {
    const answer = await app.app.inject({ url })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('The page')
  },
)
