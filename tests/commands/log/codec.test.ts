import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Codec, createCodec, InvalidEvent } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { checkEvent } from '#commands/log/event-hash.ts'
import { NewerEvent } from '#commands/log/unread-event.ts'
import { type EventToStore, NO_STREAM, type StoredEvent } from '#commands/log/event-log.ts'
import { PersonErasedError, type PersonKeys } from '#commands/log/keys.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { createMemoryLog, createMemoryStore } from '#commands/log/memory/log.ts'
import { allEvents } from '#domain/events.ts'
import type { AnyEvent } from '#domain/kernel/decider.ts'
import { type EventTable, personal, personalText, withFacts } from '#domain/kernel/event-table.ts'
import { AT, command } from '#tests/support/command.ts'
import { TEST_EVENT_KEYS, testSecrets } from '#tests/support/test-secrets.ts'

/** A note was once without a stage; a sum was once `{sum}`, then `{count}`. */
const table = {
  NoteTaken: withFacts(
    z.object({ personId: z.string(), text: personalText(z.string().optional()), stage: personal(z.int(), 0) }),
    { subject: 'personId', upcasters: [(data) => ({ ...data, stage: 1 })] },
  ),
  SumCounted: withFacts(z.object({ amount: z.int() }), {
    upcasters: [({ sum, ...rest }) => ({ ...rest, count: sum }), ({ count, ...rest }) => ({ ...rest, amount: count })],
  }),
} satisfies EventTable

const note = (personId = 'ngozi', text = 'Coughs since May') => ({
  type: 'NoteTaken',
  data: { personId, text, stage: 3 },
})
const counted = (amount = 100) => ({ type: 'SumCounted', data: { amount } })
const START = { revision: NO_STREAM, hash: '' }

let keys: PersonKeys
let codec: Codec
beforeEach(() => {
  keys = createMemoryKeys()
  codec = createCodec(table, keys, testSecrets())
})

const placed = (events: readonly EventToStore[], from = 0, stream = 'note-1'): readonly StoredEvent[] =>
  events.map((event, index) => ({
    ...event,
    position: from + index + 1,
    stream,
    revision: from + index,
    recordedAt: AT,
  }))
const store = async (events: readonly AnyEvent[], given = command('Note', {})) =>
  placed(await codec.encode('note-1', START, events, given))
const checked = (stored: StoredEvent) => checkEvent(stored, TEST_EVENT_KEYS)
const read = async (stored: StoredEvent) => codec.decode(stored, await keys.load(codec.subjectsOf([stored])))

test('a name with NUL is refused before anything is written, by its field and without its value', async () => {
  const real = createCodec(allEvents, keys, testSecrets())
  const data = { userId: 'u-1', by: 'u-1', at: AT, firstName: 'Ada\u0000', lastName: 'Obi', phoneNumber: '08012345678' }
  const events = [{ type: 'UserProfileChanged', data }]
  const refused = await real.encode('user-u-1', START, events, command('Note', {})).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(InvalidEvent)
  expect(refused).toMatchObject({ fields: { firstName: [expect.any(String)] } })
  expect(String(refused)).not.toContain('Ada')
})

