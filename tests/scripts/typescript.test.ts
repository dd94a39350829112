import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { ROOT } from '#tests/support/source-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(inject('runDir'), 'program-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** A program of three files beside each other, one of them loaded late, and one of the house. */
async function write(said: string) {
  await writeFile(
    join(folder, 'beside.ts'),
    `export const place: string = import.meta.dirname
     export const fail = (): never => { throw new Error('${said}') }`,
  )
  await writeFile(
    join(folder, 'late.ts'),
    `import { fail } from './beside.ts'
     export const late = { fail, place: import.meta.filename }`,
  )
  await writeFile(
    join(folder, 'program.ts'),
    `import { z } from 'zod'
     import { plainError } from '${ROOT}/domain/kernel/plain-error.ts'
     import { place, fail } from './beside.ts'
     const { late } = await import('./late.ts')
     const found = { place, late: late.place, isOne: late.fail === fail }
     try { fail() } catch (error) {
       const { message, stack = [] } = plainError(error)
       console.log(z.json().parse(JSON.stringify({ ...found, here: import.meta.filename, message, first: stack[0] })))
     }`,
  )
}
async function run() {
  const args = ['--import', './scripts/typescript.mjs', join(folder, 'program.ts')]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT })
  return JSON.parse(stdout)
}

test('a program knows the places of its files, names them in a stack, and is what its files say now', async () => {
  await write('first')
  // Nobody but root could write there, and root would be found out by what lies there afterwards.
  await chmod(folder, 0o555)
  const before = await readdir(folder)
  expect(await run()).toEqual({
    place: folder,
    late: join(folder, 'late.ts'),
    isOne: true,
    here: join(folder, 'program.ts'),
    message: 'first',
    first: expect.stringContaining(`${join(folder, 'beside.ts')}:2:`),
  })
  expect(await readdir(folder)).toEqual(before)
  await chmod(folder, 0o755)
  await write('then')
  expect(await run()).toMatchObject({ message: 'then' })
})

test('what cannot be read as a program is told by file and line', async () => {
  await write('never')
  await writeFile(join(folder, 'beside.ts'), 'export const place = \n)')
  await expect(run()).rejects.toThrow(/beside\.ts:2:0/)
})
