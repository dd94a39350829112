import { describe, expect, test } from 'vitest'
import { createCodec } from '#commands/log/codec.ts'
import { checkEvent } from '#commands/log/event-hash.ts'
import { allEvents } from '#domain/events.ts'
import { factsOf } from '#domain/kernel/event-table.ts'
import { readSamples, sampleKeys, sampleNameOf } from '#tests/support/event-samples.ts'
import { TEST_EVENT_KEYS, testSecrets } from '#tests/support/test-secrets.ts'

const samples = readSamples()
const codec = createCodec(allEvents, sampleKeys, testSecrets())

test('every event type is stored as a sample, in its present version and in every one before', () => {
  const wanted = Object.keys(allEvents).flatMap((type) => {
    const present = sampleNameOf(type)
    const version = Number(/\.v(\d+)\.json$/.exec(present)?.[1])
    return Array.from({ length: version }, (_, index) => `${type}.v${index + 1}.json`)
  })
  // One that is missing: tests/support/event-sample-program.ts. One too many: an event that the code forgot.
  expect([...samples.keys()].sort()).toEqual(wanted.sort())
})

describe.each([...samples])('%s', (name, { stored, key, expected }) => {
  const keys = new Map(codec.subjectsOf([stored]).map((person) => [person, Buffer.from(key, 'base64')]))

  test('is read as it was meant when it was stored', () => {
    const { event, meta } = codec.decode(stored, keys)
    expect(event).toEqual({ type: stored.type, data: expected })
    expect(name).toBe(`${event.type}.v${meta.version}.json`)
    expect(meta).toMatchObject({ actor: 'user-1', roles: ['FINANCE'], permission: 'INITIATE_PAYMENT', prev: '' })
  })

  test('fits the present schema', () => {
    expect(allEvents[stored.type]?.strict().safeParse(expected).error).toBeUndefined()
  })

  test('has the hash and the MAC that it was stored with', () => {
    expect(checkEvent(stored, TEST_EVENT_KEYS)).toMatchObject({ holds: true, mac: 'holds', prev: '' })
  })

  test('has every field that its schema knows, so that none is forgotten', () => {
    const { shape } = allEvents[stored.type] ?? { shape: {} }
    expect(Object.keys(expected).sort()).toEqual(Object.keys(shape).sort())
  })

  test('shows nothing personal in what is stored, and reads as erased without its person’s key', () => {
    const schema = allEvents[stored.type]
    if (schema === undefined) throw new Error(`There is no event ${stored.type}`)
    const { event } = codec.decode(stored, new Map())
    const plain = new Map(Object.entries(JSON.parse(stored.data) as object))
    const read = new Map(Object.entries(event.data as object))
    const { personal } = factsOf(schema)
    for (const { name: field, list, erased } of personal) {
      // Those in lists have the codec's own tests; no event has one yet.
      expect(list).toBeUndefined()
      // What a later version has more was not stored.
      if (plain.has(field)) expect(plain.get(field)).toMatch(/^aes256gcm:/)
      expect(read.get(field)).toEqual(erased)
    }
    const open = Object.entries(expected).filter(([field]) => !personal.some(({ name: secret }) => secret === field))
    for (const [field, value] of open) expect([field, read.get(field)]).toEqual([field, value])
  })
})
