import { createPool } from '#commands/postgres.ts'
import { createPublicKey, randomBytes } from 'node:crypto'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Difference } from '#commands/log/verify/difference.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { sealFileIn } from '#commands/log/seals/seal-file.ts'
import { keyIdOf, SEAL_STREAM, SEAL_TYPE, sealKeyFrom, type SealKeys, signSeal } from '#commands/log/seals/seal.ts'
import type { SecondPlace } from '#commands/log/seals/second-place.ts'
import { type Verification, verifyLog } from '#commands/log/verify/verify.ts'
import { postgresRows } from '#commands/log/verify/rows.ts'
import type { Seal } from '#domain/seal/events.ts'
import { command } from '#tests/support/command.ts'
import { followCount } from '#tests/support/stored-events.ts'
import { TEST_EVENT_KEYS } from '#tests/support/test-secrets.ts'
import { fixedSealKeys, openSealedLog, type SealedLog, tamper, writeHistory } from './sealed-log.ts'
import { sealedOver } from './sealed-over.ts'

// What the sealer finds of seals that are kept elsewhere, and of keys that were changed, beside what verify finds of them.
let sealed: SealedLog
beforeEach(async () => {
  sealed = await openSealedLog()
})
afterEach(() => sealed.cleanUp())

const atLeast = (count: number) => (seals: readonly Seal[]) => seals.length >= count
const stored = async () => followCount(sealed.log, 0, await sealed.log.head())
const writeLines = async (path: string, change: (lines: readonly string[]) => readonly string[]) => {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  await writeFile(
    path,
    change(lines)
      .map((line) => `${line}\n`)
      .join(''),
  )
}

/** What verify finds, now. */
const verified = async (...asked: Parameters<typeof verification>): Promise<readonly Difference[]> =>
  (await verification(...asked)).differences

async function verification(sealKeys: SealKeys = [sealed.publicKey], secondPlace?: SecondPlace): Promise<Verification> {
  const pool = createPool(sealed.appUrl, { name: 'test', patience: 'hours', max: 2, types: logTypes })
  try {
    const sealFile = sealFileIn(sealed.folder)
    const held = { rows: postgresRows(pool), sealKeys, eventKeys: TEST_EVENT_KEYS, sealFile, secondPlace }
    return await verifyLog(held)
  } finally {
    await pool.end()
  }
}

test.each([
  ['removed', (lines: readonly string[]) => lines.slice(0, 0)],
  ['cut', (lines: readonly string[]) => lines.slice(0, -2)],
])(
  'a seal file that was %s is one finding: of the sealer and of verify, however often, and when the log has gone on',
  async (_, change) => {
    await writeHistory(sealed, 'one')
    await writeHistory(sealed, 'two')
    await sealed.sealUntil(atLeast(4))
    await writeLines(sealFileIn(sealed.folder), change)
    const told: Difference[] = []
    await sealed.startSealer(new AbortController().signal, { found: async (one) => void told.push(one) })
    expect(told).toMatchObject([{ check: 'seal file', expected: expect.stringContaining('seal 4 in ') }])
    expect(await verified()).toEqual(told)
    await writeHistory(sealed, 'three')
    expect(await verified()).toEqual(told)
  },
)

test('a log that has lost a seal of the file, and has gone on since, is one finding too', async () => {
  await writeHistory(sealed, 'one')
  await sealed.sealUntil(atLeast(2))
  await tamper(sealed.owner, 'delete from event_log where position > 15', 'update event_log_head set position = 15')
  const told: Difference[] = []
  await sealed.startSealer(new AbortController().signal, { found: async (one) => void told.push(one) })
  expect(told).toMatchObject([{ position: 20, check: 'seal 2 of the file' }])
  expect(await verified()).toContainEqual(told[0])
  await writeHistory(sealed, 'two')
  expect(await verified()).toContainEqual(told[0])
})

test('what the second place lacks for longer than a seal is on its way is said to be unchecked', async () => {
  await writeHistory(sealed, 'one')
  await sealed.sealUntil(atLeast(2))
  await writeHistory(sealed, 'two')
  await sealed.sealUntil(atLeast(3), { now: () => Date.now() + 3_600_000 })
  const seals = await sealed.seals()
  const uncheckedWith = async (held: readonly Seal[]) => {
    const place = { name: 'a ministry', last: async () => held, take: async () => undefined }
    const { differences, unchecked } = await verification([sealed.publicKey], place)
    expect(differences).toEqual([])
    return unchecked.filter((one) => one.includes('has none of the later ones'))
  }
  expect(await uncheckedWith(seals)).toEqual([])
  expect(await uncheckedWith(seals.slice(0, 1))).toEqual([
    'Whether log and seals were cut together behind seal 1: the second place (a ministry) has none of the later ones',
  ])
  expect(await uncheckedWith([])).toHaveLength(1)
  expect(await uncheckedWith(seals.slice(0, -1))).toEqual([])
})

test('a key that was changed holds for what it sealed, and for nothing behind a seal of a newer one', async () => {
  const [older, newer] = [sealed.privateKey, sealKeyFrom(randomBytes(32))]
  await writeHistory(sealed, 'one')
  await sealed.sealUntil(atLeast(2))
  await writeHistory(sealed, 'two')
  const both = fixedSealKeys(older, newer)
  await sealed.sealUntil(atLeast(4), { sealKeys: both })
  const seals = await sealed.seals()
  const names = [older, older, newer, newer].map((key) => keyIdOf(createPublicKey(key)))
  expect(seals.map(({ keyId }) => keyId)).toEqual(names)
  expect(await verified(both.all())).toEqual([])
  expect(await verified([sealed.publicKey])).toContainEqual(expect.objectContaining({ check: 'seal 3' }))

  // Who still has the older one, and all else: in the file, in the second place, and in the log itself.
  const last = seals.at(-1)
  if (last === undefined) throw new Error('No seal')
  const sealsOn = async (number: number) => {
    await writeHistory(sealed, String(number))
    const events = await stored()
    return signSeal(older, number, sealedOver(events), last.at)
  }
  const forged = await sealsOn(5)
  const path = sealFileIn(sealed.folder)
  await appendFile(path, `${JSON.stringify(forged)}\n`)
  const goesBack = { expected: 'the key of seal 4, or a later one', found: `key ${forged.keyId}` }
  expect(await verified(both.all())).toContainEqual(expect.objectContaining(goesBack))
  await writeLines(path, (lines) => lines.slice(0, -1))
  const secondPlace = { name: 'a ministry', last: async () => [last, forged], take: async () => undefined }
  expect(await verified(both.all(), secondPlace)).toContainEqual(expect.objectContaining(goesBack))
  const { revision, hash } = (await sealed.domainLog.readWhatHolds(SEAL_STREAM)).events
    .map(({ revision: at, meta }) => ({ revision: at, hash: meta.hash }))
    .at(-1) ?? { revision: -1, hash: '' }
  const sealing = command('SealLog', forged)
  await sealed.domainLog.append(SEAL_STREAM, { revision, hash }, [{ type: SEAL_TYPE, data: forged }], sealing)
  expect(await verified(both.all())).toContainEqual(expect.objectContaining({ ...goesBack, check: 'seal 5' }))
  await sealed.startSealer(new AbortController().signal, { sealKeys: both })
  expect(sealed.reports.join()).toContain("Seal 5 of the log is not signed by this portal's key")
})
