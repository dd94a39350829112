import { createHash, createPublicKey, randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { appendSeals, sealFileIn } from '#commands/log/seal-file.ts'
import { sealKeyFrom, signSeal } from '#commands/log/seal.ts'
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
    { position: 44, count: 44, hash: 'a'.repeat(64) },
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
  await appendSeals(forger.sealed.folder, forged, forger.at(1).recordedAt)
  expect(await forger.difference()).toMatchObject({ position: 1, expected: 'the signature of the seal key' })
})

test('a file and a log that each hold a signed seal, but not the same one', async () => {
  const [first] = await forger.sealed.seals()
  if (first === undefined) throw new Error('No seal')
  await rm(sealFileIn(forger.sealed.folder))
  const hash = createHash('sha256').update('another log').digest('hex')
  await appendSeals(
    forger.sealed.folder,
    [signSeal(forger.sealed.privateKey, 1, { ...first, hash }, first.at)],
    first.at,
  )
  expect(await forger.difference()).toMatchObject({ position: 1, through: 10, check: 'seal 1' })
})

test('a missing seal file is said plainly: the end of the log could have been cut', async () => {
  await rm(sealFileIn(forger.sealed.folder))
  expect(await forger.difference()).toMatchObject({
    position: 49,
    check: 'seal file',
    found: expect.stringContaining('cut off'),
  })
})

test('an older copy of the seal file holds what it knows, and the rest is said', async () => {
  await putLines((await lines()).slice(0, 2))
  const verified = await forger.verify()
  expect(verified.differences[0]).toBeUndefined()
  expect(verified.notes).toEqual(['The seal file ends with seal 2; the log has 4'])
})

test('a key that did not sign the seals is told', async () => {
  const publicKey = createPublicKey(sealKeyFrom(randomBytes(32)))
  expect((await forger.verify({ publicKey })).differences[0]).toMatchObject({
    expected: 'the signature of the seal key',
  })
})
