import { randomBytes } from 'node:crypto'
import { appendFile, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasSealFile, readSealFile, sealFileIn } from '#commands/log/seals/seal-file.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { hashIn } from '#commands/log/event-hash.ts'
import type { StoredEvent } from '#commands/log/event-log.ts'
import { createSoleTurns } from '#commands/sole-turn.ts'
import { isSignedBy, keyIdOf, SEAL_STREAM, SEAL_TYPE, sealKeyFrom, signSeal } from '#commands/log/seals/seal.ts'
import type { SealerOptions } from '#commands/log/seals/sealer.ts'
import { readSealsOfFile } from '#commands/log/verify/seals.ts'
import type { Seal } from '#domain/seal/events.ts'
import { followCount } from '#tests/support/stored-events.ts'
import { sealedOver } from './sealed-over.ts'
import { fixedSealKeys, openSealedLog, type SealedLog, tamper, writeHistory } from './sealed-log.ts'
import { NO_KEY, rehashed } from '#tests/commands/log/verify/forger.ts'

let sealed: SealedLog
beforeEach(async () => {
  sealed = await openSealedLog()
})
afterEach(() => sealed.cleanUp())

const atLeast = (count: number) => (seals: readonly Seal[]) => seals.length >= count
const stored = async () => followCount(sealed.log, 0, await sealed.log.head())
const filed = async () => {
  const seals: Seal[] = []
  for await (const { seal } of readSealFile(sealFileIn(sealed.folder))) if (seal !== undefined) seals.push(seal)
  return seals
}

test('every ten events are sealed: position, count, rolling hash and all streams’ ends, signed, in the log and in the file', async () => {
  await writeHistory(sealed, 'one')
  await sealed.sealUntil(atLeast(2))
  const seals = await sealed.seals()
  expect(seals.map(({ number, position, count }) => [number, position, count])).toEqual([
    [1, 10, 10],
    [2, 20, 20],
  ])
  const events = await stored()
  for (const seal of seals) {
    const rolled = sealedOver(events.slice(0, seal.position))
    expect(seal).toMatchObject(rolled)
    expect(isSignedBy([sealed.publicKey], seal)).toBe(true)
  }
  expect(await filed()).toEqual(seals)
})

test('whatever of a sealed event changes, the rolling hash does', async () => {
  await writeHistory(sealed, 'one')
  const [event] = await stored()
  if (event === undefined) throw new Error('No event')
  const { hash } = sealedOver([event])
  const changes = {
    ...{ position: 2, stream: 'wallet-other', revision: 1, id: '00000000-0000-4000-8000-000000000000' },
    ...{ type: 'Other', data: '{}', meta: '{}', recordedAt: '2026-01-01T00:00:00.000Z' },
  }
  for (const [field, value] of Object.entries(changes))
    expect(sealedOver([{ ...event, [field]: value }]).hash, field).not.toBe(hash)
})

test('a signature holds for its seal and its key alone', () => {
  const key = sealKeyFrom(randomBytes(32))
  const said = { position: 10, count: 10, hash: 'a'.repeat(64), streams: 3, root: 'b'.repeat(64) }
  const seal = signSeal(key, 1, said, '2026-03-02T09:00:00.000Z')
  expect(isSignedBy([sealed.publicKey], seal)).toBe(false)
  const mine = signSeal(sealed.privateKey, 1, seal, seal.at)
  expect(isSignedBy([sealed.publicKey], mine)).toBe(true)
  const [hash, root] = ['b'.repeat(64), 'c'.repeat(64)]
  const changes = [
    { number: 2 },
    { position: 11 },
    { count: 9 },
    { hash },
    { streams: 4 },
    { root },
    { at: '2026-03-02' },
  ]
  for (const change of changes) expect(isSignedBy([sealed.publicKey], { ...mine, ...change })).toBe(false)
  expect(isSignedBy([sealed.publicKey], { ...seal, keyId: keyIdOf(sealed.publicKey) })).toBe(false)
})

test('seals do not call for seals, and the next one covers them', async () => {
  const stop = new AbortController()
  // After every event, and at once: a seal that counted would be followed by another for ever.
  const running = sealed.startSealer(stop.signal, { everyEvents: 1, everyMs: 0 })
  for (const name of ['one', 'two']) {
    await writeHistory(sealed, name)
    const last = (await stored()).findLast(({ type }) => type !== SEAL_TYPE)?.position ?? 0
    while (((await sealed.seals()).at(-1)?.position ?? 0) < last);
  }
  stop.abort()
  await running
  const events = await stored()
  let before = 0
  for (const { position, count } of await sealed.seals()) {
    expect(events.slice(before, position).some(({ type }) => type !== SEAL_TYPE)).toBe(true)
    expect(count).toBe(position)
    before = position
  }
})

test('the time since the first event that is not sealed is enough for a seal', async () => {
  await writeHistory(sealed, 'one')
  const head = await sealed.log.head()
  await sealed.sealUntil(atLeast(1), { everyEvents: 1_000_000, everyMs: 1 })
  expect(await sealed.seals()).toMatchObject([{ number: 1, position: head, count: head }])
})

