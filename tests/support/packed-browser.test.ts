import { execFile, spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ROOT } from './source-files.ts'

const PROGRAM = join(import.meta.dirname, 'packed-browser-program.ts')
const NOBODY = { uid: 65534, gid: 65534 }
const isRoot = process.getuid?.() === 0
const canOthersRun = spawnSync('/bin/sh', ['-c', 'cd "$0"', ROOT], { ...NOBODY, cwd: '/' }).status === 0

// What the machine's own is like: everybody may write to it, and somebody has.
let shared: string
let own: string
let theirs: string | undefined
let ours: readonly string[]
beforeAll(async () => {
  shared = await mkdtemp(join(inject('runDir'), 'shared-tmp-'))
  await writeFile(join(shared, 'chromium'), '#!/bin/sh\necho planted\n', { mode: 0o755 })
  await chmod(shared, 0o1777)
  own = await mkdtemp(join(inject('runDir'), 'browser-'))
  if (isRoot && canOthersRun) {
    await mkdir(join(own, 'theirs'))
    await chmod(own, 0o755)
    await chown(join(own, 'theirs'), NOBODY.uid, NOBODY.gid)
    theirs = await unpackAs(NOBODY, join(own, 'theirs'))
  }
  const folder = join(own, 'ours')
  ours = await Promise.all([unpackAs(undefined, folder), unpackAs(undefined, folder)])
})
afterAll(async () => {
  for (const folder of [shared, own]) await rm(folder, { recursive: true, force: true })
})

async function unpackAs(user: { uid: number; gid: number } | undefined, folder: string): Promise<string> {
  const env = { PATH: process.env['PATH'], TMPDIR: shared }
  const options = { cwd: ROOT, env, ...user }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', './scripts/typescript.mjs', PROGRAM, folder],
    options,
  )
  return stdout.trim()
}
const says = async (browser: string) => (await promisify(execFile)(browser, ['--version'])).stdout

test('two runs at once on an empty cache get one whole browser', async () => {
  const [one = '', other] = ours
  expect(one).toBe(other)
  expect(await readdir(join(own, 'ours'))).toHaveLength(1)
  // On a bare machine it starts with the libraries beside it only: browser tests do.
  const files = await readdir(join(one, '..'))
  expect(files).toEqual(expect.arrayContaining(['chromium', 'fonts', 'al2023', 'libGLESv2.so']))
  // Fonts and their cache are looked for beside it alone.
  const fonts = await readFile(join(one, '..', 'fonts', 'fonts.conf'), 'utf8')
  const places = [...fonts.matchAll(/<(dir|cachedir|include)\b[^>]*>([^<]*)</g)]
  expect(places.map(([, kind]) => kind)).toEqual(['dir', 'cachedir'])
  for (const [, , place] of places) expect(place).toMatch(new RegExp(`^${own}/ours/chromium-`))
})

test('what somebody put into the shared temporary folder is neither run nor in the way', async () => {
  const [browser = ''] = ours
  expect(browser.startsWith(join(own, 'ours', 'chromium-'))).toBe(true)
  expect(await says(browser).catch(({ message }: Error) => message)).not.toContain('planted')
  expect(await readdir(shared)).toEqual(['chromium'])
})

test.runIf(isRoot && canOthersRun)('another user was there before, and each has a browser of their own', async () => {
  expect(theirs?.startsWith(join(own, 'theirs'))).toBe(true)
  expect(ours[0]?.startsWith(join(own, 'ours'))).toBe(true)
  await expect(unpackAs(undefined, join(own, 'theirs'))).rejects.toThrow('is not ours alone')
})