describe('what is unknown or broken never enters', () => {
  test.each([
    ['an unknown event', { type: 'NoteBurnt', data: {} }, /Unknown event type NoteBurnt/],
    ['a name that every object has', { type: 'constructor', data: {} }, /Unknown event type/],
    ['a field missing', { type: 'SumCounted', data: {} }, InvalidEvent],
    ['a field too many', { type: 'SumCounted', data: { amount: 1, note: 'x' } }, InvalidEvent],
    ['a field of another type', { type: 'SumCounted', data: { amount: '1' } }, InvalidEvent],
    ['a fraction where whole numbers belong', { type: 'SumCounted', data: { amount: 0.5 } }, InvalidEvent],
    ['no data', { type: 'SumCounted', data: null }, InvalidEvent],
  ])('%s', async (_, event, error) => {
    await expect(store([event])).rejects.toThrow(error)
  })

  test('one broken event keeps the whole command out', async () => {
    const log = createDomainLog(createMemoryLog(), codec, keys)
    const events = [counted(1), { type: 'SumCounted', data: {} }]
    await expect(log.append('note-1', START, events, command('Note', {}))).rejects.toThrow(InvalidEvent)
    expect(await log.head()).toBe(0)
  })

  test('an unknown event in the log stops who reads it, by its place', async () => {
    const [stored] = await store([counted()])
    if (stored === undefined) throw new Error('Nothing stored')
    await expect(read({ ...stored, type: 'NoteBurnt' })).rejects.toThrow('Unknown event type NoteBurnt at position 1')
  })
})

describe('an event of a newer version', () => {
  test('is never read as if it were of a known one', async () => {
    const [stored] = await store([counted()])
    const newer = { ...(stored ?? never()), meta: (stored ?? never()).meta.replace('"version":3', '"version":4') }
    expect(newer.meta).toContain('"version":4')
    await expect(read(newer)).rejects.toThrow(NewerEvent)
    await expect(read(newer)).rejects.toThrow(/SumCounted in a version 4 not known here at position 1/)
  })
})

describe('old shapes', () => {
  const old = (stored: StoredEvent | undefined, version: number, data: object): StoredEvent => {
    const { meta, ...rest } = stored ?? never()
    return { ...rest, data: JSON.stringify(data), meta: meta.replace(/"version":\d/, `"version":${version}`) }
  }

  test.each([
    ['two versions back', 1, { sum: 7 }],
    ['one version back', 2, { count: 7 }],
    ['the present one', 3, { amount: 7 }],
  ])('%s are read as the present one', async (_, version, data) => {
    const [stored] = await store([counted()])
    expect((await read(old(stored, version, data))).event.data).toEqual({ amount: 7 })
  })

  test('what was personal in them is decrypted first', async () => {
    const [stored] = await store([note()])
    const { personId, text } = JSON.parse(stored?.data ?? '') as Record<string, unknown>
    const { event } = await read(old(stored, 1, { personId, text }))
    expect(event.data).toEqual({ personId: 'ngozi', text: 'Coughs since May', stage: 1 })
  })

  test('what is written now says the present version', async () => {
    const versions = (await store([note(), counted()])).map(
      ({ meta }) => (JSON.parse(meta) as { version: number }).version,
    )
    expect(versions).toEqual([2, 3])
  })
})

describe('the metadata', () => {
  test('says who, as what, by which permission, from where, and why', async () => {
    const origin = {
      roles: ['SUPPORT'],
      permission: 'VIEW',
      coeId: 'coe-1',
      correlationId: 'request-1',
      causationId: 'event-1',
      onBehalfOf: 'patient-1',
    }
    const [stored] = await store([counted()], { ...command('Note', {}, { id: 'command-1', by: 'user-9' }), origin })
    const { meta } = await read(stored ?? never())
    expect(meta).toMatchObject({ ...origin, actor: 'user-9', commandId: 'command-1', version: 3, prev: '' })
  })

  test('event ids derive from stream, command and place, so that the same append has the same bytes', async () => {
    const given = command('Note', {})
    const [first, again] = [await store([note(), counted()], given), await store([note(), counted()], given)]
    expect(again).toEqual(first)
    expect(new Set(first.map(({ id }) => id)).size).toBe(2)
    const elsewhere = await codec.encode('note-2', START, [note()], given)
    expect(first.map(({ id }) => id)).not.toContain(elsewhere[0]?.id)
  })

  test('the hash of a command is of what was asked by whom, and tells nobody what it was', () => {
    const given = command('Note', { text: 'Coughs' }, { by: 'ada' })
    const other = createCodec(table, keys, testSecrets('another secret'))
    expect(codec.hashOf({ ...given, id: 'other', at: 'later' })).toBe(codec.hashOf(given))
    expect(codec.hashOf({ ...given, by: 'bola' })).not.toBe(codec.hashOf(given))
    expect(codec.hashOf({ ...given, data: { text: 'coughs' } })).not.toBe(codec.hashOf(given))
    expect(other.hashOf(given)).not.toBe(codec.hashOf(given))
  })
})

