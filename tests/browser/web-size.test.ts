import { expect, test } from 'vitest'
import { sizeTable, weighBuild } from '#scripts/check-web-size.ts'
import { builtWeb } from './portal.ts'

test('no part of the built web app is above its budget, and patients load neither grid nor chart', async () => {
  const lines = weighBuild(await builtWeb())
  console.log(sizeTable(lines))
  expect(lines.filter(({ wrong }) => wrong !== undefined)).toEqual([])
})
