import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StreamEnds } from '#commands/log/seals/stream-ends.ts'
import type { StreamEnd } from '#commands/log/seals/ends-tree.ts'
import { followCount } from '#tests/support/stored-events.ts'
import { openSealedLog, type SealedLog, tamper, writeHistory } from './sealed-log.ts'
import { sealedOver } from './sealed-over.ts'

let sealed: SealedLog
beforeEach(async () => {
  sealed = await openSealedLog()
  await writeHistory(sealed, 'one')
  await sealed.sealUntil((seals) => seals.length >= 2)
})
afterEach(() => sealed.cleanUp())

/** From where the log is read by a sealer that makes the seals of another history, and what it reports. */
async function sealOn(
  over: { streamEnds?: StreamEnds } = {},
): Promise<{ readFrom: number | undefined; reports: string }> {
  sealed.reports.length = 0
  const from: number[] = []
  const eventLog = {
    ...sealed.log,
    follow: (after: number, signal: AbortSignal) => {
      from.push(after)
      return sealed.log.follow(after, signal)
    },
  }
  const had = (await sealed.seals()).length
  await writeHistory(sealed, `after-${had}`)
  await sealed.sealUntil((seals) => seals.length >= had + 2, { eventLog, ...over })
  const seals = await sealed.seals()
  const events = await followCount(sealed.log, 0, await sealed.log.head())
  for (const seal of seals) expect(seal).toMatchObject(sealedOver(events.slice(0, seal.position)))
  return { readFrom: from[0], reports: sealed.reports.join() }
}

async function table(): Promise<readonly StreamEnd[]> {
  return (await sealed.owner.query<StreamEnd>('select stream, revision, hash from stream_end order by stream')).rows
}
const change = (statement: string) => tamper(sealed.owner, statement)

test('the next start goes on from the table, and reads nothing before the last seal', async () => {
  expect((await table()).map(({ stream }) => stream)).toContain('wallet-pool')
  expect(await sealOn()).toEqual({ readFrom: 20, reports: '' })
  expect(await sealOn()).toMatchObject({ reports: '' })
})

test('a process that dies between a seal and its table goes on from the seal before', async () => {
  await sealOn({ streamEnds: { ...sealed.streamEnds, write: async () => undefined } })
  expect(await sealOn()).toEqual({ readFrom: 20, reports: '' })
  expect(await sealOn()).toMatchObject({ reports: '' })
})

test.each([
  ['an end that was changed', `update stream_end set hash = repeat('a', 64) where stream = 'wallet-pool'`],
  ['an end that no stream has', `insert into stream_end values ('wallet-other', 0, repeat('a', 64))`],
  ['an end that was taken out', `delete from stream_end where stream = 'wallet-pool'`],
  ['what is no hash', `update stream_end set hash = 'gone' where stream = 'wallet-pool'`],
  ['another seal’s number', 'update stream_end_seal set number = 1'],
  ['the number of a seal that is not there', 'update stream_end_seal set number = 9'],
  ['no number', 'delete from stream_end_seal'],
  ['nothing', 'delete from stream_end'],
])('a table with %s is made anew from the log, and that is said', async (_, statement) => {
  await change(statement)
  const { readFrom, reports } = await sealOn()
  expect(readFrom).toBe(0)
  expect(reports).toMatch(/stream_end is .*: the whole log is read instead/)
  expect(await sealOn()).toMatchObject({ reports: '' })
})

test('a table that is away holds nothing up, and is told of', async () => {
  await change('drop table stream_end')
  const { reports } = await sealOn()
  expect(reports).toContain('cannot be read')
  expect(reports).toContain('cannot be written')
})

test('a log that does not give what its last seal says is not gone on with, when the table does not help either', async () => {
  await change(`delete from stream_end_seal`)
  await change(`update event_log set recorded_at = recorded_at + interval '1 millisecond' where position = 1`)
  const seals = await sealed.seals()
  await sealed.startSealer(new AbortController().signal)
  expect(sealed.reports.join()).toContain(
    'The log does not give what seal 2 says of its events from 1 to 20. Nothing is sealed any more',
  )
  expect(await sealed.seals()).toEqual(seals)
})
