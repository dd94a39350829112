import { join } from 'node:path'
import { expect, test } from 'vitest'
import { screensOf } from '#scripts/web/fetched.ts'
import { ROOT, sourceFiles, textOf } from '#tests/support/source-files.ts'
import { publicScreens, signedInScreens } from '#web/shell/routes.ts'

const found = sourceFiles
  .filter((file) => /^web\/features\/\w+\/screens\.ts$/.test(file))
  .flatMap((file) => screensOf(textOf(file), join(ROOT, file)))

/** An address of a route, with something in the place of each name. */
const addressAt = (path: string) => path.replaceAll(/:\w+\??/g, 'x')

test('the page knows which files the screen of an address fetches, before a script has run', () => {
  const isFound = (path: string, isPublic: boolean) =>
    found.some((one) => one.isPublic === isPublic && new RegExp(one.address).test(addressAt(path)))
  expect(publicScreens.filter(({ path }) => !isFound(path, true))).toEqual([])
  // Written by a loop: their files are fetched once the entry has run.
  expect(signedInScreens.filter(({ path }) => !isFound(path, false)).map(({ path }) => path)).toEqual([
    '/report/patient/:patientId/billings',
    '/patients/:patientId/history',
  ])
})

test('a name in an address stands for one part of it, and one that may be left out may be', () => {
  const opened = (address: string) => found.filter((one) => new RegExp(one.address).test(address)).length
  expect(opened('/superadmin/billings')).toBe(1)
  expect(opened('/superadmin/billings/0197')).toBe(1)
  expect(opened('/superadmin/billings/0197/bill/1')).toBe(0)
  expect(opened('/about')).toBe(1)
  expect(opened('/')).toBe(1)
})
