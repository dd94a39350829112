import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { isAlive, until } from '#scripts/postgres/postmaster.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const LONG = 60_000

// A checkout without packages, whose install takes as long as it is told to.
let checkout: string
const started: ChildProcess[] = []
beforeEach(async () => {
  checkout = await mkdtemp(join(inject('runDir'), 'installed-'))
  const at = (name: string) => join(checkout, name)
  await mkdir(at('scripts'))
  await copyFile(join(ROOT, 'scripts', 'bootstrap.mjs'), at('scripts/bootstrap.mjs'))
  await writeFile(
    at('scripts/typescript.mjs'),
    `import '${pathToFileURL(join(ROOT, 'scripts', 'typescript.mjs')).href}'`,
  )
  await writeFile(at('scripts/start.ts'), `console.log('It has started' satisfies string)`)
  await writeFile(at('slow'), '')
  await writeFile(
    at('install.mjs'),
    `import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
     mkdirSync('node_modules', { recursive: true })
     if (existsSync('slow')) { writeFileSync('installing.pid', String(process.pid)); setInterval(() => {}, 1000) }`,
  )
  const facts = { name: 'a-checkout', version: '1.0.0', type: 'module' }
  await writeFile(at('package.json'), JSON.stringify({ ...facts, scripts: { postinstall: 'node install.mjs' } }))
  const packages = { '': { ...facts, hasInstallScript: true } }
  await writeFile(at('package-lock.json'), JSON.stringify({ ...facts, lockfileVersion: 3, requires: true, packages }))
})
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  await rm(checkout, { recursive: true, force: true })
})

function start() {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'start'], { cwd: checkout, env: { PATH, HOME } })
  started.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { child, said: () => said, ended: once(child, 'exit').then(([code]: (number | null)[]) => code) }
}
const exists = (name: string) =>
  access(join(checkout, name)).then(
    () => true,
    () => false,
  )
/** The process that installs, once it is at work: a file is there before what is written to it. */
async function installer(): Promise<number> {
  const pid = () => readFile(join(checkout, 'installing.pid'), 'utf8').then(Number, () => 0)
  expect(await until(async () => (await pid()) > 0, LONG)).toBe(true)
  return pid()
}

test('a start that is told to end while it installs ends the install with it', async () => {
  const { child, ended } = start()
  const pid = await installer()
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
  expect(await until(() => !isAlive(pid), LONG)).toBe(true)
  expect(await exists('.installing')).toBe(false)
}, 180_000)

test('an install whose start was killed is ended by the next start; one that is waited for is left alone', async () => {
  const first = start()
  const pid = await installer()
  const beside = start()
  expect(await until(() => beside.said().includes('Waits for the install of another start'), LONG)).toBe(true)
  expect(isAlive(pid)).toBe(true)
  beside.child.kill('SIGKILL')

  first.child.kill('SIGKILL')
  await first.ended
  expect(isAlive(pid)).toBe(true)
  await rm(join(checkout, 'slow'))
  const next = start()
  expect(await next.ended, next.said()).toBe(0)
  expect(next.said()).toContain('Ends an install that an earlier start has left behind')
  expect(next.said()).toContain('It has started')
  expect(await until(() => !isAlive(pid), LONG)).toBe(true)
}, 180_000)