describe('the hash chain of a stream', () => {
  test('ties each event to the one before it, across appends', async () => {
    const memory = createMemoryLog()
    const log = createDomainLog(memory, codec, keys)
    const { head } = await log.append('note-1', START, [note(), counted(1)], command('Note', {}))
    await log.append('note-1', head, [counted(2)], command('Note', {}))
    const all = (await memory.read('note-1')).map(checked)
    expect(all.map(({ holds }) => holds)).toEqual([true, true, true])
    expect(all.map(({ prev }) => prev)).toEqual(['', all[0]?.hash, all[1]?.hash])
    expect(head.hash).toBe(all[1]?.hash)
  })

  test('goes on from what is stored when two give the same command with different metadata', async () => {
    const memory = createMemoryLog()
    const log = createDomainLog(memory, codec, keys)
    const given = command('Note', {})
    const again = { ...given, origin: { ...given.origin, roles: ['PROCESS'], correlationId: 'another' } }
    const first = await log.append('note-1', START, [note(), counted(1)], given)
    const second = await log.append('note-1', START, [note(), counted(1)], again)
    expect(second).toEqual(first)
    await log.append('note-1', second.head, [counted(2)], command('Note', {}))
    const all = (await memory.read('note-1')).map(checked)
    expect(all.map(({ prev }) => prev)).toEqual(['', all[0]?.hash, all[1]?.hash])
  })

  test('names the command that is stored when another one makes the same events under its id', async () => {
    const log = createDomainLog(createMemoryLog(), codec, keys)
    const given = command('Note', { text: 'Coughs' })
    const other = { ...given, data: { text: 'Sleeps' } }
    await log.append('note-1', START, [counted(1)], given)
    const { commandHash } = await log.append('note-1', START, [counted(1)], other)
    expect(commandHash).toBe(codec.hashOf(given))
    expect(commandHash).not.toBe(codec.hashOf(other))
  })

  test.each<[string, (event: StoredEvent) => StoredEvent]>([
    ['data', (event) => ({ ...event, data: event.data.replace('100', '101') })],
    ['type', (event) => ({ ...event, type: 'NoteTaken' })],
    ['id', (event) => ({ ...event, id: event.id.replace(/.$/, 'x') })],
    ['revision', (event) => ({ ...event, revision: 7 })],
    ['stream', (event) => ({ ...event, stream: 'note-2' })],
    ['actor', (event) => ({ ...event, meta: event.meta.replace('user-1', 'user-2') })],
    ['previous hash', (event) => ({ ...event, meta: event.meta.replace('"prev":""', '"prev":"00"') })],
    ['hash', (event) => ({ ...event, meta: event.meta.replace(/"hash":"./, '"hash":"g') })],
    ['metadata', (event) => ({ ...event, meta: '{}' })],
  ])('does not hold when somebody changes the %s', async (_, change) => {
    const [stored] = await store([counted(100)])
    const changed = change(stored ?? never())
    expect(changed).not.toEqual(stored)
    expect(checked(stored ?? never())).toMatchObject({ holds: true, mac: 'holds' })
    expect(checked(changed).mac).toBe('wrong')
  })

  test('still holds when a person is erased: it is taken over what is stored', async () => {
    const [stored] = await store([note()])
    await keys.destroy('ngozi')
    expect(checked(stored ?? never())).toMatchObject({ holds: true, mac: 'holds' })
  })
})

describe('what is personal', () => {
  test('is stored encrypted, of whatever type, and read back by its person’s key', async () => {
    const [stored] = await store([note()])
    expect(stored?.data).not.toMatch(/Coughs|"stage":3/)
    expect(JSON.parse(stored?.data ?? '')).toEqual({
      personId: 'ngozi',
      text: expect.stringMatching(/^aes256gcm:/),
      stage: expect.stringMatching(/^aes256gcm:/),
    })
    expect((await read(stored ?? never())).event).toEqual(note())
  })

  test('left out stays left out', async () => {
    const data = { personId: 'ngozi', stage: 2 }
    const [stored] = await store([{ type: 'NoteTaken', data }])
    expect((await read(stored ?? never())).event.data).toEqual(data)
  })

  test('of one person cannot be read with the key of another', async () => {
    const [stored] = await store([note('ngozi')])
    const others = new Map([['ngozi', await keys.getOrCreate('bola')]])
    expect(() => codec.decode(stored ?? never(), others)).toThrow()
  })

  test('cannot be moved to another event, field or stream', async () => {
    const [one, two] = await store([note('ngozi', 'first'), note('ngozi', 'second')])
    if (one === undefined || two === undefined) throw new Error('Nothing stored')
    await expect(read({ ...one, data: two.data })).rejects.toThrow()
    await expect(read({ ...one, stream: 'note-2' })).rejects.toThrow()
    const { text, stage, ...rest } = JSON.parse(one.data) as Record<string, string>
    await expect(read({ ...one, data: JSON.stringify({ ...rest, text: stage, stage: text }) })).rejects.toThrow()
  })

  test('the same words of two people, or at two places, look different and share no nonce', async () => {
    const stored = await store([note('ngozi'), note('ngozi'), note('bola')])
    const sealed = stored.map(({ data }) => (JSON.parse(data) as { text: string }).text.replace('aes256gcm:', ''))
    const nonces = sealed.map((text) => Buffer.from(text, 'base64').subarray(0, 12).toString('hex'))
    const ciphers = sealed.map((text) => Buffer.from(text, 'base64').subarray(28).toString('hex'))
    for (const parts of [nonces, ciphers]) expect(new Set(parts).size).toBe(3)
  })

  test('reads as erased once the key is destroyed, and the rest of the event stays', async () => {
    const [stored] = await store([note()])
    await keys.destroy('ngozi')
    expect((await read(stored ?? never())).event.data).toEqual({ personId: 'ngozi', text: '[erased]', stage: 0 })
  })

  test('of others stays readable when one person is erased', async () => {
    const stored = await store([note('ngozi'), note('bola')])
    await keys.destroy('ngozi')
    const log = createMemoryLog({ store: withEvents(stored) })
    const texts = (await createDomainLog(log, codec, keys).read('note-1')).map(({ event }) => event.data)
    expect(texts).toEqual([{ personId: 'ngozi', text: '[erased]', stage: 0 }, note('bola').data])
  })

  test('of an erased person is never written again: what happened is, without it', async () => {
    await keys.destroy('ngozi')
    const [stored] = await store([note()])
    expect(stored?.data).not.toContain('Coughs')
    expect((await read(stored ?? never())).event.data).toEqual({ personId: 'ngozi', text: '[erased]', stage: 0 })
    await expect(keys.getOrCreate('ngozi')).rejects.toThrow(PersonErasedError)
  })

  test('without a named subject is refused when the table is read', () => {
    const of = (person?: string) => ({ NoteTaken: z.object({ text: personalText(z.string(), person) }) })
    expect(() => createCodec(of('personId'), keys, testSecrets())).toThrow('is not beside it')
    expect(() => createCodec(of(), keys, testSecrets())).toThrow('must name its person')
  })
})

function withEvents(stored: readonly StoredEvent[]) {
  const kept = createMemoryStore()
  for (const event of stored) kept.events.push(event)
  kept.streams.set('note-1', [...stored])
  return kept
}

const never = (): never => {
  throw new Error('Nothing stored')
}
