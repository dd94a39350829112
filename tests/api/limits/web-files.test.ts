import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { startTestApp } from '#tests/support/app.ts'

/** As limits/load.ts has it. */
const MOST_AT_ONCE = 300
const SOMEBODY = { name: 'somebody', most: MOST_AT_ONCE, isOne: true }

test('while no call is let in the files of the web app are still handed out, as they need no database', async () => {
  const webFolder = await mkdtemp(join(inject('runDir'), 'web-'))
  await mkdir(join(webFolder, 'assets'))
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Portal</title>')
  await writeFile(join(webFolder, 'assets', 'one.js'), 'export {}')
  const app = await startTestApp({ webFolder })
  const calls = Array.from({ length: MOST_AT_ONCE }, () => ({}))
  try {
    for (const call of calls) expect(app.context.load.enter(call, SOMEBODY)).toBe('in')
    const statusOf = async (url: string) => (await app.app.inject({ url })).statusCode
    expect(await Promise.all(['/', '/dashboard', '/assets/one.js'].map(statusOf))).toEqual([200, 200, 200])
    expect(await Promise.all(['/api/coes', '/dev/mailbox'].map(statusOf))).toEqual([503, 503])
  } finally {
    for (const call of calls) app.context.load.leave(call)
    await app.end()
  }
})
