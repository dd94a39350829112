import { createHash, createPublicKey, randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { appendSeals, sealFileIn } from '#commands/log/seals/seal-file.ts'
import { sealKeyFrom, signSeal } from '#commands/log/seals/seal.ts'
import type { SecondPlace } from '#commands/log/seals/second-place.ts'
import type { Seal } from '#domain/seal/events.ts'
import { type Forger, headRow, literal, openForger, rehashed } from './forger.ts'

let forger: Forger
beforeAll(async () => {
  forger = await openForger()
})
afterEach(() => forger.putBack())
afterAll(() => forger.end())

test('a seal of the log that was edited, with its hash made again, is found at its place', async () => {
  const { position, data } = forger.firstOf('LogSealed')
  await forger.edit(...forger.forge(position, data.replace(/"count":10/, '"count":11')))
  expect(await forger.difference()).toMatchObject({ position, check: 'seal 1' })
})

test('a seal of another key that was put behind the log is found at its place', async () => {
  const last = forger.at(48)
  const seal = signSeal(
    sealKeyFrom(randomBytes(32)),
    5,
    { position: 44, count: 44, hash: 'a'.repeat(64), streams: 9, root: 'b'.repeat(64) },
    last.recordedAt,
  )
  const prev = String(JSON.parse(last.meta).hash)
  const id = '00000000-0000-5000-8000-000000000002'
  const made = rehashed({ ...last, id }, { data: JSON.stringify(seal), revision: 4, prev })
  await forger.edit(
    `insert into event_log values (49, 'seal-log', 4, ${literal(id)}, 'LogSealed', ${literal(made.data)}, ${literal(made.meta)},
       ${literal(last.recordedAt)})`,
    headRow(49),
  )
  expect(await forger.difference()).toMatchObject({ position: 49, check: 'seal 5' })
})

const lines = async () => (await readFile(sealFileIn(forger.sealed.folder), 'utf8')).trimEnd().split('\n')
const putLines = (all: readonly string[]) =>
  writeFile(sealFileIn(forger.sealed.folder), all.map((one) => `${one}\n`).join(''))

test('a line of the seal file that was edited', async () => {
  const all = await lines()
  await putLines(all.map((line, index) => (index === 1 ? line.replace('"count":20', '"count":21') : line)))
  expect(await forger.difference()).toMatchObject({ position: 11, check: expect.stringContaining('line 2') })
})

test('a line of the seal file that is no seal, or was taken out from between others', async () => {
  const all = await lines()
  await putLines(all.map((line, index) => (index === 2 ? 'gone' : line)))
  expect(await forger.difference()).toMatchObject({ position: 21, check: expect.stringContaining('line 3') })
  await putLines(all.filter((_, index) => index !== 0))
  expect(await forger.difference()).toMatchObject({ position: 1, expected: 'seal 1', found: 'seal 2' })
})

test('seals of the file that another key signed', async () => {
  const stranger = sealKeyFrom(randomBytes(32))
  await rm(sealFileIn(forger.sealed.folder))
  const seals = await forger.sealed.seals()
  const forged = seals.map((seal: Seal) => signSeal(stranger, seal.number, seal, seal.at))
  await appendSeals(forger.sealed.folder, forged)
  expect(await forger.difference()).toMatchObject({ position: 1, expected: 'the signature of the seal key' })
})

test('a file and a log that each hold a signed seal, but not the same one', async () => {
  const [first] = await forger.sealed.seals()
  if (first === undefined) throw new Error('No seal')
  await rm(sealFileIn(forger.sealed.folder))
  const hash = createHash('sha256').update('another log').digest('hex')
  await appendSeals(forger.sealed.folder, [signSeal(forger.sealed.privateKey, 1, { ...first, hash }, first.at)])
  expect(await forger.difference()).toMatchObject({ position: 1, through: 10, check: 'seal 1' })
})

test.each(['root', 'streams'] as const)(
  'a seal by the holder of the key over the very events, with another %s of where streams end',
  async (field) => {
    const seals = await forger.sealed.seals()
    const [first] = seals
    if (first === undefined) throw new Error('No seal')
    const other = { root: 'c'.repeat(64), streams: first.streams + 1 }
    const made = signSeal(forger.sealed.privateKey, 1, { ...first, [field]: other[field] }, first.at)
    await rm(sealFileIn(forger.sealed.folder))
    await appendSeals(forger.sealed.folder, [made, ...seals.slice(1)])
    const { differences } = await forger.verify()
    expect(differences).toContainEqual(expect.objectContaining({ position: 10, check: 'ends of seal 1' }))
    // Those of the others hold.
    expect(differences.filter(({ check }) => check.startsWith('ends of'))).toHaveLength(1)
  },
)

test('behind a seal that its events do not give, it is said that ends were held against none', async () => {
  const { position, data } = forger.firstOf('WalletCredited')
  await forger.edit(...forger.forge(position, data.replace(/"amount":\d+/, '"amount":1')))
  const { differences, unchecked } = await forger.verify()
  expect(differences.filter(({ check }) => check.startsWith('ends of'))).toEqual([])
  expect(unchecked).toContain('Where the streams end in seal 1 and those behind it')
})

test('a missing seal file is said plainly: the end of the log could have been cut', async () => {
  await rm(sealFileIn(forger.sealed.folder))
  expect(await forger.difference()).toMatchObject({
    position: 40,
    check: 'seal file',
    found: expect.stringContaining('cut off'),
  })
})

test('an older copy of the seal file holds what it knows, and the rest is said', async () => {
  await putLines((await lines()).slice(0, 2))
  const verified = await forger.verify({ isCopy: true })
  expect(verified.differences[0]).toBeUndefined()
  expect(verified.notes).toEqual(['The file ends with seal 2; the log has 4'])
})

test('the portal’s own seal file may lack the last seal alone, which a crash keeps from it', async () => {
  await putLines((await lines()).slice(0, 3))
  expect(await forger.difference()).toBeUndefined()
  await putLines((await lines()).slice(0, 2))
  expect(await forger.difference()).toMatchObject({
    check: 'seal file',
    found: expect.stringContaining('ends with seal 2'),
  })
})

const KEPT_ELSEWHERE = 'a ministry'
const secondPlace = (seals: readonly Seal[]): SecondPlace => ({
  name: KEPT_ELSEWHERE,
  last: async () => seals,
  take: async () => undefined,
})

test('log, head row and seal file cut together are green by themselves, and red by the second place', async () => {
  const seals = await forger.sealed.seals()
  await putLines((await lines()).slice(0, 2))
  await forger.edit('delete from event_log where position > 46', headRow(46))
  expect(await forger.difference()).toBeUndefined()
  expect((await forger.verify({ secondPlace: secondPlace(seals) })).differences).toEqual([
    expect.objectContaining({
      ...{ position: 40, check: `seal 4 of the second place (${KEPT_ELSEWHERE})` },
      found: expect.stringContaining('an old copy'),
    }),
  ])
})

test('a second place that holds another seal, or one that another key signed', async () => {
  const seals = await forger.sealed.seals()
  const last = seals.at(-1)
  if (last === undefined) throw new Error('No seal')
  const at = '2030-01-01T00:00:00.000Z'
  const other = signSeal(forger.sealed.privateKey, last.number, last, at)
  expect((await forger.verify({ secondPlace: secondPlace([other]) })).differences[0]).toMatchObject({
    ...{ position: 48, check: 'seal 4', expected: expect.stringContaining(KEPT_ELSEWHERE) },
  })
  const stranger = signSeal(sealKeyFrom(randomBytes(32)), last.number, last, at)
  expect((await forger.verify({ secondPlace: secondPlace([stranger]) })).differences[0]).toMatchObject({
    expected: 'the signature of the seal key',
  })
})

test('a second place that is behind is said; one that is away too, and is no difference', async () => {
  const seals = await forger.sealed.seals()
  const behind = await forger.verify({ secondPlace: secondPlace(seals.slice(0, 2)) })
  expect(behind).toMatchObject({
    different: 0,
    notes: [`The second place (${KEPT_ELSEWHERE}) ends with seal 2; the log has 4`],
  })
  const away = { ...secondPlace([]), last: () => Promise.reject(new Error('No one answers')) }
  expect(await forger.verify({ secondPlace: away })).toMatchObject({
    different: 0,
    seals: { secondPlaceAway: 'No one answers' },
    unchecked: expect.arrayContaining(['Whether the second place knows other seals: No one answers']),
  })
})

test('a key that did not sign the seals is told', async () => {
  const sealKeys = [createPublicKey(sealKeyFrom(randomBytes(32)))]
  expect((await forger.verify({ sealKeys })).differences[0]).toMatchObject({
    expected: 'the signature of the seal key',
  })
})
