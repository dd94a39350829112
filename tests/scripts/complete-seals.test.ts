import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealFileIn } from '#commands/log/seals/seal-file.ts'
import { completeSealFile } from '#scripts/restore/complete-seals.ts'
import { openSealedLog, type SealedLog, writeHistory } from '#tests/commands/log/seals/sealed-log.ts'

let sealed: SealedLog
beforeAll(async () => {
  sealed = await openSealedLog()
  await writeHistory(sealed, 'one')
  await writeHistory(sealed, 'two')
  await sealed.sealUntil((seals) => seals.length >= 4)
})
afterAll(() => sealed.cleanUp())

test.each([0, 1, 3, 4])(
  'a restored seal file of %i lines holds what the restored log does, each seal once',
  async (lines) => {
    const whole = await readFile(sealFileIn(sealed.folder), 'utf8')
    const dataDir = join(sealed.folder, `restored-${lines}`)
    const file = sealFileIn(join(dataDir, 'seals'))
    if (lines > 0) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(
        file,
        whole
          .split('\n')
          .slice(0, lines)
          .map((line) => `${line}\n`)
          .join(''),
      )
    }
    await completeSealFile(sealed.appUrl, dataDir, [sealed.publicKey])
    expect(await readFile(file, 'utf8')).toBe(whole)
  },
)