test('sealing goes on from the last seal and reads nothing before it', async () => {
  await writeHistory(sealed, 'one')
  await sealed.sealUntil(atLeast(2))
  await writeHistory(sealed, 'two')
  const from: number[] = []
  const eventLog = {
    ...sealed.log,
    follow: (after: number, signal: AbortSignal) => {
      from.push(after)
      return sealed.log.follow(after, signal)
    },
  }
  await sealed.sealUntil(atLeast(4), { eventLog })
  expect(from).toEqual([20])
  const seals = await sealed.seals()
  expect(seals.at(-1)).toMatchObject(sealedOver((await stored()).slice(0, seals.at(-1)?.position)))
  expect(await filed()).toEqual(seals)
})

test('of two sealers one seals, and the other goes on when its turn has ended', async () => {
  const takeTurn = createSoleTurns(sealed.appUrl, 'sealer')
  const turn = await takeTurn()
  expect(await takeTurn()).toBeUndefined()
  await writeHistory(sealed, 'one')
  const stop = new AbortController()
  const running = sealed.startSealer(stop.signal)
  expect(await takeTurn()).toBeUndefined()
  expect(await sealed.seals()).toEqual([])
  await turn?.end()
  while ((await sealed.seals()).length < 2);
  stop.abort()
  await running
  expect((await sealed.seals()).map(({ number }) => number)).toEqual([1, 2])
})

test('a sealer whose connection is cut takes its turn again and makes no seal twice', async () => {
  const stop = new AbortController()
  const running = sealed.startSealer(stop.signal)
  for (const name of ['one', 'two', 'three']) {
    await writeHistory(sealed, name)
    await sealed.owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = $2',
      [sealed.connection.user, sealed.connection.database],
    )
  }
  while ((await sealed.seals()).length < 6);
  stop.abort()
  await running
  expect(await filed()).toEqual(await sealed.seals())
})

