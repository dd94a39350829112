import { randomBytes } from 'node:crypto'
import { link, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendSeals, lastSealsIn, sealFileIn } from '#commands/log/seals/seal-file.ts'
import { sealFolder } from '#commands/log/seals/seal-folder.ts'
import { sealReceiver } from '#commands/log/seals/seal-receiver.ts'
import { sealKeyFrom, signSeal } from '#commands/log/seals/seal.ts'
import type { SealerOptions } from '#commands/log/seals/sealer.ts'
import { RECEIVER_TOKEN, type SealReceiver, startSealReceiver, withStatus } from '#tests/support/seal-receiver.ts'
import { pipeAt } from '#tests/support/pipe.ts'
import { openSealedLog, type SealedLog, tamper, writeHistory } from './sealed-log.ts'

let sealed: SealedLog
let receiver: SealReceiver
let stop: AbortController
beforeEach(async () => {
  sealed = await openSealedLog()
  receiver = await startSealReceiver()
  stop = new AbortController()
})
afterEach(async () => {
  stop.abort()
  await receiver.die()
  await sealed.cleanUp()
})

const place = (patience = 5_000) => sealReceiver({ url: receiver.url, token: RECEIVER_TOKEN, patience })
/** A sealer that carries its seals to the receiver until the test stops it. */
const seal = (over: Partial<SealerOptions> = {}) =>
  sealed.startSealer(stop.signal, { secondPlace: place(), pauses: { first: 20, longest: 20 }, ...over })
const received = () => receiver.seals().map(({ number }) => number)
const WHILE = { timeout: 30_000, interval: 20 }
const until = (numbers: readonly number[]) => expect.poll(received, WHILE).toEqual(numbers)
const ended = async (running: Promise<void>) => {
  await running
  stop.abort()
  return sealed.reports.join('\n')
}
const restart = async (running: Promise<void>) => {
  stop.abort()
  await running
  stop = new AbortController()
  sealed.reports.length = 0
  sealed.remarks.length = 0
}

/** Log, head row and seal file cut back to the first seal, as whoever has this whole machine could. */
async function cutBack(): Promise<void> {
  const [first] = await sealed.seals()
  const { rows } = await sealed.owner.query<{ position: string }>(
    "select position from event_log where type = 'LogSealed' order by position",
  )
  const end = Number(rows[0]?.position)
  await tamper(
    sealed.owner,
    `delete from event_log where position > ${end}`,
    `update event_log_head set position = ${end}`,
  )
  await rm(sealFileIn(sealed.folder))
  if (first !== undefined) await appendSeals(sealed.folder, [first])
}

test('every seal goes to the second place, in order and once, with the token and nothing of it in the address', async () => {
  const running = seal()
  await writeHistory(sealed, 'one')
  await until([1, 2])
  await writeHistory(sealed, 'two')
  await until([1, 2, 3, 4])
  expect(receiver.seals()).toEqual(await sealed.seals())
  expect(receiver.asked).toEqual(['GET', 'POST 1', 'POST 2', 'POST 3', 'POST 4'])
  expect(receiver.url).not.toContain(RECEIVER_TOKEN)
  await restart(running)
  const again = seal()
  await writeHistory(sealed, 'three')
  await until([1, 2, 3, 4, 5, 6])
  expect(receiver.asked.slice(5)).toEqual(['GET', 'POST 5', 'POST 6'])
  await restart(again)
})

test('while it is away seals are made all the same, and all come once it is back', async () => {
  await receiver.die()
  const running = seal()
  await writeHistory(sealed, 'one')
  await expect.poll(async () => (await sealed.seals()).length, WHILE).toBe(2)
  await expect.poll(() => sealed.reports.join(), WHILE).toContain('Seals cannot be brought to')
  expect(sealed.reports.join()).toContain('the portal goes on, and asks again')
  await receiver.comeBack()
  await until([1, 2])
  await restart(running)
})

test.each([
  ['answers 500', withStatus(500), 'it answers 500'],
  ['does not know the token', withStatus(401), 'answers 401'],
  ['sends elsewhere', withStatus(307), 'unexpected redirect'],
  ['never answers', () => true, 'does not answer'],
] as const)('one that %s is asked again until it takes them', async (_, misbehave, said) => {
  receiver.answerBy((request, answer) => request.method === 'POST' && misbehave(request, answer))
  const running = seal({ secondPlace: place(200) })
  await writeHistory(sealed, 'one')
  await expect.poll(() => sealed.reports.join(), WHILE).toMatch(new RegExp(said))
  expect(received()).toEqual([])
  receiver.answerBy(() => false)
  await until([1, 2])
  await restart(running)
})

test('one that dies after it took a seal, before it said so, is asked what it has and given no other', async () => {
  let isCut = false
  receiver.answerBy((request) => {
    if (request.method !== 'POST' || isCut) return false
    isCut = true
    void sealed.seals().then(([first]) => {
      if (first !== undefined) receiver.hold(first)
      request.socket.destroy()
    })
    return true
  })
  const running = seal()
  await writeHistory(sealed, 'one')
  await until([1, 2])
  expect(receiver.asked).toEqual(['GET', 'POST 1', 'GET', 'POST 2'])
  await restart(running)
})

