import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { writeWhole } from '#scripts/bundle/write-whole.ts'

test('what a killed bundle left is removed by a later one; one at work, and what is no bundle, stays', async () => {
  const folder = await mkdtemp(join(inject('runDir'), 'whole-'))
  const names = ['wallet-pool-up-to-3.ndjson.17.making', 'wallet-pool-up-to-4.ndjson.18.making', 'mine.making']
  for (const name of names) await writeFile(join(folder, name), '{"bundle"')
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const name of [names[0], names[2]]) await utimes(join(folder, name ?? ''), longAgo, longAgo)
  const lines = (async function* () {
    yield { bundle: 'one' }
  })()
  expect(await writeWhole(join(folder, 'wallet-pool-up-to-5.ndjson'), lines)).toBe(1)
  expect((await readdir(folder)).sort()).toEqual(['mine.making', names[1], 'wallet-pool-up-to-5.ndjson'])
})
