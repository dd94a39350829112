import { access, chmod, cp, lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { accountFor } from '#scripts/postgres/account.ts'
import { installedBinaries, usableBinaries } from '#scripts/postgres/binaries.ts'

const isRoot = process.getuid?.() === 0

let folder: string
let native: string
/** A package as npm unpacks it without its install script: no links. */
beforeAll(async () => {
  folder = await mkdtemp(join(inject('runDir'), 'binaries-'))
  await chmod(folder, 0o755)
  native = join(folder, 'package', 'native')
  await cp(dirname(installedBinaries()), dirname(native), { recursive: true, verbatimSymlinks: true })
  // A version of its own: the copies made here are not the ones that a portal on this machine runs from.
  const named = join(dirname(native), 'package.json')
  const { name } = z.object({ name: z.string() }).parse(JSON.parse(await readFile(named, 'utf8')))
  await writeFile(named, JSON.stringify({ name, version: `0.0.0-test-${process.pid}` }))
  await removeLinks()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  for (const place of ['/var/cache', '/opt', '/usr/local/lib']) {
    const copies = (await readdir(place)).filter((name) => name.endsWith(`0.0.0-test-${process.pid}`))
    for (const name of copies) await rm(join(place, name), { recursive: true, force: true })
  }
})

async function removeLinks(): Promise<void> {
  for (const name of await readdir(join(native, 'lib'))) {
    const path = join(native, 'lib', name)
    if ((await lstat(path)).isSymbolicLink()) await rm(path)
  }
}

test('library links that the package’s install script did not make are made again', async () => {
  const account = await accountFor(join(folder, 'none'))
  const { postgres, isCopy } = await usableBinaries(account, folder, native)
  expect({ postgres, isCopy }).toEqual({ postgres: join(native, 'bin', 'postgres'), isCopy: false })
  await access(join(native, 'lib', 'libpq.so.5'))
})

test.runIf(isRoot)('programs that the server’s account cannot reach are copied to where it can', async () => {
  await chmod(folder, 0o700)
  const account = await accountFor(join(folder, 'none'))
  const { postgres, isCopy } = await usableBinaries(account, folder, native)
  expect(isCopy).toBe(true)
  expect(postgres.startsWith(folder)).toBe(false)
  const again = await usableBinaries(account, folder, native)
  expect(again.postgres).toBe(postgres)
  await rm(dirname(dirname(postgres)), { recursive: true })
  await chmod(folder, 0o755)
})

test.runIf(!isRoot)('programs in a folder that we may not write are copied when they lack their links', async () => {
  await removeLinks()
  await chmod(join(native, 'lib'), 0o555)
  const { postgres, isCopy } = await usableBinaries(undefined, folder, native)
  await chmod(join(native, 'lib'), 0o755)
  expect(isCopy).toBe(true)
  expect(postgres.startsWith(folder)).toBe(true)
})

test('programs that run nowhere are refused with every place that was tried', async () => {
  await rm(join(native, 'bin', 'initdb'))
  await expect(usableBinaries(undefined, join(folder, 'elsewhere'), native)).rejects.toThrow('set DATABASE_URL')
})