test('seals that have waited for five minutes are remarked with their number, until they are taken', async () => {
  let clock = Date.now()
  receiver.answerBy((request, answer) => request.method === 'POST' && withStatus(503)(request, answer))
  const running = seal({ now: () => clock })
  await writeHistory(sealed, 'one')
  await expect.poll(async () => (await sealed.seals()).length, WHILE).toBe(2)
  await expect.poll(() => sealed.reports.length, WHILE).toBeGreaterThan(1)
  expect(sealed.remarks.filter((one) => one !== undefined)).toEqual([])
  clock += 6 * 60_000
  await expect.poll(() => sealed.remarks.at(-1), WHILE).toMatch(/^2 of 2 seals wait to be taken by the second place/)
  receiver.answerBy(() => false)
  await expect.poll(() => sealed.remarks.at(-1), WHILE).toBeUndefined()
  await restart(running)
})

test('another seal under a number that it holds ends the sealing', async () => {
  const running = seal()
  await writeHistory(sealed, 'one')
  await until([1, 2])
  const [, second] = await sealed.seals()
  if (second === undefined) throw new Error('No second seal')
  receiver.hold(signSeal(sealed.privateKey, 3, { ...second, hash: 'b'.repeat(64) }, second.at))
  await writeHistory(sealed, 'two')
  expect(await ended(running)).toContain('holds another seal 3. Nothing is sealed any more')
})

test('log, head row and seal file cut back together: the second place knows better, at the next start', async () => {
  const running = seal()
  await writeHistory(sealed, 'one')
  await writeHistory(sealed, 'two')
  await until([1, 2, 3, 4])
  await restart(running)
  await cutBack()
  const head = await sealed.log.head()
  expect(await ended(seal())).toMatch(/holds seal 4, of \d+ events, and the log does not: its end was cut off/)
  expect(await sealed.log.head()).toBe(head)
})

test('the same while it is away at the start: found when it is back, and nothing is sealed from then on', async () => {
  const running = seal()
  await writeHistory(sealed, 'one')
  await writeHistory(sealed, 'two')
  await until([1, 2, 3, 4])
  await restart(running)
  await cutBack()
  await receiver.die()
  const again = seal()
  await expect.poll(() => sealed.reports.join(), WHILE).toContain('the portal goes on')
  await receiver.comeBack()
  expect(await ended(again)).toContain('Nothing is sealed any more')
  expect(received()).toEqual([1, 2, 3, 4])
})

test('seals there that are another portal’s end the sealing', async () => {
  const rolled = { position: 10, count: 10, hash: 'a'.repeat(64), streams: 1, root: 'b'.repeat(64) }
  receiver.hold(signSeal(sealKeyFrom(randomBytes(32)), 1, rolled, '2026-03-02T09:00:00.000Z'))
  expect(await ended(seal())).toContain('is not signed by this portal')
})

/** All that is sealed stands there, however often it is sealed meanwhile. */
const allIsIn = (folder: string) =>
  expect.poll(async () => isDeepStrictEqual(await lastSealsIn(folder), await sealed.seals()), WHILE).toBe(true)

test('a folder holds the same file; one that is not mounted is away, and is not made anew', async () => {
  const folder = join(sealed.folder, 'usb')
  const secondPlace = sealFolder(folder, sealed.folder)
  const running = seal({ secondPlace })
  await writeHistory(sealed, 'one')
  await expect.poll(() => sealed.reports.join(), WHILE).toContain(`There is no folder ${folder}`)
  await mkdir(folder)
  await expect.poll(async () => (await lastSealsIn(folder)).length, WHILE).toBe(2)
  await rename(folder, `${folder}-away`)
  await writeHistory(sealed, 'two')
  await expect.poll(async () => (await sealed.seals()).length, WHILE).toBe(4)
  await rename(`${folder}-away`, folder)
  await allIsIn(folder)
  await rm(sealFileIn(folder))
  await writeHistory(sealed, 'three')
  await expect.poll(() => sealed.reports.join(), WHILE).toContain(`Seals were taken out of ${folder}: it ends with 0`)
  await expect
    .poll(() => sealed.remarks.at(-1), WHILE)
    .toMatch(/^the second place has lost seals: it took 4, and ended/)
  await allIsIn(folder)
  await restart(running)
})