test.each(['before', 'after'] as const)(
  'a sealer that lost its turn while it stood still just %s its append makes no seal twice, and its late line does no harm',
  async (moment) => {
    const { domainLog, seals, startSealer, publicKey, folder, owner, connection } = sealed
    const stop = new AbortController()
    let isHeld = false
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const stand = async () => {
      isHeld = true
      await held
    }
    const log: SealerOptions['log'] = {
      readWhatHolds: domainLog.readWhatHolds,
      async append(...append) {
        if (moment === 'before' && !isHeld) await stand()
        const appended = await domainLog.append(...append)
        if (moment === 'after' && !isHeld) await stand()
        return appended
      },
    }
    const one = startSealer(stop.signal, { log })
    await writeHistory(sealed, 'one')
    while (!isHeld) await sealed.log.head()
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where usename = $1 and datname = $2 and application_name = 'chf sealer'`,
      [connection.user, connection.database],
    )
    const other = startSealer(stop.signal)
    while ((await seals()).length < 2);
    goOn()
    await writeHistory(sealed, 'two')
    while ((await seals()).length < 4);
    stop.abort()
    await Promise.all([one, other])
    expect((await seals()).map(({ number }) => number)).toEqual([1, 2, 3, 4])
    const differences: Difference[] = []
    const file = await readSealsOfFile([publicKey], sealFileIn(folder), (one) => differences.push(one))
    expect(file).toMatchObject({ seals: await seals() })
    expect(differences).toEqual([])
  },
)

test('a seal that a crash kept from the file is there after the next start; a line half written is gone', async () => {
  await writeHistory(sealed, 'one')
  await sealed.sealUntil(atLeast(2))
  const path = sealFileIn(sealed.folder)
  const [first = '', second = ''] = await sealed.fileLines()
  await writeFile(path, `${first}\n${second.slice(0, 40)}`)
  await writeHistory(sealed, 'two')
  await sealed.sealUntil(atLeast(4))
  expect(await filed()).toEqual(await sealed.seals())
  expect(await sealed.fileLines()).toHaveLength(4)
  expect(sealed.reports.join()).toContain('Seal 2 of the log was not in')
})

const WITHOUT = [
  ['removed', async (path: string) => rm(path)],
  ['emptied', async (path: string) => truncate(path)],
  ['cut by its last line', async (path: string) => writeLines(path, (lines) => lines.slice(0, -1))],
] as const
const writeLines = async (path: string, change: (lines: readonly string[]) => readonly string[]) => {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  await writeFile(
    path,
    change(lines)
      .map((line) => `${line}\n`)
      .join(''),
  )
}

test.each(WITHOUT)(
  'a seal file that was %s while the portal runs is not made again: nothing is sealed',
  async (_, change) => {
    const running = sealed.startSealer(new AbortController().signal)
    await writeHistory(sealed, 'one')
    while ((await filed()).length < 2);
    await change(sealFileIn(sealed.folder))
    await writeHistory(sealed, 'two')
    await running
    expect(sealed.reports.join()).toMatch(
      /seals\.jsonl (was removed or cut|has lost seal 2).*Nothing is sealed any more/s,
    )
    expect(await sealed.seals()).toHaveLength(2)
  },
)

test('a last line of the seal file that was written over while the portal runs ends the sealing', async () => {
  const running = sealed.startSealer(new AbortController().signal)
  await writeHistory(sealed, 'one')
  while ((await filed()).length < 2);
  await writeLines(sealFileIn(sealed.folder), (lines) => [
    ...lines.slice(0, -1),
    ...lines.slice(-1).map((line) => line.replace(/"count":\d+/, '"count":9999')),
  ])
  await writeHistory(sealed, 'two')
  await running
  expect(sealed.reports.join()).toContain('has a seal 2 that the log does not hold')
  expect(await sealed.seals()).toHaveLength(2)
})

test('a seal file that was removed, or lost more than its last line, while nothing ran is not made again either', async () => {
  await writeHistory(sealed, 'one')
  await writeHistory(sealed, 'two')
  await sealed.sealUntil(atLeast(4))
  const path = sealFileIn(sealed.folder)
  await writeLines(path, (lines) => lines.slice(0, -2))
  await sealed.startSealer(new AbortController().signal)
  expect(sealed.reports.join()).toContain('ends with seal 2, and the log has more than one behind it')
  await rm(path)
  await sealed.startSealer(new AbortController().signal)
  expect(sealed.reports.join()).toContain('ends with seal 0')
  expect(await hasSealFile(path)).toBe(false)
})

test('a log that has lost a seal of the file is not sealed over', async () => {
  await writeHistory(sealed, 'one')
  await sealed.sealUntil(atLeast(2))
  await tamper(sealed.owner, 'delete from event_log where position > 15', 'update event_log_head set position = 15')
  await sealed.startSealer(new AbortController().signal)
  expect(sealed.reports.join()).toContain('does not hold seal 2')
  expect(await sealed.log.head()).toBe(15)
})

test('seals of another key are not gone on from', async () => {
  await writeHistory(sealed, 'one')
  await sealed.sealUntil(atLeast(2))
  await sealed.startSealer(new AbortController().signal, { sealKeys: fixedSealKeys(sealKeyFrom(randomBytes(32))) })
  expect(sealed.reports.join()).toContain("not signed by this portal's key")
  expect(await sealed.log.read(SEAL_STREAM)).toHaveLength(2)
})

test('a seal file whose last line is no seal stops the sealer before it writes', async () => {
  await writeHistory(sealed, 'one')
  await sealed.sealUntil(atLeast(2))
  const path = sealFileIn(sealed.folder)
  await appendFile(path, '{"seal":{}}\n')
  const before = await readFile(path, 'utf8')
  await sealed.startSealer(new AbortController().signal)
  expect(sealed.reports.join()).toContain('The last line')
  expect(await readFile(path, 'utf8')).toBe(before)
})

test('what the portal did not write is never sealed: the sealer stops before it, and says where', async () => {
  await writeHistory(sealed, 'one')
  const stream = 'transaction-one'
  const [last] = (await sealed.log.read(stream)).slice(-1)
  if (last === undefined) throw new Error('There is no transaction')
  const id = '00000000-0000-5000-8000-000000000004'
  const revision = last.revision + 1
  const forged = rehashed({ ...last, id }, { revision, prev: hashIn(last.meta) }, NO_KEY)
  // With the app's own rights: the append function asks for no more than the right revision.
  const { position } = await sealed.log.append(stream, last.revision, [
    { id, type: last.type, data: last.data, meta: forged.meta },
  ])
  await writeHistory(sealed, 'two')
  const running = sealed.startSealer(new AbortController().signal)
  await running
  expect(sealed.reports.join()).toContain(
    `Position ${position} (${last.type}, event ${revision} of ${stream}) was not written by the portal`,
  )
  expect((await sealed.seals()).filter((seal) => seal.position >= position)).toEqual([])
})

test.each([
  [
    'the copy of an event before it',
    ({ position }: StoredEvent, head: number) => ({
      wrong: head + 1,
      statements: [
        'alter table event_log drop constraint event_log_place, drop constraint event_log_id',
        `insert into event_log select ${head + 1}, stream, revision, id, type, data, meta, recorded_at
           from event_log where position = ${position}`,
      ],
    }),
  ],
  [
    'an event when the one before it is missing',
    ({ position }: StoredEvent) => ({
      wrong: position,
      statements: [
        `delete from event_log where position = ${position}`,
        `update event_log set position = -position where position > ${position}`,
        'update event_log set position = -position - 1 where position < 0',
      ],
    }),
  ],
])('nothing is sealed over %s', async (_what, tampered) => {
  await writeHistory(sealed, 'one')
  const events = await stored()
  const one = events.findLast(({ stream, position }) => events[position]?.stream === stream)
  if (one === undefined) throw new Error('No event goes on from the one before it')
  const { wrong, statements } = tampered(one, events.length)
  const head = 'update event_log_head set position = (select max(position) from event_log)'
  await tamper(sealed.owner, ...statements, head)
  const found: Difference[] = []
  await sealed.startSealer(new AbortController().signal, { found: async (difference) => void found.push(difference) })
  expect(found).toMatchObject([{ position: wrong, check: 'revision' }])
  expect((await sealed.seals()).filter((seal) => seal.position >= wrong)).toEqual([])
})