test('a link to the first place’s own file, or a pipe, is no second place: said, and taken once it is put right', async () => {
  const folder = join(sealed.folder, 'usb')
  await mkdir(folder)
  await writeFile(sealFileIn(sealed.folder), '')
  await link(sealFileIn(sealed.folder), sealFileIn(folder))
  const running = seal({ secondPlace: sealFolder(folder, sealed.folder) })
  await writeHistory(sealed, 'one')
  const none = 'the second place is none: its file of the seals is a link'
  await said().toContain(none)
  expect(sealed.reports.join()).toContain('are one file: the seals have no second place')
  await rm(sealFileIn(folder))
  await expect.poll(async () => (await lastSealsIn(folder)).length, WHILE).toBe(2)
  await said().toBeUndefined()
  await restart(running)
  for (const spoil of [pipeAt, (path: string) => symlink(sealFileIn(sealed.folder), path)]) {
    await rename(sealFileIn(folder), `${folder}-kept`)
    await spoil(sealFileIn(folder))
    const again = seal({ secondPlace: sealFolder(folder, sealed.folder) })
    await said().toContain(none)
    await rm(sealFileIn(folder))
    await rename(`${folder}-kept`, sealFileIn(folder))
    await said().toBeUndefined()
    await restart(again)
  }
})

test('a pipe or a folder in the place of the first file is said, holds nobody up, and goes on once it is put right', async () => {
  const running = seal()
  await writeHistory(sealed, 'one')
  await until([1, 2])
  await restart(running)
  const path = sealFileIn(sealed.folder)
  for (const spoil of [pipeAt, mkdir]) {
    await rename(path, `${path}-kept`)
    await spoil(path)
    const stopped = seal()
    await said().toContain('nothing is sealed: where the file of the seals should be is none')
    await restart(stopped)
    const again = seal()
    await said().toContain('nothing is sealed')
    await rm(path, { recursive: true })
    await rename(`${path}-kept`, path)
    await said().toBeUndefined()
    await restart(again)
  }
  const last = seal()
  await writeHistory(sealed, 'two')
  await until([1, 2, 3, 4])
  await restart(last)
})

test('a pipe in the place of what the second place has taken is said, and what is there is brought once it is put right', async () => {
  await pipeAt(join(sealed.folder, 'taken.json'))
  const running = seal(OFTEN)
  await writeHistory(sealed, 'one')
  await said().toContain('what the second place has taken is not known: taken.json beside the seals is no file')
  await rm(join(sealed.folder, 'taken.json'))
  await until([1, 2])
  await said().toBeUndefined()
  await restart(running)
})

test('one that was emptied while nothing ran is given all again, and that is said', async () => {
  const running = seal(OFTEN)
  await writeHistory(sealed, 'one')
  await until([1, 2])
  await restart(running)
  receiver.lose(0)
  receiver.answerBy((request, answer) => request.method === 'POST' && withStatus(503)(request, answer))
  const again = seal(OFTEN)
  await said().toContain(LOST(2, 0))
  await restart(again)
  // Another start knows of it as well.
  const third = seal(OFTEN)
  await said().toContain(LOST(2, 0))
  receiver.answerBy(() => false)
  await until([1, 2])
  await said().toBeUndefined()
  await restart(third)
})

const OFTEN = { askEvery: 50 }
const LOST = (took: number, has: number) => `the second place has lost seals: it took ${took}, and ended with ${has}`
const said = () => expect.poll(() => sealed.remarks.at(-1), WHILE)

test('one that loses what it took is found when it is asked again, given it once more, and said until it has it', async () => {
  const running = seal(OFTEN)
  await writeHistory(sealed, 'one')
  await writeHistory(sealed, 'two')
  await until([1, 2, 3, 4])
  // A disk that was put back to a day before.
  receiver.answerBy((request, answer) => request.method === 'POST' && withStatus(503)(request, answer))
  receiver.lose(1)
  await said().toContain(LOST(4, 1))
  expect(received()).toEqual([1])
  receiver.answerBy(() => false)
  await until([1, 2, 3, 4])
  await said().toBeUndefined()
  expect(sealed.reports.join()).toContain('took seal 4 and ends with seal 1')
  await restart(running)
})

test.each([
  ['has none of what it says that it takes', { seals: [] as object[] }],
  ['forgets all behind the first', undefined],
])('one that %s: said for as long, and never given it without end', async (_, empty) => {
  receiver.answerBy((request, answer) => {
    if (request.method === 'POST') return withStatus(200)(request, answer)
    const [first] = receiver.taken()
    answer.writeHead(200).end(JSON.stringify(empty ?? { seals: first === undefined ? [] : [first] }))
    return true
  })
  const running = seal({ askEvery: 400 })
  await writeHistory(sealed, 'one')
  await writeHistory(sealed, 'two')
  // How many it had taken when it was asked first, its speed decides.
  await said().toMatch(empty === undefined ? /it took \d, and ended with 1/ : /it took \d, and ended with 0/)
  const asked = () => receiver.asked.filter((one) => one === 'GET').length
  const before = asked()
  await expect.poll(asked, WHILE).toBeGreaterThan(before + 4)
  // Each time that it is asked, at most what it lacks.
  expect(receiver.asked.length).toBeLessThan(asked() * 6)
  expect(sealed.remarks.at(-1)).toContain('the second place has lost seals')
  expect((await sealed.seals()).length).toBe(4)
  await restart(running)
})
